#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stories: the real command recorded over several stories, and every state in which a power cut could leave its journal, judged; on some
of them the command is given again, ends it, and the journal still holds all.

  stories.py [--model ext4|strict|ordered|both] [--max N] [--per-point N] [--again N] [--seed S] [--report FILE] [--keep DIR] [STORY...]

Exit status: 0 no violation and every planted fault found, 1 otherwise, 2 the tool or its input is at fault.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import checking  # noqa: E402
import model as models  # noqa: E402
import product  # noqa: E402
import scenes  # noqa: E402
import tracing  # noqa: E402
from product import Box  # noqa: E402
from scenes import COPY, DONE, STOPPED, UNAVAILABLE, UNCERTAIN  # noqa: E402

LONG = 2000
# With fewer states of a recording than that it is a sample.
SAMPLE = 100
CONTROLLED = "controls"
# Where it is, the command, its exit statuses when it is given again (each with a word of stderr), and the classes planted in it.
Recording = collections.namedtuple("Recording", "path name box command again planted")


class Stage:
    def __init__(self, work, seed, every=1):
        # Of many places of the same kind one in so many is played.
        self.work, self.seed, self.every, self.made = work, seed, every, 0
        self.command = product.command()
        self.finished = {}

    def place(self, name):
        self.made += 1
        return os.path.join(self.work, "%d-%s" % (self.made, name))

    def record(self, name, box, cmd, exits, inject=(), again=None, planted=None):
        """Runs one command recorded -> its recording. What it printed is remembered in the box from then on."""
        where = self.place(name)
        os.makedirs(where)
        env = dict(os.environ, EFFECTS=box.effects, LC_ALL="C.UTF-8")
        said = os.path.join(where, "stderr")
        h = tracing.record(["sh", "-c", 'exec "$@" 2>"$0"', said] + cmd, box.dir, os.path.join(where, "rec"), box.effects,
                           prior_acks=box.acks, timeout=120, inject=inject, env=env, echo=False)
        with open(said, encoding="utf-8", errors="replace") as f:
            text = f.read()
        if h["timed_out"] or h["exit"] not in exits or "\tat " in text:
            raise RuntimeError("%s ended with %s:\n%s" % (name, "a time-out" if h["timed_out"] else h["exit"], text[-3000:]))
        m = models.Model(os.path.join(where, "rec"), seed=self.seed)
        differences = models.verify(m)
        if differences:
            raise RuntimeError("%s: replaying the trace does not give what is on disk:\n  %s" % (name, "\n  ".join(differences[:20])))
        with open(box.acks, "wb") as f:
            f.write(m.acks(m.n))
        ends = {status: "" for status in exits if status != UNAVAILABLE}
        if "run" in cmd or "recover" in cmd:
            ends[UNCERTAIN] = ""
        return Recording(os.path.join(where, "rec"), name, box, cmd, {**ends, **(again or {})}, planted)

    def run(self, box, spec, *more):
        return self.command + ["run", "--journal", box.journal, "--spec", spec, "--events"] + list(more)

    def spec(self, name, invocations):
        return product.spec(self.work, name + ".jsonl", invocations)

    def after_mixed(self):
        """A box in which the mixed story has come to its end, and its recording."""
        if "mixed" not in self.finished:
            box = Box(self.place("mixed-box"))
            rec = self.record("mixed", box, self.run(box, self.spec("mixed", product.mixed()), "--parallel", "4"), (UNCERTAIN,))
            self.finished["mixed"] = (box, rec)
        return self.finished["mixed"]

    def killed(self):
        """A box whose run was killed: one waits for its second attempt, one had an attempt under way, one is settled."""
        if "killed" not in self.finished:
            self.finished["killed"] = scenes.killed(self.work, self.command)
        return self.finished["killed"]


# Each story gives its recordings.

def fresh(stage):
    box = Box(stage.place("box"))
    cmd = stage.command + ["run", "--journal", box.journal, "--id", "one", "--events", "--", "sh", "-c", product.PROVIDER, "provider", "ok"]
    yield stage.record("fresh", box, cmd, (DONE,))


def mixed(stage):
    yield stage.after_mixed()[1]


def again(stage):
    """A second run over a journal that is there: replays, and new invocations."""
    box = stage.after_mixed()[0].copy(stage.place("box"))
    spec = stage.spec("again", product.mixed()[:4] + [("new-1", ["ok"], {}), ("new-2", ["flaky"], {}), ("new-3", ["lost"], {})])
    yield stage.record("again", box, stage.run(box, spec), (UNCERTAIN,))


