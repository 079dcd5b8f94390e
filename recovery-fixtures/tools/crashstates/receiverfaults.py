#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""receiverfaults: the receiver over HTTP on a disk of which one force fails; what a client is told is never false.

  receiverfaults.py [--every N] [--seed S] [--report FILE]

`receiver serve` makes its file and answers six deliveries and their look-ups, under faultshim.c: once counted, then once for each force with
EIO at it. It either does not start, and says why in one line; or no delivery that met the fault is told as done, and what was told
as done is so afterwards, when a server without a fault has the file: each key has its effect once, however often it is delivered. The
directory is forced when file and log have their names and before the server listens; later on it may fail. Two controls, which must be
found: a receiver that takes a failed commit for done, and one that leaves the directory to SQLite, which goes on where it cannot force it.

Exit status: 0 no violation, 1 violations, 2 the tool or its input is at fault.
"""
import argparse
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import product  # noqa: E402
from faultsweep import build_shim  # noqa: E402

KEYS = ["k%d" % n for n in range(6)]
DONE = (200, 201)
UNAVAILABLE = 6
CONTROLS = (
    ("a failed commit is taken for done", "dev/counterfoil/receiver/database/Transactions.java", "                transaction.commit();",
     "                try {\n                    transaction.commit();\n                } catch (SQLException e) {\n"
     "                    transaction.abandon(e);\n                }"),
    ("the directory is left to SQLite", "dev/counterfoil/receiver/sqlite/ReceiverFile.java",
     "                force(path.getParent());\n", ""),
)


class Server:
    """A receiver that serves a file, under the shim or not. Its address is empty where it did not start."""

    def __init__(self, where, planted, env):
        self.said = os.path.join(where, "stderr")
        arguments = ["receiver", "serve", "--db", os.path.join(where, "dir", "r.db")]
        with open(self.said, "wb") as err:
            self.process = subprocess.Popen(product.command(planted=planted) + arguments, stdout=subprocess.PIPE, stderr=err,
                                            stdin=subprocess.DEVNULL, env=dict(os.environ, **env))
        line = self.process.stdout.readline()
        self.address = json.loads(line)["listening"][len("http://"):] if line else ""
        self.before = lines(env.get("FAULT_TRACE", ""))

    def ask(self, method, path, key=None):
        connection = http.client.HTTPConnection(self.address, timeout=120)
        headers = {"Idempotency-Key": '"%s"' % key} if key else {}
        connection.request(method, path, "payload" if method == "POST" else None, headers)
        answer = connection.getresponse()
        body = json.loads(answer.read())
        connection.close()
        return answer.status, body

    def deliver(self, key):
        return self.ask("POST", "/v1/operations/acme", key)[0]

    def state(self, key):
        return self.ask("GET", "/v1/operations/acme?key=" + key)[1].get("state", "")

    def end(self):
        self.process.kill()
        self.process.stdout.close()
        return self.process.wait()


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read().splitlines()


def story(where, planted, env):
    """-> complaints about what was told, and what was told as done"""
    directory = os.path.join(where, "dir")
    os.makedirs(directory)
    log, wrong, done = os.path.join(where, "log"), [], set()
    server = Server(where, planted, dict(env, FAULT_LOG=log))
    if not server.address:
        rc = server.process.wait()
        if rc != UNAVAILABLE or len(lines(server.said)) != 1:
            wrong.append("it did not start, with %s: %s" % (rc, lines(server.said)))
        return wrong, done
    named = next((n for n, call in enumerate(server.before) if call.startswith("open ") and call.endswith("/r.db-wal")), len(server.before))
    if "fsync " + directory not in server.before[named:]:
        wrong.append("it listens, and the names of file and log are not forced")
    for key in KEYS:
        before = len(lines(log))
        told = server.deliver(key)
        struck = any(not each.endswith(" " + directory) for each in lines(log)[before:])
        if told in DONE:
            done.add(key)
        if struck and told in DONE or not struck and told not in DONE:
            wrong.append("%s: told %d, %s" % (key, told, "though a force failed" if struck else "and no force failed"))
        if server.state(key) == "completed":
            done.add(key)
    server.end()
    return wrong, done


def aftermath(where, done):
    """What a server without a fault says -> complaints"""
    server = Server(where, None, {})
    if not server.address:
        return ["it does not start again: %s" % lines(server.said)]
    wrong = ["%s was told as done and is %s" % (key, server.state(key)) for key in sorted(done) if server.state(key) != "completed"]
    wrong += ["%s cannot be delivered" % key for key in KEYS if server.deliver(key) not in DONE]
    effects = server.ask("GET", "/v1/effects/count")[1]["effects"]
    server.end()
    return wrong + (["%d keys have %d effects" % (len(KEYS), effects)] if effects != len(KEYS) else [])


def run(work, shim, planted, at):
    """-> complaints, and the calls of a story without a fault (at 0)"""
    where = tempfile.mkdtemp(dir=work)
    trace = os.path.join(where, "trace")
    env = {"LD_PRELOAD": shim, "FAULT_PATH": os.path.join(where, "dir"), "FAULT_TRACE": trace, "FAULT_CALL": "fsync", "FAULT": "EIO",
           "FAULT_AT": str(at)}
    wrong, done = story(where, planted, env)
    calls = lines(trace)
    if at > 0 and not os.path.exists(os.path.join(where, "log")):
        raise RuntimeError("force %d was not reached" % at)
    wrong += aftermath(where, done)
    shutil.rmtree(where)
    return wrong, sum(call.startswith("fsync ") for call in calls)


def sweep(work, shim, planted, every, seed):
    """-> complaints, each with its fault; and how many faults were made. Of a planted receiver one: the last of a log."""
    wrong, forces = run(work, shim, planted, 0)
    bad = ["no fault: " + each for each in wrong]
    chosen = [at for at in range(1, forces + 1) if (at == forces - 1 if planted else (at + seed) % every == 0)]
    for at in chosen:
        bad += ["force %d of %d: %s" % (at, forces, each) for each in run(work, shim, planted, at)[0]]
    return bad, len(chosen)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--every", type=int, default=1)
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--report")
    a = ap.parse_args()
    work = tempfile.mkdtemp(prefix="receiverfaults-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    try:
        shim = build_shim(work)
        bad, made = sweep(work, shim, None, a.every, a.seed)
        print("\n".join(bad + ["%d faults, %d violations" % (made, len(bad))]), flush=True)
        controls = []
        for n, (name, source, old, new) in enumerate(CONTROLS):
            planted = product.planted(os.path.join(work, "planted-%d" % n), source, old, new, "receiver")
            found = len(sweep(work, shim, planted, a.every, a.seed)[0])
            print("control, %s: found %d times" % (name, found), flush=True)
            controls.append({"planted": name, "found": found})
        if a.report:
            with open(a.report, "w", encoding="utf-8") as f:
                json.dump({"every": a.every, "seed": a.seed, "faults": made, "violations": len(bad), "controls": controls}, f, indent=1)
                f.write("\n")
        return 1 if bad or not all(each["found"] for each in controls) else 0
    except (RuntimeError, OSError, ValueError, http.client.HTTPException, subprocess.SubprocessError) as e:
        print("receiverfaults: %s" % e, file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
