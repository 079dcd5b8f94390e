# SPDX-License-Identifier: Apache-2.0
"""Crash-consistency models: which on-disk states may a crash leave behind?

The trace is a list of events. Crash point p means: the machine stopped after
events[0:p] had been issued. An operation is *forced* at p when a sync that
covers it had returned by then; every other operation issued before p may have
reached the disk or not (or, for writes, in part).

Three models:
  strict   every file and every name on its own: fsync(file) makes the file's
           data and length durable but not its name; a name needs fsync(directory).
  ext4     (default) names and truncations go through one ordered journal, so a
           crash keeps a prefix of them, and fsync(file) also commits the journal
           up to the last change of that file's name; data of different sectors
           is unordered, and unordered against names (delayed allocation).
  ordered  everything reaches the disk in the order it was issued; a crash keeps
           a prefix, the last write of it possibly torn.
"""
import bisect
import fnmatch
import hashlib
import json
import mmap
import os
import random

INF = 1 << 60
NAMES = ("create", "link", "unlink", "rename")
DATA = ("write", "trunc", "falloc")
MODELS = ("ext4", "strict", "ordered")

# torn patterns: n sectors -> which are on disk
PATTERNS = {
    "h": lambda n: set(range((n + 1) // 2)),          # first half only
    "t": lambda n: set(range((n + 1) // 2, n)),       # second half only
    "f": lambda n: {0},                               # first sector only
    "x": lambda n: set(range(1, n)),                  # all but the first
    "l": lambda n: set(range(n - 1)),                 # all but the last
    "a": lambda n: set(range(0, n, 2)),               # every other one
}


def _h(*parts):
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


class State:
    """A choice: at crash point p these operations are lost or torn."""
    __slots__ = ("point", "label", "lost", "torn", "rank")

    def __init__(self, point, label, lost, torn=None, rank=0):
        self.point, self.label, self.rank = point, label, rank
        self.lost = lost                 # set of event indices
        self.torn = torn or {}           # event index -> set of sectors kept, or "zero"/"garbage"

    @property
    def id(self):
        return "p%d.%s" % (self.point, self.label)


class Model:
    def __init__(self, recording, model="ext4", sector=512, seed=1):
        if model not in MODELS:
            raise ValueError("model must be one of " + ", ".join(MODELS))
        self.dir, self.model, self.sector, self.seed = recording, model, sector, seed
        with open(os.path.join(recording, "trace.json")) as f:
            self.header = json.load(f)
        with open(os.path.join(recording, "events.jsonl")) as f:
            self.events = [json.loads(x) for x in f]
        with open(os.path.join(recording, "blob.bin"), "rb") as f:
            size = os.fstat(f.fileno()).st_size
            self.blob = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
        self.n = len(self.events)
        self.ops = [i for i, e in enumerate(self.events) if e["t"] in NAMES or e["t"] in DATA]
        self.name_ops = [i for i in self.ops if self.events[i]["t"] in NAMES]
        self._data_of = {}
        for i in self.ops:
            e = self.events[i]
            if e["t"] in DATA:
                self._data_of.setdefault(e["ino"], []).append(i)
        self._force()
        self._streams()
        self._prefix_key = [0]
        for i, e in enumerate(self.events):
            k = self._prefix_key[-1]
            self._prefix_key.append(k ^ _h(i) if e["t"] in NAMES or e["t"] in DATA else k)
        self._image_cache = {}

    # -- durability ---------------------------------------------------------
    def in_log(self, e):
        """Does this operation go through the ordered metadata journal?"""
        return self.model == "ext4" and (e["t"] in NAMES or e["t"] in ("trunc", "falloc"))

    def _force(self):
        self._u = (None, None)
        self.force = {}          # op index -> event index of the sync that made it durable
        pending = {}             # inode -> data operations not durable yet
        poisoned = set()
        issued = []              # op indices so far
        for i, e in enumerate(self.events):
            t = e["t"]
            if t in NAMES or t in DATA:
                issued.append(i)
                if t in DATA and not self.in_log(e):
                    pending.setdefault(e["ino"], []).append(i)
                if e.get("dsync") and not e.get("open"):
                    if self.model == "ordered":
                        for j in issued:
                            if j == i or (j not in self.force and self.events[j]["z"] < e["a"]):
                                self.force.setdefault(j, i)
                    else:
                        self._cover(pending[e["ino"]], [i], i)
            elif t == "syncall":
                for j in issued:
                    if j not in self.force and j not in poisoned and self.events[j]["z"] < e["a"]:
                        self.force[j] = i
            elif t == "fsync":
                if not e["ok"]:
                    # fsyncgate: the kernel marks the pages clean; no later fsync covers them
                    for j in pending.get(e["ino"], ()):
                        if j not in self.force and self.events[j]["t"] == "write":
                            poisoned.add(j)
                    continue
                if self.model == "ordered":
                    for j in issued:
                        if j not in self.force and j not in poisoned and self.events[j]["z"] < e["a"]:
                            self.force[j] = i
                    continue
                mine = [j for j in pending.get(e["ino"], ()) if j not in self.force and j not in poisoned]
                self._cover(mine, [j for j in mine if self.events[j]["z"] < e["a"] and not self.events[j].get("open")], i)
                pending[e["ino"]] = [j for j in mine if j not in self.force]
                if self.model == "strict":
                    for j in issued:
                        m = self.events[j]
                        if m["t"] in NAMES and m["z"] < e["a"] and e["ino"] in (m["dir"], m.get("dir2")):
                            self.force.setdefault(j, i)
                else:
                    last = -1
                    for j in issued:
                        m = self.events[j]
                        if m["z"] >= e["a"] or not self.in_log(m):
                            continue
                        if m["t"] in DATA or m["t"] == "create" or not e["data_only"]:
                            touched = (m["ino"], m.get("dir"), m.get("dir2"))
                        else:                   # fdatasync skips renames and links of the file itself
                            touched = (m.get("dir"), m.get("dir2"))
                        if e["ino"] in touched:
                            last = j
                    for j in issued:
                        if j <= last and self.in_log(self.events[j]):
                            self.force.setdefault(j, i)
            if t in ("fsync", "syncall"):
                issued = [j for j in issued if j not in self.force]
        self._forced_by = {}
        for j, i in self.force.items():
            self._forced_by.setdefault(i, set()).add(j)

    def _cover(self, mine, covered, at):
        """Force the covered operations, and what they overwrote: a sector holds one version,
        so what came before a durable write to the same sector is not at risk any more."""
        done = set(covered)
        if len(covered) < len(mine):
            ss = self.sector
            for j in mine:
                if j not in done:
                    e = self.events[j]
                    lo, hi = e.get("off", e.get("size", 0)) // ss, (e["off"] + e["len"] - 1) // ss if "off" in e else INF
                    if any(k > j and self.events[k]["t"] == "write" and self.events[k]["off"] // ss <= hi
                           and (self.events[k]["off"] + self.events[k]["len"] - 1) // ss >= lo for k in covered):
                        done.add(j)
        for j in done:
            self.force.setdefault(j, at)

    def unforced(self, p):
        """Operations issued before p that no returned sync covers, in order."""
        at, u = self._u
        if at != p:
            if at is not None and at < p <= at + 200:
                for q in range(at, p):                  # step forward
                    gone = self._forced_by.get(q)
                    if gone:
                        u = [i for i in u if i not in gone]
                    t = self.events[q]["t"]
                    if (t in NAMES or t in DATA) and self.force.get(q, INF) > q:
                        u = u + [q]
            else:
                u = [i for i in self.ops if i < p and self.force.get(i, INF) >= p]
            self._u = (p, u)
        return u

    # -- acknowledgements and effects ------------------------------------
    def _streams(self):
        self.ack_at, self.eff_at = [0], [0]
        acks, effs = [], []
        a = e = 0
        h = self.header
        self.acks0 = self._slice(h["acks0"]) if "acks0" in h else b""
        self.eff0 = self._slice(h["effects0"]) if "effects0" in h else b""
        for ev in self.events:
            if ev["t"] == "ack":
                acks.append(self._slice((ev["b"], ev["len"])))
                a += ev["len"]
            elif ev["t"] == "effect":
                effs.append(self._slice((ev["b"], ev["len"])))
                e += ev["len"]
            self.ack_at.append(a)
            self.eff_at.append(e)
        self.ack_bytes, self.eff_bytes = b"".join(acks), b"".join(effs)
        self.ack_cut = [self.ack_bytes.rfind(b"\n", 0, n) + 1 for n in self.ack_at]

    def acks(self, p):
        """Complete lines printed by crash point p (earlier runs' lines first)."""
        return self.acks0 + self.ack_bytes[:self.ack_cut[p]]

    def effects(self, p):
        return self.eff0 + self.eff_bytes[:self.eff_at[p]]

    def _slice(self, pair):
        return bytes(self.blob[pair[0]:pair[0] + pair[1]])

    # -- legality -------------------------------------------------------------
    def settle(self, st):
        """Close a choice under the model's rules (in place)."""
        p = st.point
        if self.model == "ordered":
            u = self.unforced(p)
            cut = None
            for k, i in enumerate(u):
                if i in st.lost or i in st.torn:
                    cut = k
                    break
            if cut is not None:
                st.lost = set(st.lost) | set(u[cut + 1:])
                st.torn = {i: m for i, m in st.torn.items() if i == u[cut] and i not in st.lost}
        elif self.model == "ext4":
            gone = False
            for i in self.unforced(p):
                if self.in_log(self.events[i]):
                    if gone:
                        st.lost.add(i)
                    elif i in st.lost:
                        gone = True
        return st

    def sectors(self, e):
        return e["off"] // self.sector, (e["off"] + e["len"] - 1) // self.sector

    def width(self, i):
        e = self.events[i]
        if e["t"] != "write":
            return 1
        a, b = self.sectors(e)
        return b - a + 1

    def extends(self, i):
        e = self.events[i]
        return e["t"] == "write" and e["off"] + e["len"] > e["was"]

    def key(self, st):
        k = self._prefix_key[st.point]
        for i in st.lost:
            k ^= _h(i)
        for i, m in st.torn.items():
            k ^= _h(i) ^ _h(i, m if isinstance(m, str) else sorted(m))
        return k, self.ack_cut[st.point], self.eff_at[st.point]

    # -- enumeration --------------------------------------------------------------
    def labels_at(self, p, randoms=4, family=24):
        """(label, rank) of the candidate states of one crash point.

        rank 0: nothing lost, everything unsynced lost, only names / only data kept
        rank 1: prefixes of the unsynced operations; the last write torn
        rank 2: each single one lost; each single one kept; earlier lost, later kept; per file
        rank 3: every other write torn, prefixes torn at their end, names x data
        rank 4: random choices (seeded)
        With more than `family` unsynced operations each family takes the newest
        ones, the oldest ones and a seeded choice of the rest."""
        u = self.unforced(p)
        yield "all", 0
        if not u:
            return
        ev = self.events
        data = [i for i in u if ev[i]["t"] in DATA]
        names = [i for i in u if ev[i]["t"] in NAMES]
        writes = [i for i in u if ev[i]["t"] == "write"]
        yield "none", 0
        if names and data:
            yield "names", 0
            yield "data", 0
        some, some_writes = self._pick(p, u, family), self._pick(p, writes, family)
        for i in some:
            if i != u[-1]:
                yield "pre-%d" % i, 1
        for x in self._patterns(writes[-1]) if writes else ():
            yield "torn-%d-%s" % (writes[-1], x), 1
        for i in some:
            yield "lose-%d" % i, 2
        for i in some:
            yield "only-%d" % i, 2
        for i in some:
            if i != u[0]:
                yield "suf-%d" % i, 2
        inos = sorted({ev[i]["ino"] for i in data})
        if len(inos) > 1 or names:
            for ino in self._pick(p, inos, family):
                yield "losefile-%d" % ino, 2
                yield "onlyfile-%d" % ino, 2
        for word in ("torn", "pretorn", "suftorn"):
            for i in some_writes:
                if (word == "torn" and i == writes[-1]) or (word == "pretorn" and i == u[-1]) \
                        or (word == "suftorn" and i == u[0]):
                    continue
                for x in self._patterns(i):
                    yield "%s-%d-%s" % (word, i, x), 3
        if names and data:
            for i in self._pick(p, names[1:], family):
                yield "npre-%d-k" % i, 3
                yield "npre-%d-d" % i, 3
        for r in range(randoms):
            yield "rnd-%d-%d" % (self.seed, r), 4

    def _pick(self, p, items, limit):
        if len(items) <= limit:
            return items
        old, new = limit // 6, limit // 2
        mid = items[old:-new]
        rng = random.Random("pick/%d/%d" % (self.seed, p))
        return items[:old] + sorted(rng.sample(mid, limit - old - new)) + items[-new:]

    def _patterns(self, i):
        n = self.width(i)
        seen = []
        if n > 1:
            for name, fn in PATTERNS.items():
                keep = fn(n)
                if keep and len(keep) < n and keep not in seen:
                    seen.append(keep)
                    yield name
        if self.model != "ordered" and self.extends(i):
            yield "zero"
            if self.model == "strict":
                yield "garbage"

    def find(self, ident, rank=0):
        """Build a state from its id alone: p<point>.<label>."""
        head, _, label = ident.partition(".")
        p = int(head[1:])
        u = self.unforced(p)
        ev = self.events
        word, *arg = label.split("-")
        torn = {}
        if word in ("lose", "only", "pre", "suf", "torn", "pretorn", "suftorn", "npre") and int(arg[0]) not in u:
            raise KeyError("%s: operation %s is not at risk at that point under model %s" % (ident, arg[0], self.model))
        if word == "all":
            lost = set()
        elif word == "none":
            lost = set(u)
        elif word == "names":
            lost = {i for i in u if ev[i]["t"] in DATA}
        elif word == "data":
            lost = {i for i in u if ev[i]["t"] in NAMES}
        elif word == "pre":
            lost = {i for i in u if i > int(arg[0])}
        elif word == "suf":
            lost = {i for i in u if i < int(arg[0])}
        elif word == "lose":
            lost = {int(arg[0])}
        elif word == "only":
            lost = set(u) - {int(arg[0])}
        elif word in ("losefile", "onlyfile"):
            lost = {i for i in u if ev[i]["t"] in DATA and (ev[i]["ino"] == int(arg[0])) == (word == "losefile")}
        elif word in ("torn", "pretorn", "suftorn"):
            i = int(arg[0])
            lost = {j for j in u if (word == "pretorn" and j > i) or (word == "suftorn" and j < i)}
            torn = {i: arg[1] if arg[1] in ("zero", "garbage") else PATTERNS[arg[1]](self.width(i))}
        elif word == "npre":
            lost = {i for i in u if ev[i]["t"] in NAMES and i >= int(arg[0])}
            if arg[1] == "d":
                lost |= {i for i in u if ev[i]["t"] in DATA}
        elif word == "rnd":
            lost, torn = self._random(p, u, int(arg[0]), int(arg[1]))
        else:
            raise KeyError("unknown label: " + label)
        return self.settle(State(p, label, lost, torn, rank))

    def _random(self, p, u, seed, r):
        rng = random.Random("%d/%d/%d" % (seed, p, r))
        q = rng.choice((0.1, 0.3, 0.5, 0.7, 0.9))
        lost, torn = set(), {}
        for i in u:
            if rng.random() < q:
                lost.add(i)
            elif self.width(i) > 1 and rng.random() < 0.25:
                n = self.width(i)
                keep = {s for s in range(n) if rng.random() < 0.5}
                if keep and len(keep) < n:
                    torn[i] = keep
        return lost, torn

    def points(self, lo=0, hi=None):
        hi = self.n if hi is None else min(hi, self.n)
        return [p for p in range(lo, hi + 1)
                if p == 0 or self.events[p - 1]["t"] not in ("close", "sfr")]

    def enumerate(self, per_point=120, max_states=20000, randoms=4, family=24, lo=0, hi=None):
        """-> (list of State, stats). Deterministic for a given recording and arguments."""
        seen = set()
        chosen = []
        candidates = 0
        clipped = 0
        pts = self.points(lo, hi)
        for p in pts:
            mine = []
            for label, rank in self.labels_at(p, randoms, family):
                candidates += 1
                st = self.find("p%d.%s" % (p, label), rank)
                k = self.key(st)
                if k not in seen:
                    seen.add(k)
                    mine.append(st)
            if len(mine) > per_point:
                clipped += len(mine) - per_point
                mine = self._sample(mine, per_point)
            chosen += mine
        if len(chosen) > max_states:
            clipped += len(chosen) - max_states
            chosen = self._sample(chosen, max_states)
        chosen.sort(key=lambda s: (s.point, s.rank))
        return chosen, {"points": len(pts), "candidates": candidates, "distinct": len(seen),
                        "chosen": len(chosen), "sampled_away": clipped}

    def _sample(self, states, limit):
        """Keep rank 0 first; share the rest among the ranks, chosen by a seeded hash."""
        by = {}
        for s in states:
            by.setdefault(s.rank, []).append(s)
        for r in by:
            by[r].sort(key=lambda s: _h(self.seed, s.id))
        keep = by.pop(0, [])[:limit]
        left = limit - len(keep)
        while left > 0 and by:
            share = max(1, left // len(by))
            for r in sorted(by):
                take = by[r][:min(share, left)]
                keep += take
                left -= len(take)
                by[r] = by[r][len(take):]
                if left <= 0:
                    break
            by = {r: v for r, v in by.items() if v}
        keep.sort(key=lambda s: (s.point, s.rank))
        return keep

    # -- building the bytes --------------------------------------------------------
    def build(self, st):
        """-> {relative path: bytes | None for a folder | ('link', target)}"""
        p = st.point
        tree = self.header["tree"]
        dirs, kinds = {}, {}
        for ino, n in tree.items():
            kinds[int(ino)] = n
            if n["kind"] == "d":
                dirs[int(ino)] = dict(n["children"])
        for i in self.name_ops:
            if i >= p:
                break
            e = self.events[i]
            t = e["t"]
            if i in st.lost:
                if t == "create":
                    kinds[e["ino"]] = e
                    if e["kind"] == "d":
                        dirs.setdefault(e["ino"], {})
                continue
            d = dirs.setdefault(e["dir"], {})
            if t == "create":
                kinds[e["ino"]] = e
                if e["kind"] == "d":
                    dirs.setdefault(e["ino"], {})
                d[e["name"]] = e["ino"]
            elif t == "link":
                d[e["name"]] = e["ino"]
            elif t == "unlink":
                if d.get(e["name"]) == e["ino"]:
                    del d[e["name"]]
            else:
                d2 = dirs.setdefault(e["dir2"], {})
                if d.get(e["name"]) == e["ino"]:
                    del d[e["name"]]
                d2[e["name2"]] = e["ino"]
                if e["exchange"] and e["over"] is not None:
                    d[e["name"]] = e["over"]
        out = {}
        images = {}

        def walk(ino, prefix):
            for name, child in sorted(dirs.get(ino, {}).items()):
                k = kinds[child]
                path = prefix + name
                if k["kind"] == "d":
                    out[path] = None
                    walk(child, path + "/")
                elif k["kind"] == "l":
                    out[path] = ("link", k["target"])
                else:
                    if child not in images:
                        images[child] = self.image(child, st)
                    out[path] = images[child]
        walk(self.header["top"], "")
        return out

    def image(self, ino, st):
        p, lost, torn = st.point, st.lost, st.torn
        mine = self._data_of.get(ino, ())
        end = bisect.bisect_left(mine, p)
        first = next((i for i in self.unforced(p) if self.events[i]["ino"] == ino and self.events[i]["t"] in DATA), None)
        start = end if first is None else bisect.bisect_left(mine, first)
        buf = bytearray(self._prefix_image(ino, mine, start))
        dead = set()             # sectors that stay at an older version from here on
        dead_from = INF          # ext4: nothing past a lost truncation can show
        ss = self.sector
        for i in mine[start:end]:
            e = self.events[i]
            if e["t"] == "write":
                a, b = self.sectors(e)
                how = torn.get(i)
                if i in lost:
                    dead.update(range(a, b + 1))
                    continue
                if how is None and not dead and dead_from > b:
                    self._put(buf, e["off"], self._slice((e["b"], e["len"])))
                    continue
                src = None
                for s in range(a, b + 1):
                    if s in dead or s >= dead_from:
                        continue
                    lo, hi = max(e["off"], s * ss), min(e["off"] + e["len"], (s + 1) * ss)
                    if isinstance(how, str):
                        lo = max(lo, e["was"])          # old bytes stay, new ones are not the data
                        if lo < hi:
                            fill = bytes(hi - lo) if how == "zero" else \
                                random.Random(i * 65537 + s).randbytes(hi - lo)
                            self._put(buf, lo, fill)
                        dead.add(s)
                    elif how is not None and (s - a) not in how:
                        dead.add(s)
                    else:
                        if src is None:
                            src = self._slice((e["b"], e["len"]))
                        self._put(buf, lo, src[lo - e["off"]:hi - e["off"]])
            elif i in lost:
                if self.model == "ext4" and e["t"] == "trunc" and e["size"] < e["was"]:
                    dead_from = min(dead_from, e["size"] // ss)
            else:
                self._apply(buf, e)
                if e["t"] == "trunc":
                    dead = {s for s in dead if s * ss < e["size"]}
        return bytes(buf)

    def _prefix_image(self, ino, mine, k):
        """Contents after the first k data operations of a file (cached)."""
        got = self._image_cache.get(ino)
        if got is None or got[0] > k:
            n = self.header["tree"].get(str(ino))
            got = (0, self._slice((n["b"], n["len"])) if n and n["kind"] == "f" and "b" in n else b"")
        if got[0] < k:
            buf = bytearray(got[1])
            for i in mine[got[0]:k]:
                self._apply(buf, self.events[i])
            got = (k, bytes(buf))
            self._image_cache[ino] = got
        return got[1]

    @staticmethod
    def _put(buf, off, data):
        if off > len(buf):
            buf.extend(bytes(off - len(buf)))
        buf[off:off + len(data)] = data

    def _apply(self, buf, e):
        t = e["t"]
        if t == "write":
            self._put(buf, e["off"], self._slice((e["b"], e["len"])))
        elif t == "trunc":
            if e["size"] < len(buf):
                del buf[e["size"]:]
            else:
                buf.extend(bytes(e["size"] - len(buf)))
        else:
            end = e["off"] + e["len"]
            if not e["mode"] & 1 and end > len(buf):
                buf.extend(bytes(end - len(buf)))
            if e["mode"] & 18:
                hi = min(end, len(buf))
                if hi > e["off"]:
                    buf[e["off"]:hi] = bytes(hi - e["off"])

    # -- membership ---------------------------------------------------------------
    def admits(self, p, tree):
        """Is this observed tree a legal state at crash point p? -> None or the reason why not.

        Used to confront the ext4 model with images of a real ext4 file system."""
        log = [i for i in self.unforced(p) if self.in_log(self.events[i])]
        why = "?"
        for k in range(len(log) + 1):
            lost = set(log[k:])
            want = self.build(State(p, "probe", lost))
            if set(want) != set(tree):
                why = "names %s" % sorted(set(want) ^ set(tree))
                continue
            bad = [x for x in sorted(want) if isinstance(want[x], bytes) and not self._admits_file(x, p, lost, tree[x])]
            if not bad:
                return None
            why = "contents of %s" % bad
        return why

    def _admits_file(self, path, p, lost, data):
        ino = self._ino_at(path, p, lost)
        ss = self.sector
        n = self.header["tree"].get(str(ino))
        buf = bytearray(self._slice((n["b"], n["len"])) if n and "b" in n else b"")
        last = (max(len(data), 1) - 1) // ss
        versions = [{bytes(buf[s * ss:(s + 1) * ss])} for s in range(last + 1)]
        ext = [len(buf)]
        for i in self._data_of.get(ino, ()):
            if i >= p:
                break
            e = self.events[i]
            if i in lost:
                if e["t"] == "trunc" and e["size"] < e["was"]:
                    break                     # nothing after a lost truncation shows
                continue
            self._apply(buf, e)
            forced = self.force.get(i, INF) < p
            a, b = (0, last) if e["t"] == "trunc" else (e["off"] // ss, (e["off"] + e["len"] - 1) // ss)
            for s in range(a, min(b, last) + 1):
                now = bytes(buf[s * ss:(s + 1) * ss])
                if forced:
                    versions[s] = {now}
                else:
                    versions[s].add(now)
            ext = [len(buf)] if forced else ext + [len(buf)]
        if not min(ext) <= len(data) <= max(ext):
            return False
        for s in range(last + 1):
            got = data[s * ss:(s + 1) * ss]
            seen = any(got == v[:len(got)].ljust(len(got), b"\0") for v in versions[s])
            hole = not got.strip(b"\0") and s * ss >= min(ext)      # extended, data not there yet
            if not seen and not hole:
                return False
        return True

    def _ino_at(self, path, p, lost):
        self.image = lambda ino, st: ino          # names only
        try:
            return self.build(State(p, "probe", set(lost)))[path]
        finally:
            del self.image

    # -- explaining -------------------------------------------------------------
    def name_of(self, ino):
        for e in self.events:
            if e["t"] == "create" and e["ino"] == ino:
                return e["path"]
        for n in self.header["tree"].values():
            for name, child in n.get("children", {}).items():
                if child == ino:
                    return name
        return "#%d" % ino

    def describe(self, i):
        e = self.events[i]
        t = e["t"]
        if t == "write":
            return "#%d write %s [%d..%d)%s" % (i, self.name_of(e["ino"]), e["off"], e["off"] + e["len"],
                                                " extends" if self.extends(i) else "")
        if t == "trunc":
            return "#%d truncate %s %d -> %d" % (i, self.name_of(e["ino"]), e["was"], e["size"])
        if t == "falloc":
            return "#%d fallocate %s [%d..%d)" % (i, self.name_of(e["ino"]), e["off"], e["off"] + e["len"])
        if t == "rename":
            return "#%d rename %s -> %s" % (i, e["path"], e["path2"])
        if t in ("create", "unlink", "link"):
            return "#%d %s %s" % (i, t, e["path"])
        if t == "fsync":
            return "#%d %s %s%s" % (i, "fdatasync" if e["data_only"] else "fsync",
                                    self.name_of(e["ino"]) if e["ino"] != self.header["top"] else ".",
                                    "" if e["ok"] else " FAILED")
        if t in ("ack", "effect"):
            return "#%d %s %r" % (i, t, self._slice((e["b"], min(e["len"], 120))).decode("utf-8", "replace"))
        return "#%d %s" % (i, t)

    def explain(self, st, context=12):
        p = st.point
        u = self.unforced(p)
        lines = ["state %s: model %s, sector %d" % (st.id, self.model, self.sector),
                 "crash after event %d of %d; acknowledged lines: %d; effects: %d bytes" %
                 (p, self.n, self.acks(p).count(b"\n"), len(self.effects(p))),
                 "operations not yet durable: %d, of which lost %d, torn %d" % (len(u), len(st.lost), len(st.torn))]
        for i in u[-60:]:
            if i in st.lost:
                what = "LOST"
            elif i in st.torn:
                m = st.torn[i]
                what = "TORN " + (m if isinstance(m, str) else "kept sectors %s of %d" % (sorted(m), self.width(i)))
            else:
                what = "kept"
            lines.append("  %-6s %s" % (what, self.describe(i)))
        lines.append("last events before the crash:")
        for i in range(max(0, p - context), p):
            lines.append("  " + self.describe(i))
        return "\n".join(lines) + "\n"


def write_tree(files, where):
    os.makedirs(where, exist_ok=True)
    for path, content in files.items():
        full = os.path.join(where, path)
        if content is None:
            os.makedirs(full, exist_ok=True)
        elif isinstance(content, tuple):
            os.symlink(content[1], full)
        else:
            fd = os.open(full, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            try:
                view = memoryview(content)
                while view:
                    view = view[os.write(fd, view):]
            finally:
                os.close(fd)


def tree_hash(files, *extra):
    h = hashlib.blake2b(digest_size=16)
    for path in sorted(files):
        c = files[path]
        tag = b"d" if c is None else (c[1].encode() if isinstance(c, tuple) else c)
        h.update(b"%d:%s%d:" % (len(path), path.encode("utf-8", "surrogateescape"), len(tag)))
        h.update(tag)
    for x in extra:
        h.update(b"|%d:" % len(x) + x)
    return h.hexdigest()


def verify(model):
    """Replaying the whole trace must give exactly what is on disk now.

    This is the proof that the recording saw every change. -> list of differences"""
    want = model.build(State(model.n, "all", set()))
    root = model.header["root"]
    diffs = []
    have = set()
    skip = model.header.get("effects")
    for base, ds, fs in os.walk(root):
        for n in ds + fs:
            full = os.path.join(base, n)
            rel = os.path.relpath(full, root)
            if full == skip:
                continue
            if n in fs and any(fnmatch.fnmatch(n, x) for x in model.header["exclude"]):
                continue
            have.add(rel)
            if rel not in want:
                diffs.append("on disk but not in the trace: " + rel)
            elif n in fs and not os.path.islink(full):
                with open(full, "rb") as f:
                    if f.read() != want[rel]:
                        diffs.append("contents differ: " + rel)
    diffs += ["in the trace but not on disk: " + r for r in want if r not in have]
    return diffs
