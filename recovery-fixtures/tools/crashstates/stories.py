#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stories: the real command recorded over several stories, and every state in which a power cut could leave its journal, judged.

  stories.py [--model ext4|strict|ordered|both] [--max N] [--per-point N] [--seed S] [--report FILE] [--keep DIR] [STORY...]

Exit status: 0 no violation and every planted fault found, 1 otherwise, 2 the tool or its input is at fault.
"""
import argparse
import json
import os
import random
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import checking  # noqa: E402
import model as models  # noqa: E402
import product  # noqa: E402
import tracing  # noqa: E402

DONE, STOPPED, UNCERTAIN, UNAVAILABLE = 0, 3, 4, 6
LONG = 2000
CONTROLLED = "controls"


class Box:
    """A journal's directory with what is remembered of it."""

    def __init__(self, where):
        self.where = where
        self.dir, self.acks, self.effects = (os.path.join(where, n) for n in ("dir", "acks", "effects"))
        self.journal = os.path.join(self.dir, "j.db")
        os.makedirs(self.dir, exist_ok=True)
        for f in (self.acks, self.effects):
            open(f, "a").close()

    def copy(self, where):
        shutil.copytree(self.where, where)
        return Box(where)


class Stage:
    def __init__(self, work, seed):
        self.work, self.seed, self.made = work, seed, 0
        self.command = product.command()
        self.finished = {}

    def place(self, name):
        self.made += 1
        return os.path.join(self.work, "%d-%s" % (self.made, name))

    def record(self, name, box, cmd, exits, inject=()):
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
        return os.path.join(where, "rec")

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
    m = models.Model(rec, "strict", seed=stage.seed)
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
    """What a person tells a journal: a cancellation, verdicts, and the run that goes on from them."""
    box = stage.after_mixed()[0].copy(stage.place("box"))
    tell = stage.command + ["reconcile", box.journal]
    yield stage.record("cancel", box, stage.command + ["cancel", box.journal, "lost-1", "--events"], (UNCERTAIN,))
    yield stage.record("reconcile", box, tell + ["lost-2", "0", "--verdict", "completed", "--evidence", "seen", "--events"], (DONE,))
    yield stage.record("reconcile", box, tell + ["timed out", "0", "--verdict", "not_applied", "--evidence", "asked", "--events"], (DONE,))
    yield stage.record("recover", box, stage.command + ["recover", "--journal", box.journal, "--events"], (DONE, STOPPED, UNCERTAIN))


def checkpoints(stage):
    """Responses so large that the log is copied into the file while the run goes on."""
    box = Box(stage.place("box"))
    invocations = [("large-%d" % n, ["large"], {"limits": {"max_calls": 1}}) for n in range(9)]
    yield stage.record("checkpoints", box, stage.run(box, stage.spec("large", invocations), "--parallel", "2"), (DONE,))


def operations(stage):
    """A backup of a journal in doubt, its restoration, and what goes on from there; then all that is closed is pruned."""
    box = stage.after_mixed()[0].copy(stage.place("box"))
    copy = os.path.join(box.dir, "copy.db")
    yield stage.record("backup", box, stage.command + ["backup", box.journal, copy], (DONE,))
    yield stage.record("prune", box, stage.command + ["prune", box.journal, "--settled-before", "0s"], (DONE,))
    restored = Box(stage.place("restored"))
    shutil.copy(copy, restored.journal)
    for f in ("acks", "effects"):
        shutil.copy(getattr(box, f), getattr(restored, f))
    yield stage.record("restore", restored, stage.command + ["restore", restored.journal], (DONE,))
    yield stage.record("recover", restored, stage.command + ["recover", "--journal", restored.journal, "--events"],
                       (DONE, STOPPED, UNCERTAIN))


def failing_force(stage):
    """The disk fails to force, once; what it had then is never trusted again. In the journal's birth, and in a run on one that is there."""
    invocations = [("e-%d" % n, [b], {}) for n, b in enumerate(("ok", "flaky", "ok", "ok"))]
    spec = stage.spec("force", invocations)
    used = Box(stage.place("used"))
    stage.record("first run", used, stage.run(used, stage.spec("first", [("first", ["ok"], {})])), (DONE,))
    for start, places in ((None, (3, 7)), (used, (1, 2, 3, 4, 5, 6, 9, 12))):
        for at in places:
            box = start.copy(stage.place("box")) if start else Box(stage.place("box"))
            rec = stage.record("failing force", box, stage.run(box, spec), (DONE, STOPPED, UNCERTAIN, UNAVAILABLE),
                               ["fsync,fdatasync:error=EIO:when=%d" % at])
            if not any(e["t"] == "fsync" and not e["ok"] for e in models.Model(rec).events):
                raise RuntimeError("no force failed: %d" % at)
            yield rec