def together(stage):
    """Two processes that make one journal at once, with one id in common."""
    box = Box(stage.place("box"))
    one = stage.spec("one", [("a", ["ok"], {}), ("both", ["flaky"], {})])
    two = stage.spec("two", [("b", ["flaky"], {}), ("both", ["flaky"], {}), ("c", ["ok"], {})])
    script = '"$@" --spec "$one" & first=$!; "$@" --spec "$two"; second=$?; wait $first && exit $second'
    env = ["env", "one=" + one, "two=" + two, "sh", "-c", script, "sh"]
    yield stage.record("together", box, env + stage.command + ["run", "--journal", box.journal, "--events"], (DONE,))


def recover(stage):
    """The power goes, recovery begins, and the power goes again."""
    rec = stage.after_mixed()[1]
    m = models.Model(rec.path, "strict", seed=stage.seed)
    states, _ = m.enumerate(per_point=20, max_states=4000)
    chance = random.Random(stage.seed)
    for part in range(4):
        within = [s for s in states if m.n * (part + 1) // 5 <= s.point < m.n * (part + 2) // 5]
        chance.shuffle(within)
        for state in within:
            where = stage.place("cut")
            checking.materialise(m, state, where)
            box = Box(where)
            if os.path.exists(box.journal):
                break
            shutil.rmtree(where)
        yield stage.record("recover", box, stage.command + ["recover", "--journal", box.journal, "--events", "--parallel", "4"],
                           (DONE, STOPPED, UNCERTAIN))


def people(stage):
    """What a person tells a journal: cancellations, with and without a doubt, verdicts, and the run that goes on from them."""
    box = stage.after_mixed()[0].copy(stage.place("box"))
    tell = stage.command + ["reconcile", box.journal]
    yield stage.record("cancel", box, stage.command + ["cancel", box.journal, "lost-1", "--events"], (UNCERTAIN,))
    yield stage.record("reconcile", box, tell + ["lost-2", "0", "--verdict", "completed", "--evidence", "seen", "--events"], (DONE,))
    yield stage.record("reconcile", box, tell + ["timed out", "0", "--verdict", "not_applied", "--evidence", "asked", "--events"], (DONE,))
    yield stage.record("recover", box, stage.command + ["recover", "--journal", box.journal, "--events"], (DONE, STOPPED, UNCERTAIN))
    cut = stage.killed().copy(stage.place("box"))
    yield stage.record("cancel", cut, stage.command + ["cancel", cut.journal, "waiting", "--events"], (DONE,))


def checkpoints(stage):
    """Responses so large that the log is copied into the file while the run goes on."""
    box = Box(stage.place("box"))
    invocations = [("large-%d" % n, ["large"], {"limits": {"max_calls": 1}}) for n in range(9)]
    yield stage.record("checkpoints", box, stage.run(box, stage.spec("large", invocations), "--parallel", "2"), (DONE,))


def operations(stage):
    """A backup of a journal that was killed, its restoration, and what goes on from there."""
    box = stage.killed().copy(stage.place("box"))
    copy = os.path.join(box.dir, COPY)
    yield stage.record("backup", box, stage.command + ["backup", box.journal, copy], (DONE,), again={UNAVAILABLE: "taken"})
    restored = Box(stage.place("restored"))
    shutil.copy(copy, restored.journal)
    # There the backup is the journal itself, so what was said of it beside another one is left out.
    for f in ("acks", "effects"):
        shutil.copy(getattr(stage.killed(), f), getattr(restored, f))
    yield stage.record("restore", restored, stage.command + ["restore", restored.journal], (DONE,), again={UNAVAILABLE: "not_a_backup"})
    yield stage.record("recover", restored, stage.command + ["recover", "--journal", restored.journal, "--events"],
                       (DONE, STOPPED, UNCERTAIN))


def prune(stage):
    """All that is closed is pruned, and an id that is gone stays taken; then what is left goes on."""
    box = stage.after_mixed()[0].copy(stage.place("box"))
    yield stage.record("prune", box, stage.command + ["prune", box.journal, "--settled-before", "0s"], (DONE,))
    yield stage.record("recover", box, stage.command + ["recover", "--journal", box.journal, "--events"], (DONE, STOPPED, UNCERTAIN))


def upgrade(stage):
    """The next version of the command, which makes one table and one index more, opens a journal of this one; and makes one of its own."""
    classes = scenes.upgrade(stage.place("upgrade"))
    box, fresh = stage.killed().copy(stage.place("box")), Box(stage.place("box"))
    newer = product.command(planted=classes)
    yield stage.record("upgrade", box, newer + ["recover", "--journal", box.journal, "--events"], (UNCERTAIN,), planted=classes)
    spec = stage.spec("upgraded", [("a", ["ok"], {}), ("b", ["ok"], {})])
    yield stage.record("upgraded birth", fresh, newer + ["run", "--journal", fresh.journal, "--spec", spec, "--events"], (DONE,),
                       planted=classes)


def failing_force(stage):
    """The disk fails to force, once; what it had then is never trusted again. In the journal's birth, and in a run on one that is there."""
    invocations = [("e-%d" % n, [b], {}) for n, b in enumerate(("ok", "flaky", "ok", "ok"))]
    spec = stage.spec("force", invocations)
    used = Box(stage.place("used"))
    stage.record("first run", used, stage.run(used, stage.spec("first", [("first", ["ok"], {})])), (DONE,))
    for start, places in ((None, (3, 7)), (used, (1, 2, 3, 4, 5, 6, 9, 12))):
        for at in places[stage.seed % stage.every::stage.every]:
            box = start.copy(stage.place("box")) if start else Box(stage.place("box"))
            rec = stage.record("failing force", box, stage.run(box, spec), (DONE, STOPPED, UNCERTAIN, UNAVAILABLE),
                               ["fsync,fdatasync:error=EIO:when=%d" % at])
            if not any(e["t"] == "fsync" and not e["ok"] for e in models.Model(rec.path).events):
                raise RuntimeError("no force failed: %d" % at)
            yield rec


STORIES = {"fresh": fresh, "mixed": mixed, "again": again, "together": together, "recover": recover, "people": people,
           "operations": operations, "prune": prune, "upgrade": upgrade, "checkpoints": checkpoints, "failing-force": failing_force}


class Judge:
    """verify --batch of the journal, and of the backup where one has its name; once that was said to be there, it must be."""

    def __init__(self, work, planted=None):
        self.command = product.command(["-Djava.io.tmpdir=" + work], planted) + ["verify", "--batch"]
        self.journal, self.copy = checking.Batch(self.command, 60.0), checking.Batch(self.command + ["--name", COPY], 60.0)

    def judge(self, box):
        verdict = self.journal.judge(box)
        if not verdict.ok:
            return verdict
        there = os.path.exists(os.path.join(box["dir"], COPY))
        with open(box["acks"], "rb") as f:
            said = b"/%s: backup of " % COPY.encode() in f.read()
        if said and not there:
            return checking.Verdict(False, "the backup is not there")
        return self.copy.judge(dict(box, acks=os.devnull, effects=os.devnull)) if there else verdict

    def close(self):
        self.journal.close()
        self.copy.close()


class Judges:
    def __init__(self, work, workers):
        self.work, self.workers, self.made = work, workers, {}

    def of(self, planted):
        if planted not in self.made:
            self.made[planted] = [Judge(self.work, planted) for _ in range(self.workers)]
        return self.made[planted]

    def close(self):
        for some in self.made.values():
            for each in some:
                each.close()


def judged(rec, model, a, out, judges):
    m = models.Model(rec.path, model, seed=a.seed)
    # Long recordings have points with thousands of unforced writes: fewer members of each family are looked at there.
    states, stats = m.enumerate(a.per_point, a.max) if m.n < LONG else m.enumerate(a.per_point, a.max, 1, 4)
    mine = judges.of(rec.planted)
    r = checking.check(m, states, mine[0].command, out, True, len(mine), keep=5, judges=mine)
    return {"events": m.n, "crash_points": stats["points"], "states": len(states), "different": r["checked"],
            "sampled_away": stats["sampled_away"], "violations": r["failures"]}, r, m, states


def given_again(rec, m, states, a, judges):
    """Gives the command again on some of the states -> how many, and what was wrong."""
    some = random.Random(a.seed).sample(states, min(a.again, len(states)))
    wheres = ["%s-again-%s-%d" % (rec.path, m.model, n) for n in range(len(some))]
    for state, where in zip(some, wheres):
        checking.materialise(m, state, where)
    with concurrent.futures.ThreadPoolExecutor(a.workers) as pool:
        ends = list(pool.map(lambda where: repeated(rec, where), wheres))
    wrong = []
    for state, where, why in zip(some, wheres, ends):
        verdict = judges.of(rec.planted)[0].judge(dict({n: os.path.join(where, n) for n in ("dir", "acks", "effects")}, id=state.id))
        why = why or (None if verdict.ok else verdict.reason)
        if why:
            wrong.append("%s, %s: %s given again: %s" % (state.id, m.model, rec.name, why))
            if a.keep:
                kept = os.path.join(a.keep, "%s-%s-%s" % (rec.name, m.model, state.id))
                shutil.copytree(where, kept, dirs_exist_ok=True)
        shutil.rmtree(where)
    return len(some), wrong


def repeated(rec, where):
    """-> why it did not end as it should, or None"""
    command = [each.replace(rec.box.dir, os.path.join(where, "dir")) for each in rec.command]
    try:
        p = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
                           env=dict(os.environ, EFFECTS=os.path.join(where, "effects"), LC_ALL="C.UTF-8"))
    except subprocess.TimeoutExpired:
        return "hung"
    with open(os.path.join(where, "acks"), "ab") as f:
        f.write(p.stdout[:p.stdout.rfind(b"\n") + 1])
    said = p.stderr.decode("utf-8", "replace")
    if p.returncode not in rec.again or rec.again[p.returncode] not in said or "\tat " in said:
        return "ended with %d: %s" % (p.returncode, said[-500:])
    strange = [name for name in os.listdir(os.path.join(where, "dir")) if not scenes.LEFT.fullmatch(name)]
    return "files that nobody names: %s" % strange if strange else None


