#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""crashstates: black-box crash-consistency testing of any command that writes to a directory.

  crashstates.py record    --dir D --out REC [--effects F] -- CMD...
  crashstates.py enumerate REC [--model ext4|strict|ordered] [--list]
  crashstates.py check     REC --out RES [--batch] -- CHECKER... ({dir} {acks} {effects} {id})
  crashstates.py explain   REC ID
  crashstates.py materialise REC ID WHERE
  crashstates.py events    REC

Exit status: 0 no violation, 1 violations found, 2 the tool or its input is at fault.
"""
import argparse
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import checking  # noqa: E402
import model as models  # noqa: E402
import tracing  # noqa: E402


def add_model_args(p):
    p.add_argument("recording")
    p.add_argument("--model", choices=models.MODELS, default="ext4")
    p.add_argument("--sector", type=int, choices=(512, 4096), default=512, help="torn writes tear here")
    p.add_argument("--seed", type=int, default=1)


def add_sampling_args(p):
    p.add_argument("--per-point", type=int, default=120, help="most states of one crash point")
    p.add_argument("--max-states", type=int, default=20000)
    p.add_argument("--randoms", type=int, default=4, help="random states of each crash point")
    p.add_argument("--family", type=int, default=24, help="most members of one family at one point")
    p.add_argument("--from-point", type=int, default=0)
    p.add_argument("--to-point", type=int, default=None)


def states_of(m, a):
    return m.enumerate(a.per_point, a.max_states, a.randoms, a.family, a.from_point, a.to_point)


def cmd_record(a):
    h = tracing.record(a.cmd, a.dir, a.out, a.effects, a.exclude or ["*-shm"], a.allow_mmap, a.prior_acks,
                       a.timeout, a.inject, a.keep_raw, echo=not a.quiet)
    m = models.Model(a.out)
    kinds = {}
    for e in m.events:
        kinds[e["t"]] = kinds.get(e["t"], 0) + 1
    print("recorded %d events in %.2fs (+%.2fs to parse): %s" % (
        m.n, h["run_s"], h["parse_s"], ", ".join("%s %d" % kv for kv in sorted(kinds.items()))), file=sys.stderr)
    for w in h["warnings"]:
        print("warning: " + w, file=sys.stderr)
    if not a.no_verify:
        diffs = models.verify(m)
        if diffs:
            raise tracing.TraceError("replaying the trace does not give what is on disk:\n  " + "\n  ".join(diffs[:20]))
    if h["timed_out"]:
        print("the command was killed after %gs" % a.timeout, file=sys.stderr)
    elif h["exit"] != 0:
        print("the command exited with %d" % h["exit"], file=sys.stderr)
        if not a.any_exit:
            return 2
    return 0


def cmd_enumerate(a):
    m = models.Model(a.recording, a.model, a.sector, a.seed)
    states, stats = states_of(m, a)
    if a.list:
        for s in states:
            print(json.dumps({"id": s.id, "rank": s.rank, "lost": sorted(s.lost),
                              "torn": {str(k): v if isinstance(v, str) else sorted(v) for k, v in s.torn.items()}}))
    print("model %s, sector %d, seed %d: %s" % (a.model, a.sector, a.seed, json.dumps(stats)), file=sys.stderr)
    return 0


def cmd_check(a):
    m = models.Model(a.recording, a.model, a.sector, a.seed)
    states, stats = states_of(m, a)
    note = (lambda t: print(t, file=sys.stderr)) if not a.quiet else None
    r = checking.check(m, states, a.cmd, a.out, a.batch, a.workers, a.timeout, a.keep, a.work,
                       a.stop_after, not a.no_sanity, note)
    r["enumeration"] = stats
    with open(os.path.join(a.out, "report.json"), "w") as f:
        json.dump(r, f, indent=1)
    print("model %s, sector %d, seed %d: %d crash points, %d states (%d candidates, %d sampled away), "
          "%d checked, %d had the same bytes, %.1fs" % (
              m.model, m.sector, m.seed, stats["points"], len(states), stats["candidates"], stats["sampled_away"],
              r["checked"], r["same_bytes"], r["seconds"]))
    print("violations: %d at %d crash points" % (r["failures"], r["failing_points"]))
    for k in r["reasons"][:20]:
        print("  %6d x %s   first: %s" % (k["count"], k["example"], k["first"]))
    if r["kept"]:
        print("kept under %s" % os.path.join(a.out, "failures"))
    return 1 if r["failures"] else 0


def cmd_explain(a):
    m = models.Model(a.recording, a.model, a.sector, a.seed)
    sys.stdout.write(m.explain(m.find(a.id)))
    return 0


def cmd_materialise(a):
    m = models.Model(a.recording, a.model, a.sector, a.seed)
    if os.path.exists(a.where) and os.listdir(a.where):
        raise tracing.TraceError(a.where + " is not empty")
    os.makedirs(a.where, exist_ok=True)
    checking.materialise(m, m.find(a.id), a.where)
    return 0


def cmd_events(a):
    m = models.Model(a.recording, a.model, a.sector, a.seed)
    for i in range(m.n):
        print(m.describe(i))
    return 0


def main(argv=None):
    argv = list(sys.argv[1:] if argv is None else argv)
    tail = []
    if "--" in argv:
        k = argv.index("--")
        argv, tail = argv[:k], argv[k + 1:]
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = ap.add_subparsers(dest="verb", required=True)
    p = sub.add_parser("record", help="run a command under strace")
    p.add_argument("--dir", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--effects", help="append-only file that models the outside world")
    p.add_argument("--exclude", action="append", help="file names not modelled (default: *-shm)")
    p.add_argument("--allow-mmap", action="append", default=[], help="names that may be mapped shared and writable")
    p.add_argument("--prior-acks", help="lines that earlier runs printed")
    p.add_argument("--inject", action="append", default=[], help="strace inject= expression, e.g. fdatasync:error=EIO:when=3")
    p.add_argument("--timeout", type=float)
    p.add_argument("--keep-raw", action="store_true")
    p.add_argument("--any-exit", action="store_true", help="a failing command is not an error")
    p.add_argument("--no-verify", action="store_true")
    p.add_argument("--quiet", action="store_true")
    p.set_defaults(fn=cmd_record)
    p = sub.add_parser("enumerate", help="count or list the states")
    add_model_args(p)
    add_sampling_args(p)
    p.add_argument("--list", action="store_true")
    p.set_defaults(fn=cmd_enumerate)
    p = sub.add_parser("check", help="judge every state with a checker command")
    add_model_args(p)
    add_sampling_args(p)
    p.add_argument("--out", required=True)
    p.add_argument("--batch", action="store_true")
    p.add_argument("--workers", type=int, default=2)
    p.add_argument("--timeout", type=float, default=30.0, help="seconds for one state")
    p.add_argument("--keep", type=int, default=10)
    p.add_argument("--work")
    p.add_argument("--stop-after", type=int, default=0)
    p.add_argument("--no-sanity", action="store_true")
    p.add_argument("--quiet", action="store_true")
    p.set_defaults(fn=cmd_check)
    for name, fn in (("explain", cmd_explain), ("materialise", cmd_materialise), ("events", cmd_events)):
        p = sub.add_parser(name)
        add_model_args(p)
        if name != "events":
            p.add_argument("id")
        if name == "materialise":
            p.add_argument("where")
        p.set_defaults(fn=fn)
    a = ap.parse_args(argv)
    a.cmd = tail
    if a.verb in ("record", "check") and not tail:
        ap.error("%s needs a command after --" % a.verb)
    try:
        return a.fn(a)
    except (tracing.TraceError, KeyError, RuntimeError, OSError, ValueError) as e:
        print("crashstates: %s" % e, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