STORIES = {"fresh": fresh, "mixed": mixed, "again": again, "together": together, "recover": recover, "people": people,
           "operations": operations, "checkpoints": checkpoints, "failing-force": failing_force}


def judged(rec, model, a, out, judges):
    m = models.Model(rec, model, seed=a.seed)
    # Long recordings have points with thousands of unforced writes: fewer members of each family are looked at there.
    states, stats = m.enumerate(a.per_point, a.max) if m.n < LONG else m.enumerate(a.per_point, a.max, 1, 4)
    r = checking.check(m, states, judges[0].command, out, True, len(judges), keep=5, judges=judges)
    return {"events": m.n, "crash_points": stats["points"], "states": len(states), "different": r["checked"],
            "sampled_away": stats["sampled_away"], "violations": r["failures"]}, r


def added(total, part):
    for k, v in part.items():
        total[k] = total.get(k, 0) + v


def control_synchronous(stage):
    """The journal with synchronous=NORMAL loses what it acknowledged: the checker must say so."""
    classes = product.planted(stage.place("planted"), "dev/counterfoil/journal/sqlite/Settings.java",
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
        if any(e["t"] == "fsync" and not e["ok"] and e["path"].endswith(path) for e in models.Model(rec).events):
            return rec
    raise RuntimeError("no force of %s failed" % path)


def control_name(stage):
    """SQLite goes on where it cannot force the directory; a store that leaves it to SQLite may lose the log's name, and all that is in it."""
    return one_failed_force(stage, "dev/counterfoil/journal/sqlite/PlainFiles.java", "channel.force(true);", "channel.size();", "/dir", 1)


def control_old_log(stage):
    """A store that goes on in a log of which a force failed may lose the log's first page, and all that is behind it."""
    return one_failed_force(stage, "dev/counterfoil/journal/sqlite/Session.java", "looked = true;\n            copyLog();", "looked = true;",
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
    stage = Stage(work, a.seed)
    batch = product.command(["-Djava.io.tmpdir=" + work]) + ["verify", "--batch"]
    judges = [checking.Batch(batch, 60.0) for _ in range(a.workers)]
    try:
        return told(a, work, stage, judges)
    finally:
        for judge in judges:
            judge.close()


def told(a, work, stage, judges):
    report = {"seed": a.seed, "most_states_of_a_recording": a.max, "most_states_of_a_point": a.per_point, "stories": [], "controls": []}
    bad = 0
    wanted = models.MODELS[:0] + (("ext4", "strict") if a.model == "both" else (a.model,))
    for name in [story for story in a.stories or STORIES if story != CONTROLLED]:
        rows = {model: {"story": name, "model": model, "recordings": 0} for model in wanted}
        for rec in STORIES[name](stage):
            for model in wanted:
                out = os.path.join(a.keep or work, "%s-%s-%d" % (name, model, rows[model]["recordings"]))
                part, r = judged(rec, model, a, out, judges)
                rows[model]["recordings"] += 1
                added(rows[model], part)
                for k in r["reasons"][:10]:
                    print("  %s, %s: %d x %s   first: %s" % (name, model, k["count"], k["example"], k["first"]), flush=True)
        for row in rows.values():
            report["stories"].append(row)
            bad += row["violations"]
            print(json.dumps(row), flush=True)
    for name, (model, control) in CONTROLS.items() if not a.stories or CONTROLLED in a.stories else ():
        part, r = judged(control(stage), model, a, os.path.join(work, "control-" + name), judges)
        report["controls"].append(dict({"control": name, "model": model}, **part))
        strange = [k["example"] for k in r["reasons"] if "unexpected failure" in k["example"] or "checker" in k["example"]]
        print(json.dumps(report["controls"][-1]), r["reasons"][0]["example"] if r["reasons"] else "NOT FOUND", *strange, flush=True)
        bad += (part["violations"] == 0) + len(strange)
    for total in ("crash_points", "states", "different", "sampled_away", "violations"):
        report[total] = sum(row.get(total, 0) for row in report["stories"])
    if a.report:
        with open(a.report, "w", encoding="utf-8") as f:
            json.dump(report, f, indent=1)
            f.write("\n")
    print("%d crash points, %d states, %d of them different, %d sampled away, %d violations; %d of %d planted faults found" % (
        report["crash_points"], report["states"], report["different"], report["sampled_away"], report["violations"],
        sum(c["violations"] > 0 for c in report["controls"]), len(report["controls"])))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
