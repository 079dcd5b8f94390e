#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of processes and machines, done to the real command: as root, on Linux. See docs/FAULTS.md.

usage: processes.py [--tree DIR] [--only NAME[,NAME]] [--jobs N] [--report FILE] [--quick]

--quick: of each sweep over limits, moments or texts a few values.
"""
import argparse
import concurrent.futures
import json
import os
import shutil
import signal
import sys
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from box import Box, Failed, Product  # noqa: E402
from rows import FAULTS  # noqa: E402

TOOLS = ('bash', 'dd', 'faketime', 'mkfifo', 'mount', 'setpriv', 'umount')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--tree', default=Path(__file__).resolve().parents[3], type=Path)
    parser.add_argument('--only', default='')
    parser.add_argument('--jobs', default=2, type=int)
    parser.add_argument('--report', type=Path)
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--java', default=str(Path(os.environ['JAVA_HOME']) / 'bin' / 'java') if 'JAVA_HOME' in os.environ else 'java')
    given = parser.parse_args()
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        raise SystemExit('processes.py: missing on the PATH: ' + ' '.join(missing))
    if os.geteuid() != 0:
        raise SystemExit('processes.py: mounts and other users need root')
    wanted = [name for name in given.only.split(',') if name]
    chosen = [(row, each) for row, each in FAULTS if not wanted or each.__name__ in wanted]
    if not chosen or len(chosen) < len(wanted):
        raise SystemExit('processes.py: no such fault among: ' + given.only)
    # Whoever ends us early is not to leave mounts behind: every command is killed, and its fault fails and tidies up.
    signal.signal(signal.SIGTERM, lambda number, frame: STOPPED.append(number) or Box.kill_all())
    product = Product(given.tree, given.java, given.quick)
    try:
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            ends = list(pool.map(lambda each: perform(product, *each), chosen))
    finally:
        product.close()
    failed = [each for each in ends if each['violations']]
    if given.report:
        write(given.report, ends)
    print('%d faults, %d violated' % (len(ends), len(failed)))
    return 1 if failed else 0


STOPPED = []


def perform(product, row, function):
    if STOPPED:
        return {'row': row, 'fault': function.__name__, 'commands': 0, 'violations': 1}
    began = time.monotonic()
    box = Box(product)
    try:
        function(box)
        wrong = ''
    except Failed as e:
        wrong = str(e)
    except Exception:  # whatever it is, it is a failure of this fault and not of the others
        wrong = traceback.format_exc()
    finally:
        box.close()
    print('%-4s row %-2d %s (%d commands, %.1f s)%s' % ('FAIL' if wrong else 'ok', row, function.__name__, box.count,
          time.monotonic() - began, '\n' + wrong if wrong else ''), flush=True)
    return {'row': row, 'fault': function.__name__, 'commands': box.count, 'violations': 1 if wrong else 0}


def write(path, ends):
    whole = {'faults': len(ends), 'commands': sum(each['commands'] for each in ends),
             'violations': sum(each['violations'] for each in ends), 'rows': sorted(ends, key=lambda each: (each['row'], each['fault']))}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(whole, indent=2) + '\n', encoding='utf-8')


if __name__ == '__main__':
    sys.exit(main())
