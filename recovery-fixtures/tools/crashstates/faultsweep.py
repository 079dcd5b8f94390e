#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""faultsweep: one fault at a time, at every call in turn, in the running program (needs gcc).

  faultsweep.py --out RES [--calls fsync,pwrite,...] [--faults EIO,ENOSPC,KILL] [--path TEXT] [--max N] [--batch]
                --run "java ... {dir} {effects}" -- CHECKER... ({dir} {acks} {effects} {id})

For each call kind and fault, n = 1, 2, 3 ...: a fresh directory, the program under faultshim.c with the fault at
its n-th such call, until a run meets no n-th call. Then the checker judges the directory as the program left it, with
the lines it printed and its effects, by the protocol of crashstates. Exit status 0, 1, 2 as there. Where crashstates
asks "what if the power goes", this asks "what does the program do about an error" - its error paths really run.
"""
import argparse
import concurrent.futures
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import checking  # noqa: E402

CALLS = ("fsync", "pwrite", "write", "ftruncate", "unlink", "rename", "open")


def build_shim(where):
    so = os.path.join(where, "faultshim.so")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", so, os.path.join(HERE, "faultshim.c"), "-ldl"], check=True)
    return so


def one(shim, run, where, call, fault, n, path, timeout):
    """-> (struck, exit status or None, box)"""
    d = os.path.join(where, "dir")
    os.makedirs(d)
    box = {"dir": d, "acks": os.path.join(where, "acks"), "effects": os.path.join(where, "effects"),
           "id": "%s-%d-%s" % (call, n, fault)}
    open(box["effects"], "w").close()
    log = os.path.join(where, "log")
    env = dict(os.environ, LD_PRELOAD=shim, FAULT_CALL=call, FAULT_AT=str(n), FAULT=fault,
               FAULT_PATH=path if path is not None else d + "/", FAULT_LOG=log)
    with open(box["acks"], "wb") as out, open(os.path.join(where, "stderr"), "wb") as err:
        try:
            rc = subprocess.run([checking.fill(a, box) for a in run], stdout=out, stderr=err, stdin=subprocess.DEVNULL,
                                env=env, timeout=timeout).returncode
        except subprocess.TimeoutExpired:
            rc = None
    with open(box["acks"], "rb") as f:
        data = f.read()
    data = data[:data.rfind(b"\n") + 1]
    with open(box["acks"], "wb") as f:
        f.write(data)
    box["env"] = {"CRASH_DIR": d, "CRASH_ACKS_FILE": box["acks"], "CRASH_EFFECTS_FILE": box["effects"],
                  "CRASH_STATE": box["id"], "CRASH_ACK_COUNT": str(data.count(b"\n")), "CRASH_ACKS": data.decode("utf-8", "replace")[:32768]}
    return os.path.exists(log), rc, box


def sweep(run, checker, out, calls=CALLS, faults=("EIO", "ENOSPC", "KILL"), path=None, most=200, batch=False,
          workers=2, timeout=60.0, work="/dev/shm"):
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    tmp = tempfile.mkdtemp(prefix="faultsweep-", dir=work if os.access(work, os.W_OK) else None)
    local = threading.local()
    judges = []
    bad, done, exits = [], {}, {}
    try:
        shim = build_shim(tmp)

        def judge(box):
            if not hasattr(local, "judge"):
                local.judge = checking.Batch(checker, timeout) if batch else checking.OneShot(checker, timeout)
                judges.append(local.judge)
            return local.judge.judge(box)

        def row(call, fault):
            for n in range(1, most + 1):
                where = os.path.join(tmp, "%s-%d-%s" % (call, n, fault))
                struck, rc, box = one(shim, run, where, call, fault, n, path, timeout)
                if not struck:
                    shutil.rmtree(where)
                    if rc != 0:
                        raise RuntimeError("the program fails without any fault (exit %s): %s" % (rc, call))
                    return n - 1
                pristine = os.path.join(out, "failures", box["id"])
                shutil.copytree(where, pristine)
                v = judge(box) if rc is not None else checking.Verdict(False, "the program hung", "")
                exits[str(rc)] = exits.get(str(rc), 0) + 1
                if v.ok:
                    shutil.rmtree(pristine)
                else:
                    bad.append((box["id"], v.reason))
                    with open(os.path.join(pristine, "why.txt"), "w") as f:
                        f.write("%s\nprogram's exit: %s\n\n%s" % (v.reason, rc, v.output))
                shutil.rmtree(where)
            return most
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            jobs = {(c, f): pool.submit(row, c, f) for c in calls for f in faults}
            for k, j in jobs.items():
                done[k] = j.result()
    finally:
        for j in judges:
            j.close()
        shutil.rmtree(tmp, ignore_errors=True)
    report = {"run": run, "faults_made": sum(done.values()), "by_kind": {"%s %s" % k: v for k, v in done.items()},
              "program_exits": exits, "failures": sorted(bad)}
    with open(os.path.join(out, "report.json"), "w") as f:
        json.dump(report, f, indent=1)
    return report


def main(argv=None):
    argv = list(sys.argv[1:] if argv is None else argv)
    k = argv.index("--") if "--" in argv else len(argv)
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", required=True)
    ap.add_argument("--run", required=True)
    ap.add_argument("--calls", default=",".join(CALLS))
    ap.add_argument("--faults", default="EIO,ENOSPC,KILL")
    ap.add_argument("--path", help="only files whose path contains this (default: the directory)")
    ap.add_argument("--max", type=int, default=200, help="most faults of one kind")
    ap.add_argument("--batch", action="store_true")
    ap.add_argument("--workers", type=int, default=2)
    ap.add_argument("--timeout", type=float, default=60.0)
    a = ap.parse_args(argv[:k])
    checker = argv[k + 1:]
    if not checker:
        ap.error("a checker command is needed after --")
    try:
        r = sweep(shlex.split(a.run), checker, a.out, a.calls.split(","), a.faults.split(","), a.path, a.max, a.batch,
                  a.workers, a.timeout)
    except (RuntimeError, OSError, subprocess.CalledProcessError) as e:
        print("faultsweep: %s" % e, file=sys.stderr)
        return 2
    print("%d faults made (%s); program exits: %s" % (
        r["faults_made"], ", ".join("%s: %d" % kv for kv in r["by_kind"].items() if kv[1]), r["program_exits"]))
    print("violations: %d" % len(r["failures"]))
    for ident, why in r["failures"][:20]:
        print("  %s  %s" % (ident, why))
    return 1 if r["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