def added(total, part):
    for k, v in part.items():
        total[k] = total.get(k, 0) + v


def control_synchronous(stage):
    """The journal with synchronous=NORMAL loses what it acknowledged: the checker must say so."""
    classes = product.planted(stage.place("planted"), "dev/counterfoil/journal/sqlite/file/Settings.java",
                              '"synchronous", "full", "2"', '"synchronous", "normal", "1"')
    box = Box(stage.place("box"))
    cmd = product.command(planted=classes) + ["run", "--journal", box.journal, "--events", "--spec",
                                      stage.spec("control", [("a", ["ok"], {}), ("b", ["flaky"], {})])]
    return stage.record("control", box, cmd, (DONE,))


def one_failed_force(stage, source, old, new, path, first):
    """A planted store on a journal that is there, where one force of such a path fails, the first or a later one -> the recording."""
    classes = product.planted(stage.place("planted"), source, old, new)
    used = Box(stage.place("used"))
    stage.record("first run", used, stage.run(used, stage.spec("first", [("first", ["ok"], {})])), (DONE,))
    spec = stage.spec("control", [("a", ["ok"], {}), ("b", ["ok"], {}), ("c", ["ok"], {})])
    for at in range(first, first + 5):
        box = used.copy(stage.place("box"))
        cmd = product.command(planted=classes) + ["run", "--journal", box.journal, "--events", "--spec", spec]
        rec = stage.record("control", box, cmd, (DONE, UNAVAILABLE), ["fsync,fdatasync:error=EIO:when=%d" % at])
        if any(e["t"] == "fsync" and not e["ok"] and e["path"].endswith(path) for e in models.Model(rec.path).events):
            return rec
    raise RuntimeError("no force of %s failed" % path)


