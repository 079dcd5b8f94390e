# SPDX-License-Identifier: Apache-2.0
"""Materialising crash states and judging them with a checker command."""
import json
import os
import queue
import select
import shlex
import shutil
import subprocess
import tempfile
import threading
import time

from model import State, tree_hash, write_tree

INLINE_ACKS = 32768


class Verdict:
    __slots__ = ("ok", "reason", "output")

    def __init__(self, ok, reason="", output=""):
        self.ok, self.reason, self.output = ok, reason, output


class OneShot:
    """Starts the checker once per state; exit status 0 means the invariants hold."""

    def __init__(self, command, timeout):
        self.command, self.timeout = command, timeout

    def judge(self, box):
        env = dict(os.environ)
        env.update(box["env"])
        argv = [fill(a, box) for a in self.command]
        try:
            p = subprocess.run(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               stdin=subprocess.DEVNULL, timeout=self.timeout)
        except subprocess.TimeoutExpired as e:
            return Verdict(False, "checker took longer than %gs" % self.timeout, (e.output or b"").decode("utf-8", "replace"))
        text = p.stdout.decode("utf-8", "replace")
        if p.returncode == 0:
            return Verdict(True, "", text)
        lines = [x for x in text.splitlines() if x.strip()]
        return Verdict(False, lines[-1][:300] if lines else "exit %d" % p.returncode, text + "\nexit %d\n" % p.returncode)

    def close(self):
        pass


def fill(arg, box):
    """{dir} {acks} {effects} {id}; every other brace stays as it is."""
    for k in ("dir", "acks", "effects", "id"):
        arg = arg.replace("{" + k + "}", box[k])
    return arg


