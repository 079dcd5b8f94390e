#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""faults: one fault at each call of the real command that reaches its journal's directory; then what is left is judged and recovered.

  faults.py [--every N] [--seed S] [--workers 2] [--calls LIST] [--faults LIST] [--report FILE] [--keep DIR]

For each kind of call and fault, n = 1, 2, 3 ...: a fresh directory, a run with the fault at its n-th such call, until a run meets no n-th
call. After each: the journal holds what was printed and what happened (verify --batch); the run ended with a documented status, and said
at most one line for each problem, and no stack trace; a recovery without faults ends with a documented status, and the journal then holds
what both printed and did. With --every N one call in N is struck, the seed says which.

Exit status: 0 no violation, 1 violations, 2 the tool or its input is at fault.
"""
import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import checking  # noqa: E402
import product  # noqa: E402
from faultsweep import build_shim  # noqa: E402

KINDS = {"open": ("EIO", "ENOSPC", "KILL"), "write": ("EIO", "ENOSPC", "SHORT", "KILL"), "pwrite": ("EIO", "ENOSPC", "SHORT", "KILL"),
         "ftruncate": ("EIO", "KILL"), "fsync": ("EIO", "LIE", "KILL"), "link": ("EIO", "ENOSPC", "KILL"), "unlink": ("EIO", "LIE", "KILL")}
KILLED = -9
DOCUMENTED = (0, 3, 4, 6)
MOST = 400
# A problem is told once for each invocation that it touches, and once for the process.
LINES = 12


class Sweep:
    def __init__(self, a, work):
        self.a, self.work = a, work
        self.shim = build_shim(work)
        self.command = product.command()
        self.spec = product.spec(work, "spec.jsonl", [("a", ["ok"], {}), ("b", ["flaky"], {}), ("c", ["lost"], {}),
                                                      ("d", ["never", "ok"], {})])
        self.local, self.judges, self.lock = threading.local(), [], threading.Lock()
        self.bad, self.exits, self.made = [], {}, {}

    def judge(self, box):
        if not hasattr(self.local, "judge"):
            tmp = tempfile.mkdtemp(dir=self.work)
            self.local.judge = checking.Batch(product.command(["-Djava.io.tmpdir=" + tmp]) + ["verify", "--batch"], 60)
            with self.lock:
                self.judges.append(self.local.judge)
        return self.local.judge.judge(box)

    def start(self, box, arguments, env):
        """Runs the command; what it prints is remembered, cut lines are not. -> exit status, lines of stderr"""
        said = os.path.join(box["where"], "stderr")
        part = os.path.join(box["where"], "part")
        with open(part, "wb") as out, open(said, "wb") as err:
            try:
                rc = subprocess.run(self.command + arguments, stdout=out, stderr=err, stdin=subprocess.DEVNULL, timeout=120,
                                    env=dict(os.environ, EFFECTS=box["effects"], LC_ALL="C.UTF-8", **env)).returncode
            except subprocess.TimeoutExpired:
                rc = None
        with open(part, "rb") as f:
            told = f.read()
        with open(box["acks"], "ab") as f:
            f.write(told[:told.rfind(b"\n") + 1])
        with open(said, encoding="utf-8", errors="replace") as f:
            return rc, f.read().splitlines()

    def complaint(self, who, rc, lines, allowed):
        if rc is None:
            return who + " hung"
        if rc not in allowed:
            return "%s ended with %s: %s" % (who, rc, lines[-1] if lines else "")
        if any(line.startswith("\tat ") or "unexpected failure" in line for line in lines):
            return "%s shows what is not for its user: %s" % (who, lines[0])
        if len(lines) > LINES:
            return "%s says %d lines" % (who, len(lines))
        if rc in (3, 4, 6) and not lines:
            return "%s ended with %s and says nothing" % (who, rc)
        return None

    def one(self, call, fault, n):
        """-> whether the fault was made"""
        name = "%s-%s-%d" % (call, fault, n)
        where = os.path.join(self.work, name)
        box = {"where": where, "dir": os.path.join(where, "dir"), "acks": os.path.join(where, "acks"),
               "effects": os.path.join(where, "effects"), "id": name}
        os.makedirs(box["dir"])
        for f in ("acks", "effects"):
            open(box[f], "w").close()
        log = os.path.join(where, "log")
        journal = os.path.join(box["dir"], "j.db")
        rc, lines = self.start(box, ["run", "--journal", journal, "--spec", self.spec, "--events"], {
            "LD_PRELOAD": self.shim, "FAULT_CALL": call, "FAULT_AT": str(n), "FAULT": fault, "FAULT_PATH": box["dir"], "FAULT_LOG": log})
        struck = os.path.exists(log)
        if not struck and rc != 4:
            raise RuntimeError("the run without a fault ended with %s: %s" % (rc, lines))
        if struck:
            why = self.aftermath(box, fault, rc, lines, journal)
            with self.lock:
                key = "%s %s" % (call, fault)
                self.made[key] = self.made.get(key, 0) + 1
                self.exits[str(rc)] = self.exits.get(str(rc), 0) + 1
                if why:
                    self.bad.append((name, why))
                    print("  %s: %s" % (name, why), flush=True)
                    if self.a.keep:
                        shutil.copytree(where, os.path.join(self.a.keep, name), dirs_exist_ok=True)
        shutil.rmtree(where)
        return struck

    def aftermath(self, box, fault, rc, lines, journal):
        allowed = (KILLED,) if fault == "KILL" else DOCUMENTED
        why = self.complaint("the run", rc, lines, allowed)
        if why:
            return why
        seen = tuple(sorted(os.listdir(box["dir"])))
        verdict = self.judge(box)
        if not verdict.ok:
            return "after the run: " + verdict.reason
        if tuple(sorted(os.listdir(box["dir"]))) != seen:
            return "verify changed the directory"
        there = os.path.exists(journal)
        rc, lines = self.start(box, ["recover", "--journal", journal, "--events"], {})
        why = self.complaint("recover", rc, lines, (0, 3, 4) if there else (6,))
        if why:
            return why
        verdict = self.judge(box)
        return None if verdict.ok else "after recover: " + verdict.reason

    def row(self, call, fault):
        reached = 0
        for n in range(1, MOST + 1):
            if (n + self.a.seed) % self.a.every and n > 1:
                continue
            if not self.one(call, fault, n):
                return
            reached = n
        raise RuntimeError("more than %d calls of %s, reached %d" % (MOST, call, reached))

    def all(self, calls, faults):
        try:
            with concurrent.futures.ThreadPoolExecutor(self.a.workers) as pool:
                jobs = [pool.submit(self.row, c, f) for c in calls for f in KINDS[c] if not faults or f in faults]
                for job in jobs:
                    job.result()
        finally:
            for judge in self.judges:
                judge.close()


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
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
        sweep = Sweep(a, work)
        sweep.all(a.calls.split(","), [f for f in a.faults.split(",") if f])
    except (RuntimeError, OSError, subprocess.CalledProcessError) as e:
        print("faults: %s" % e, file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(work, ignore_errors=True)
    kinds = [{"call": c, "fault": f, "faults": sweep.made.get("%s %s" % (c, f), 0),
              "violations": sum(name.startswith("%s-%s-" % (c, f)) for name, _ in sweep.bad)} for c in a.calls.split(",") for f in KINDS[c]]
    report = {"every": a.every, "seed": a.seed, "faults": sum(sweep.made.values()), "violations": len(sweep.bad),
              "exit_statuses": dict(sorted(sweep.exits.items())), "kinds": kinds}
    if a.report:
        with open(a.report, "w", encoding="utf-8") as f:
            json.dump(report, f, indent=1)
            f.write("\n")
    print("%d faults, %d violations, exit statuses %s" % (report["faults"], report["violations"], report["exit_statuses"]))
    if not sweep.made:
        print("faults: no fault was made", file=sys.stderr)
        return 2
    return 1 if sweep.bad else 0


if __name__ == "__main__":
    sys.exit(main())