def control_name(stage):
    """SQLite goes on where it cannot force the directory; a store that leaves it to SQLite may lose the log's name, and all that is in it."""
    return one_failed_force(stage, "dev/counterfoil/journal/sqlite/file/PlainFiles.java", "channel.force(true);", "channel.size();", "/dir", 1)


def control_old_log(stage):
    """A store that goes on in a log of which a force failed may lose the log's first page, and all that is behind it."""
    return one_failed_force(stage, "dev/counterfoil/journal/sqlite/commit/Settling.java", "looked = true;\n            copyLog();", "looked = true;",
                            "-wal", 6)


def control_lying_disk(stage):
    """A disk that says done and does nothing cannot be survived; what is lost is seen, and no state passes that lacks a promise."""
    box = Box(stage.place("box"))
    spec = stage.spec("control", [("a", ["ok"], {}), ("b", ["flaky"], {})])
    return stage.record("lying disk", box, stage.run(box, spec), (DONE,), ["fsync,fdatasync:retval=0"])


CONTROLS = {"synchronous-normal": ("ext4", control_synchronous), "directory-not-forced": ("strict", control_name),
            "log-not-begun-anew": ("strict", control_old_log),
            "lying-disk": ("ext4", control_lying_disk)}


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("stories", nargs="*", metavar="STORY", help="one or more of " + ", ".join(STORIES) + ", "
                    + CONTROLLED + " (planted faults); all by default")
    ap.add_argument("--model", choices=models.MODELS + ("both",), default="both", help="both: ext4 and strict")
    ap.add_argument("--max", type=int, default=20000, help="most states of one recording")
    ap.add_argument("--per-point", type=int, default=120, help="most states of one crash point")
    ap.add_argument("--again", type=int, default=4, help="states of a recording on which its command is given again")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--workers", type=int, default=2)
    ap.add_argument("--report")
    ap.add_argument("--keep", help="where failures are kept")
    a = ap.parse_args(argv)
    for story in a.stories:
        if story not in STORIES and story != CONTROLLED:
            ap.error("no such story: " + story)
    shm = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    work = tempfile.mkdtemp(prefix="crashstates-", dir=shm)
    try:
        return play(a, work)
    except (tracing.TraceError, KeyError, RuntimeError, OSError, ValueError) as e:
        print("stories: %s" % e, file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(work, ignore_errors=True)


def play(a, work):
    stage, judges = Stage(work, a.seed, 2 if a.max < SAMPLE else 1), Judges(work, a.workers)
    try:
        return told(a, work, stage, judges)
    finally:
        judges.close()


def of_story(name, a, work, stage, judges, wanted):
    """-> a row for each model"""
    began = time.monotonic()
    rows = {model: {"story": name, "model": model, "recordings": 0} for model in wanted}
    for rec in STORIES[name](stage):
        for model in wanted:
            out = os.path.join(a.keep or work, "%s-%s-%d" % (name, model, rows[model]["recordings"]))
            part, r, m, states = judged(rec, model, a, out, judges)
            rows[model]["recordings"] += 1
            part["given_again"], wrong = given_again(rec, m, states, a, judges)
            part["violations"] += len(wrong)
            added(rows[model], part)
            for k in r["reasons"][:10]:
                print("  %s, %s: %d x %s   first: %s" % (name, model, k["count"], k["example"], k["first"]), flush=True)
            for each in wrong:
                print("  " + each, flush=True)
    for row in rows.values():
        print(json.dumps(row), flush=True)
    print("  %s took %d seconds" % (name, time.monotonic() - began), flush=True)
    return list(rows.values())


def told(a, work, stage, judges):
    report = {"seed": a.seed, "most_states_of_a_recording": a.max, "most_states_of_a_point": a.per_point, "stories": [], "controls": []}
    began = time.monotonic()
    wanted = ("ext4", "strict") if a.model == "both" else (a.model,)
    for name in [story for story in a.stories or STORIES if story != CONTROLLED]:
        report["stories"] += of_story(name, a, work, stage, judges, wanted)
    bad = sum(row["violations"] for row in report["stories"])
    for name, (model, control) in CONTROLS.items() if not a.stories or CONTROLLED in a.stories else ():
        part, r, _, _ = judged(control(stage), model, a, os.path.join(work, "control-" + name), judges)
        report["controls"].append(dict({"control": name, "model": model}, **part))
        strange = [k["example"] for k in r["reasons"] if "unexpected failure" in k["example"] or "checker" in k["example"]]
        print(json.dumps(report["controls"][-1]), r["reasons"][0]["example"] if r["reasons"] else "NOT FOUND", *strange, flush=True)
        bad += (part["violations"] == 0) + len(strange)
    for total in ("crash_points", "states", "different", "sampled_away", "given_again", "violations"):
        report[total] = sum(row.get(total, 0) for row in report["stories"])
    if a.report:
        with open(a.report, "w", encoding="utf-8") as f:
            json.dump(report, f, indent=1)
            f.write("\n")
    print("%d crash points, %d states, %d of them different, %d sampled away, %d given again, %d violations; %d of %d planted faults found;"
          " %d seconds" % (report["crash_points"], report["states"], report["different"], report["sampled_away"], report["given_again"],
                           report["violations"], sum(c["violations"] > 0 for c in report["controls"]), len(report["controls"]),
                           time.monotonic() - began))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