class Batch:
    """One checker process for many states.

    It reads lines   dir TAB acks-file TAB effects-file TAB id
    and answers each with one line that starts with OK or FAIL (rest: the reason).
    Lines that start with '#' are remarks and are skipped."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.p, self.buf = command, timeout, None, b""
        self.starts = 0

    def start(self):
        self.err = tempfile.TemporaryFile()
        self.p = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.err)
        self.buf = b""
        self.starts += 1

    def line(self, deadline):
        fd = self.p.stdout.fileno()
        while b"\n" not in self.buf:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([fd], [], [], left)[0]:
                raise TimeoutError
            got = os.read(fd, 65536)
            if not got:
                raise EOFError
            self.buf += got
        one, self.buf = self.buf.split(b"\n", 1)
        return one.decode("utf-8", "replace").rstrip("\r")

    def judge(self, box):
        if self.p is None or self.p.poll() is not None:
            self.drop()
            self.start()
        deadline = time.monotonic() + self.timeout
        try:
            self.p.stdin.write(("\t".join((box["dir"], box["acks"], box["effects"], box["id"])) + "\n").encode())
            self.p.stdin.flush()
            answer = self.line(deadline)
            while answer.startswith("#") or not answer.strip():
                answer = self.line(deadline)
        except TimeoutError:
            self.kill()
            return Verdict(False, "checker took longer than %gs" % self.timeout, self.errors())
        except (EOFError, BrokenPipeError):
            self.kill()
            return Verdict(False, "checker process died (exit %s)" % self.p.returncode, self.errors())
        if self.buf:                 # more than one line: the next answers would be off by one
            self.kill()
            return Verdict(False, "checker answered more than one line: " + answer[:200], answer + "\n")
        if answer.startswith("OK"):
            return Verdict(True, "", answer)
        if answer.startswith("FAIL"):
            return Verdict(False, answer[4:].strip(" :\t")[:300] or "FAIL", answer + "\n")
        self.kill()
        return Verdict(False, "checker answered neither OK nor FAIL: " + answer[:200], answer + "\n")

    def errors(self):
        self.err.seek(0)
        return self.err.read()[-4000:].decode("utf-8", "replace")

    def kill(self):
        if self.p is not None:
            self.p.kill()
            self.p.wait()

    def drop(self):
        if self.p is not None:
            for f in (self.p.stdout, self.err):
                f.close()
            try:
                self.p.stdin.close()
            except OSError:
                pass
            self.p = None

    def close(self):
        if self.p is not None and self.p.poll() is None:
            try:
                self.p.stdin.close()
                self.p.wait(10)
            except (OSError, subprocess.TimeoutExpired):
                self.kill()
        self.drop()


def materialise(model, state, where):
    """Write one state: <where>/dir, <where>/acks, <where>/effects."""
    files = model.build(state)
    acks, effects = model.acks(state.point), model.effects(state.point)
    write_box(files, acks, effects, where)
    return files


def write_box(files, acks, effects, where):
    write_tree(files, os.path.join(where, "dir"))
    for name, data in (("acks", acks), ("effects", effects)):
        with open(os.path.join(where, name), "wb") as f:
            f.write(data)


def box_of(where, state, acks):
    box = {"dir": os.path.join(where, "dir"), "acks": os.path.join(where, "acks"),
           "effects": os.path.join(where, "effects"), "id": state.id}
    box["env"] = {"CRASH_DIR": box["dir"], "CRASH_ACKS_FILE": box["acks"], "CRASH_EFFECTS_FILE": box["effects"],
                  "CRASH_STATE": state.id, "CRASH_POINT": str(state.point), "CRASH_ACK_COUNT": str(acks.count(b"\n"))}
    if len(acks) <= INLINE_ACKS and b"\0" not in acks:
        box["env"]["CRASH_ACKS"] = acks.decode("utf-8", "surrogateescape")
    return box


def check(model, states, command, out, batch=False, workers=2, timeout=30.0, keep=10, work=None,
          stop_after=0, sanity=True, progress=None, judges=None):
    """Judge all states. -> report (also written to <out>/report.json). Judges that are handed in are used and left open."""
    if isinstance(command, str):
        command = shlex.split(command)
    if work is None:
        work = "/dev/shm" if os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK) else None
    work = tempfile.mkdtemp(prefix="crashstates-", dir=work)
    make = (lambda: Batch(command, timeout)) if batch else (lambda: OneShot(command, timeout))
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    t0 = time.monotonic()
    todo = queue.Queue()
    for n, s in enumerate(states):
        todo.put((n, s))
    lock = threading.Lock()
    build_lock = threading.Lock()
    seen = {}
    failures = []
    counts = {"checked": 0, "same_bytes": 0}
    stop = threading.Event()
    crash = []

    def one(judge, n, state, where):
        with build_lock:
            files = model.build(state)
        acks, effects = model.acks(state.point), model.effects(state.point)
        h = tree_hash(files, acks, effects)
        with lock:
            if h in seen:
                counts["same_bytes"] += 1
                return None
            seen[h] = state.id
        write_box(files, acks, effects, where)
        v = judge.judge(box_of(where, state, acks))
        shutil.rmtree(where, ignore_errors=True)
        return v

    def run(k):
        judge = judges[k] if judges else make()
        try:
            while not stop.is_set():
                try:
                    n, state = todo.get_nowait()
                except queue.Empty:
                    return
                v = one(judge, n, state, os.path.join(work, "w%d-%d" % (k, n)))
                if v is None:
                    continue
                with lock:
                    counts["checked"] += 1
                    if not v.ok:
                        failures.append((n, state, v))
                        if stop_after and len(failures) >= stop_after:
                            stop.set()
                    if progress and counts["checked"] % 500 == 0:
                        progress("%d checked, %d left, %d failed" % (counts["checked"], todo.qsize(), len(failures)))
        except Exception as e:       # a fault of this tool must never look like a pass
            crash.append(e)
            stop.set()
        finally:
            if not judges:
                judge.close()

    try:
        if sanity:
            judge = judges[0] if judges else make()
            final = State(model.n, "all", set())
            where = os.path.join(work, "final")
            materialise(model, final, where)
            v = judge.judge(box_of(where, final, model.acks(model.n)))
            if not judges:
                judge.close()
            shutil.rmtree(where, ignore_errors=True)
            if not v.ok:
                raise RuntimeError("the checker rejects the complete, uncrashed final state: %s\n%s" % (v.reason, v.output))
        threads = [threading.Thread(target=run, args=(k,)) for k in range(workers)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        if crash:
            raise crash[0]
    finally:
        shutil.rmtree(work, ignore_errors=True)
    failures.sort(key=lambda f: f[0])
    kept = []
    reasons = {}
    for n, state, v in failures:
        r = reasons.setdefault(_shape(v.reason), {"count": 0, "first": state.id, "example": v.reason})
        r["count"] += 1
    firsts = {r["first"] for r in reasons.values()}
    for n, state, v in sorted(failures, key=lambda f: (f[1].id not in firsts, f[0])):
        if len(kept) >= keep:
            break
        where = os.path.join(out, "failures", state.id)
        materialise(model, state, where)
        with open(os.path.join(where, "why.txt"), "w") as f:
            f.write("%s\n\n%s\nchecker said:\n%s" % (v.reason, model.explain(state), v.output))
        kept.append(state.id)
    took = time.monotonic() - t0
    report = {"recording": os.path.abspath(model.dir), "command": model.header["cmd"], "model": model.model,
              "sector": model.sector, "seed": model.seed, "checker": command, "batch": batch,
              "states": len(states), "checked": counts["checked"], "same_bytes": counts["same_bytes"],
              "points_hit": len({s.point for s in states}), "failures": len(failures),
              "failing_points": len({f[1].point for f in failures}),
              "reasons": sorted(reasons.values(), key=lambda r: -r["count"]),
              "failing_ids": [f[1].id for f in failures[:1000]], "kept": kept,
              "stopped_early": bool(stop.is_set()), "seconds": round(took, 2)}
    with open(os.path.join(out, "report.json"), "w") as f:
        json.dump(report, f, indent=1)
    return report


def _shape(reason):
    """Failures that differ in numbers only are one kind."""
    out = []
    digit = False
    for c in reason:
        if c.isdigit():
            if not digit:
                out.append("N")
            digit = True
        else:
            digit = False
            out.append(c)
    return "".join(out)
