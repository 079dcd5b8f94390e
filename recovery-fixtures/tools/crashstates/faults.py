#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""faults: one fault at each call of each command that writes and reaches its journal's directory; then what is left is judged and the same
command is given again.

  faults.py [--every N] [--seed S] [--workers 2] [--calls LIST] [--faults LIST] [--report FILE] [--keep DIR] [SCENE...]

Each command runs without a fault, and its calls are counted. Then, for each of them and each fault that such a call can have, on a
fresh copy of what the command found: the command with the fault at that call. It ends with a documented status, says at most one line for
each problem, and no stack trace; in the directory lie only files that the documentation names; the journal holds what was printed and what
happened (verify --batch). Then the same command without a fault ends it, and the journal still holds all. With --every N one fault in N is
made, the seed says which. A control, a store that takes a failed commit for done, must be found.

Exit status: 0 no violation, 1 violations, 2 the tool or its input is at fault.
"""
import argparse
import concurrent.futures
import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import checking  # noqa: E402
import product  # noqa: E402
import scenes  # noqa: E402
from faultsweep import build_shim  # noqa: E402
from scenes import DONE, KILLED, UNAVAILABLE  # noqa: E402

KINDS = {"open": ("EIO", "ENOSPC", "KILL"), "write": ("EIO", "ENOSPC", "SHORT", "KILL"), "pwrite": ("EIO", "ENOSPC", "SHORT", "KILL"),
         "ftruncate": ("EIO", "KILL"), "fsync": ("EIO", "LIE", "KILL"), "link": ("EIO", "ENOSPC", "KILL"), "unlink": ("EIO", "LIE", "KILL")}
# A problem is told once for each invocation that it touches, and once for the process.
LINES = 12
CONTROL = "control"


class Sweep:
    def __init__(self, a, work):
        self.a, self.work = a, work
        self.shim = build_shim(work)
        self.local, self.judges, self.lock = threading.local(), [], threading.Lock()
        self.bad, self.exits, self.made, self.missed = [], {}, {}, 0

    def judge(self, box, scene, name="j.db", acks=None, effects=None):
        key = (scene.planted, name)
        mine = self.local.__dict__.setdefault("judges", {})
        if key not in mine:
            tmp = tempfile.mkdtemp(dir=self.work)
            command = product.command(["-Djava.io.tmpdir=" + tmp], planted=scene.planted)
            mine[key] = checking.Batch(command + ["verify", "--batch", "--name", name], 60)
            with self.lock:
                self.judges.append(mine[key])
        return mine[key].judge({"dir": box.dir, "acks": acks or box.acks, "effects": effects or box.effects, "id": box.where})

    def start(self, box, scene, arguments, env):
        """Runs the command; what it prints is remembered, cut lines are not. -> exit status, lines of stderr"""
        said, part = os.path.join(box.where, "stderr"), os.path.join(box.where, "part")
        with open(part, "wb") as out, open(said, "wb") as err:
            try:
                rc = subprocess.run(product.command(planted=scene.planted) + arguments, stdout=out, stderr=err, stdin=subprocess.DEVNULL,
                                    timeout=120, env=dict(os.environ, EFFECTS=box.effects, LC_ALL="C.UTF-8",
                                                          SQLITE_TMPDIR=box.dir + "-tmp", **env)).returncode
            except subprocess.TimeoutExpired:
                rc = None
        with open(part, "rb") as f:
            told = f.read()
        with open(box.acks, "ab") as f:
            f.write(told[:told.rfind(b"\n") + 1])
        with open(said, encoding="utf-8", errors="replace") as f:
            return rc, f.read().splitlines()

    def faulty(self, box, scene, **env):
        """The command under the shim, which counts what reaches the directory and what SQLite keeps elsewhere for a while."""
        return self.start(box, scene, scene.arguments(box.journal), dict(env, FAULT_PATH=box.dir, LD_PRELOAD=self.shim))

    def copied(self, scene, name):
        box = scene.box.copy(os.path.join(self.work, name))
        os.makedirs(box.dir + "-tmp")
        return box

    def calls(self, scene):
        """How many calls of each kind the command makes; the larger number of two runs, which differ by a few."""
        most = {}
        for attempt in range(2):
            box = self.copied(scene, "%s-calls-%d" % (scene.name, attempt))
            trace = os.path.join(box.where, "trace")
            rc, lines = self.faulty(box, scene, FAULT_TRACE=trace)
            if rc not in scene.ends:
                raise RuntimeError("%s without a fault ended with %s: %s" % (scene.name, rc, lines))
            why = self.done(box, scene, rc)
            if why:
                raise RuntimeError("%s without a fault: %s" % (scene.name, why))
            found = [line.split(" ", 1)[0] for line in scenes.text(trace).splitlines()]
            most = {kind: max(most.get(kind, 0), found.count(kind)) for kind in KINDS}
            shutil.rmtree(box.where)
        return most

    def complaint(self, who, rc, lines, allowed):
        if rc is None:
            return who + " hung"
        if rc not in allowed:
            return "%s ended with %s: %s" % (who, rc, lines[-1] if lines else "")
        if any(line.startswith("\tat ") or "unexpected failure" in line for line in lines):
            return "%s shows what is not for its user: %s" % (who, lines[0])
        if len(lines) > LINES:
            return "%s says %d lines" % (who, len(lines))
        if rc > 0 and not lines:
            return "%s ended with %s and says nothing" % (who, rc)
        return None

    def held(self, box, scene, when):
        """Whether the directory holds what it must hold at any time -> why not, or None."""
        seen = sorted(os.listdir(box.dir))
        strange = [name for name in seen if not scenes.LEFT.fullmatch(name)]
        if strange:
            return "%s: files that nobody names: %s" % (when, strange)
        verdict = self.judge(box, scene)
        if verdict.ok and os.path.exists(os.path.join(box.dir, scenes.COPY)):
            verdict = self.judge(box, scene, scenes.COPY, os.devnull, os.devnull)
        if sorted(os.listdir(box.dir)) != seen:
            return when + ": verify changed the directory"
        return None if verdict.ok else "%s: %s" % (when, verdict.reason)

    def done(self, box, scene, rc):
        return self.held(box, scene, "at last") or scene.last(box, rc)

    def aftermath(self, box, scene, fault, rc, lines):
        told = tuple(scene.ends) + tuple(scene.again) + (UNAVAILABLE,)
        why = self.complaint("the command", rc, lines, (KILLED,) if fault == "KILL" else told) or self.held(box, scene, "after the fault")
        if not why and rc == DONE and scene.name == "backup":
            why = scenes.is_copied(box, rc)
        if why:
            return why
        for arguments, exits in scene.then:
            there = os.path.exists(box.journal)
            rc, lines = self.start(box, scene, arguments(box.journal), {})
            why = self.complaint("what came next", rc, lines, exits if there else (UNAVAILABLE,)) or self.held(box, scene, "next")
            if why:
                return why
        rc, lines = self.start(box, scene, scene.arguments(box.journal), {})
        why = self.complaint("its second try", rc, lines, tuple(scene.again))
        if not why and not any(scene.again[rc] in line for line in lines or [""]):
            why = "its second try ended with %d for another reason: %s" % (rc, lines)
        return why or self.done(box, scene, rc)

    def one(self, scene, call, fault, n):
        name = "%s-%s-%s-%d" % (scene.name, call, fault, n)
        box = self.copied(scene, name)
        log = os.path.join(box.where, "log")
        rc, lines = self.faulty(box, scene, FAULT_CALL=call, FAULT=fault, FAULT_AT=str(n), FAULT_LOG=log)
        struck = os.path.exists(log)
        if not struck and rc not in scene.ends:
            raise RuntimeError("%s without a fault ended with %s: %s" % (name, rc, lines))
        why = self.aftermath(box, scene, fault, rc, lines) if struck else None
        with self.lock:
            self.missed += not struck
            if struck:
                self.made[(scene.name, call, fault)] = self.made.get((scene.name, call, fault), 0) + 1
                exits = self.exits.setdefault(scene.name, {})
                exits[str(rc)] = exits.get(str(rc), 0) + 1
            if why:
                self.bad.append((scene.name, call, fault, n, why))
                print("  %s: %s" % (name, why), flush=True)
                if self.a.keep:
                    shutil.copytree(box.where, os.path.join(self.a.keep, name), dirs_exist_ok=True)
        shutil.rmtree(box.where)

    def all(self, chosen, calls, faults, every):
        """-> the number of calls of each kind of each scene"""
        with concurrent.futures.ThreadPoolExecutor(self.a.workers) as pool:
            counts = dict(zip((scene.name for scene in chosen), pool.map(self.calls, chosen)))
            todo = [(scene, c, f, n) for scene in chosen for c in calls for f in KINDS[c] if not faults or f in faults
                    for n in range(1, counts[scene.name][c] + 1)]
            jobs = [pool.submit(self.one, *each) for k, each in enumerate(todo) if (k + self.a.seed) % every == 0]
            print("%d of %d faults: %s" % (len(jobs), len(todo), {name: sum(calls.values()) for name, calls in counts.items()}), flush=True)
            for done, job in enumerate(concurrent.futures.as_completed(jobs), 1):
                job.result()
                if done % 100 == 0:
                    print("  %d of %d faults tried, %d violations" % (done, len(jobs), len(self.bad)), flush=True)
        return counts

    def close(self):
        for judge in self.judges:
            judge.close()


def report_of(sweep, a, chosen, counts, faults):
    kinds = []
    for scene in chosen:
        for c in a.calls.split(","):
            for f in KINDS[c]:
                if counts[scene.name][c] and (not faults or f in faults):
                    kinds.append({"command": scene.name, "call": c, "calls": counts[scene.name][c], "fault": f,
                                  "faults": sweep.made.get((scene.name, c, f), 0),
                                  "violations": sum(each[:3] == (scene.name, c, f) for each in sweep.bad)})
    commands = [{"command": scene.name, "faults": sum(v for k, v in sweep.made.items() if k[0] == scene.name),
                 "violations": sum(each[0] == scene.name for each in sweep.bad),
                 "exit_statuses": dict(sorted(sweep.exits.get(scene.name, {}).items()))} for scene in chosen]
    return {"every": a.every, "seed": a.seed, "faults": sum(sweep.made.values()), "not_reached": sweep.missed,
            "violations": len(sweep.bad), "commands": commands, "kinds": kinds}


def control(a, work, scene):
    """A store that takes a failed commit for done says what is not so -> how often that was seen."""
    where = os.path.join(work, "planted")
    scene = copy.copy(scene)
    scene.planted = product.planted(where, "dev/counterfoil/journal/sqlite/commit/Session.java", "return settling.after(e, doubt);", "return result;")
    sweep = Sweep(argparse.Namespace(workers=a.workers, seed=0, keep=None), where)
    try:
        sweep.all([scene], ["pwrite"], ["EIO"], 1 if a.every == 1 else 3)
    finally:
        sweep.close()
    return len(sweep.bad)


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("scenes", nargs="*", metavar="SCENE", help="commands, or " + CONTROL + "; all by default")
    ap.add_argument("--every", type=int, default=1)
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--workers", type=int, default=2)
    ap.add_argument("--calls", default=",".join(KINDS))
    ap.add_argument("--faults", default="")
    ap.add_argument("--report")
    ap.add_argument("--keep", help="where failures are kept")
    a = ap.parse_args(argv)
    work = tempfile.mkdtemp(prefix="faults-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    try:
        return swept(a, work)
    except (RuntimeError, OSError, KeyError, subprocess.SubprocessError) as e:
        print("faults: %s" % e, file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(work, ignore_errors=True)


def swept(a, work):
    began = time.monotonic()
    faults = [f for f in a.faults.split(",") if f]
    os.makedirs(os.path.join(work, "scenes"))
    every = {scene.name: scene for scene in scenes.scenes(os.path.join(work, "scenes"), product.command())}
    wanted = a.scenes or list(every) + [CONTROL]
    unknown = set(wanted) - set(every) - {CONTROL}
    if unknown:
        raise RuntimeError("no such scene: " + ", ".join(sorted(unknown)))
    chosen = [scene for name, scene in every.items() if name in wanted]
    sweep = Sweep(a, work)
    try:
        report = report_of(sweep, a, chosen, sweep.all(chosen, a.calls.split(","), faults, a.every), faults)
    finally:
        sweep.close()
    for each in report["commands"]:
        print("%(command)s: %(faults)d faults, %(violations)d violations, exit statuses %(exit_statuses)s" % each)
    missing = False
    if CONTROL in wanted:
        report["control"] = {"planted": "a failed commit is taken for done", "found": control(a, work, every["command"])}
        print("the control was found %d times" % report["control"]["found"])
        missing = report["control"]["found"] == 0
    if a.report:
        with open(a.report, "w", encoding="utf-8") as f:
            json.dump(report, f, indent=1)
            f.write("\n")
    print("%d faults, %d calls not reached, %d violations, %d seconds" % (report["faults"], report["not_reached"], report["violations"],
                                                                     time.monotonic() - began))
    if chosen and not sweep.made:
        raise RuntimeError("no fault was made")
    if sweep.missed * 10 > report["faults"] + sweep.missed:
        raise RuntimeError("%d calls were not reached" % sweep.missed)
    return 1 if sweep.bad or missing else 0


if __name__ == "__main__":
    sys.exit(main())
