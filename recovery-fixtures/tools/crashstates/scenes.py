# SPDX-License-Identifier: Apache-2.0
"""Every command that writes, on a journal that gives it something to do: how it may end, what must be so at last, and its second try."""
import os
import re
import signal
import sqlite3
import subprocess
import time

import product
from product import Box

DONE, STOPPED, UNCERTAIN, UNAVAILABLE = 0, 3, 4, 6
KILLED = -9
COPY = "copy.db"
# What may lie in the directory, whatever happened: the pages for people who run it name each.
LEFT = re.compile(r"(j\.db(-wal|-shm)?|copy\.db|(j|copy)\.db\.new-[0-9a-f]{16}(-wal|-shm|-journal)?)")


class Scene:
    """One command. What lies in its directory before comes from a box that is copied; the acks and effects of that box count on."""

    def __init__(self, name, box, arguments, ends, again, last=None, then=(), planted=None):
        self.name, self.box, self.arguments = name, box, arguments
        # Its exit status without a fault.
        self.ends = ends
        # Exit statuses of its second try, each with the word that must stand on stderr then.
        self.again = again
        # What must be so of the directory after the second try -> why not, or None.
        self.last = last or (lambda box, rc: None)
        # Commands between the two tries, with their exit statuses.
        self.then = then
        self.planted = planted


def run(work, command, box, arguments, exits):
    """Runs the command without faults, and remembers what it printed."""
    with open(box.acks, "ab") as out, open(os.path.join(work, "stderr"), "w+b") as err:
        rc = subprocess.run(command + arguments, stdout=out, stderr=err, stdin=subprocess.DEVNULL, timeout=120,
                            env=dict(os.environ, EFFECTS=box.effects, LC_ALL="C.UTF-8")).returncode
        if rc not in exits:
            err.seek(0)
            raise RuntimeError("%s ended with %s: %s" % (arguments[0], rc, err.read().decode("utf-8", "replace")[-2000:]))


def used(work, command):
    """A journal of each kind of ending: settled, settled after retries, stopped, and one in doubt."""
    box = Box(os.path.join(work, "used"))
    spec = product.spec(work, "used.jsonl", [("settled", ["ok"], {}), ("retried", ["flaky"], {}), ("lost", ["lost"], {}),
                                             ("stopped", ["busy"], {"limits": {"max_calls": 2}})])
    run(work, command, box, ["run", "--journal", box.journal, "--spec", spec, "--events"], (UNCERTAIN,))
    return box


def killed(work, command):
    """A journal whose process was killed: one invocation waits for its second attempt, one had an attempt under way, one is settled."""
    spec = product.spec(work, "killed.jsonl", [
        ("settled", ["ok"], {}), ("running", ["hangs"], {}),
        ("waiting", ["flaky"], {"backoff": {"kind": "fixed", "initial": "3s", "max": "3s", "jitter": "none"}})])
    for attempt in range(5):
        box = Box(os.path.join(work, "killed-%d" % attempt))
        if ends_while_waiting(command + ["run", "--journal", box.journal, "--spec", spec, "--events", "--parallel", "3"], box):
            return box
    raise RuntimeError("the run could not be killed while one waits and one runs")


def ends_while_waiting(command, box):
    with open(box.acks, "wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True,
                                   env=dict(os.environ, EFFECTS=box.effects, LC_ALL="C.UTF-8"))
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            if begun(box, "waiting", "outcome_committed") and begun(box, "settled", "closed") and "running 0" in text(box.effects):
                break
            time.sleep(0.01)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return begun(box, "waiting", "intent_committed") == 1 and begun(box, "settled", "closed") == 1 and "running 0" in text(box.effects)


def begun(box, ident, event):
    return sum('"event":"%s","invocation":"%s"' % (event, ident) in line for line in text(box.acks).splitlines())


def text(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def asked(journal, question, how="mode=ro"):
    """One row of the journal's tables."""
    link = sqlite3.connect("file:%s?%s" % (journal, how), uri=True)
    try:
        return link.execute(question).fetchone()
    finally:
        link.close()


def is_pruned(box, rc):
    left, buried, removals, scrubbed = asked(box.journal, "select (select count(*) from invocation where closed = 1),"
                                                          " (select count(*) from tombstone), removals, scrubbed from journal")
    done = (left, buried, scrubbed) == (0, 3, removals) and removals > 0
    return None if done else "%d left, %d tombstones, scrubbed %d of %d" % (left, buried, scrubbed, removals)


def is_copied(box, rc):
    copy = os.path.join(box.dir, COPY)
    if not os.path.exists(copy):
        return "there is no copy"
    # Nothing may lie beside it, and nothing may come to lie there.
    return None if asked(copy, "select is_backup from journal", "immutable=1") == (1,) else "the copy is not marked"


def is_restored(box, rc):
    found = asked(box.journal, "select is_backup, (select count(*) from invocation where closed = 0) from journal")
    return None if found == (0, 2) else "restored to %s" % (found,)


def is_cancelled(box, rc):
    found = asked(box.journal, "select closed from invocation where id = 'waiting'")
    return None if found == (1,) else "it is still open"


def is_reconciled(box, rc):
    found = asked(box.journal, "select closed from invocation where id = 'lost'")
    return None if found == (1,) else "it is still open"


def is_upgraded(box, rc):
    found = asked(box.journal, "select count(*) from mark")
    version = asked(box.journal, "pragma user_version")
    return None if (version, found) == ((2,), (1,)) else "version %s with %s marks" % (version, found)


def upgrade(where):
    """The next version of the command: its journals have one table and one index more -> the directory of its classes."""
    return product.planted(where, "dev/counterfoil/journal/sqlite/file/SchemaSteps.java", "KNOWN = new SchemaSteps(List.of());", """
            KNOWN = new SchemaSteps(List.of(link -> {
                link.execute("create table mark(only_row integer primary key, records integer not null) strict");
                link.execute("insert into mark select 1, records from anchor");
                link.execute("create index record_invocation on record(invocation)");
            }));""")


def scenes(work, command):
    fresh, full, cut = Box(os.path.join(work, "fresh")), used(work, command), killed(work, command)
    backup = cut.copy(os.path.join(work, "backup"))
    run(work, command, backup, ["backup", backup.journal, os.path.join(backup.dir, COPY)], (DONE,))
    for name in os.listdir(backup.dir):
        if name != COPY:
            os.unlink(os.path.join(backup.dir, name))
    os.rename(os.path.join(backup.dir, COPY), backup.journal)
    spec = product.spec(work, "birth.jsonl", [("a", ["ok"], {}), ("b", ["flaky"], {}), ("c", ["lost"], {}), ("d", ["never", "ok"], {})])
    answer = os.path.join(work, "answer")
    with open(answer, "w", encoding="utf-8") as f:
        f.write("what was found")
    one = ["--id", "one", "--events", "--", "sh", "-c", product.PROVIDER, "provider", "ok"]
    nothing = ""
    return [
        Scene("birth", fresh, lambda j: ["run", "--journal", j, "--spec", spec, "--events"], (UNCERTAIN,), {UNCERTAIN: nothing},
              then=[(lambda j: ["recover", "--journal", j, "--events"], (DONE, STOPPED, UNCERTAIN, UNAVAILABLE))]),
        Scene("command", full, lambda j: ["run", "--journal", j] + one, (DONE,), {DONE: nothing, UNCERTAIN: nothing}),
        Scene("recover", cut, lambda j: ["recover", "--journal", j, "--events"], (UNCERTAIN,), {UNCERTAIN: nothing}),
        Scene("cancel", cut, lambda j: ["cancel", j, "waiting", "--events"], (DONE,), {DONE: nothing}, is_cancelled),
        Scene("reconcile", full, lambda j: ["reconcile", j, "lost", "0", "--verdict", "completed", "--evidence", "seen", "--response",
                                            answer, "--events"], (DONE,), {DONE: nothing}, is_reconciled),
        Scene("prune", full, lambda j: ["prune", j, "--settled-before", "0s"], (DONE,), {DONE: nothing}, is_pruned),
        Scene("backup", cut, lambda j: ["backup", j, os.path.join(os.path.dirname(j), COPY)], (DONE,),
              {DONE: nothing, UNAVAILABLE: "taken"}, is_copied),
        Scene("restore", backup, lambda j: ["restore", j], (DONE,), {DONE: nothing, UNAVAILABLE: "not_a_backup"}, is_restored),
        Scene("upgrade", full, lambda j: ["run", "--journal", j] + one, (DONE,), {DONE: nothing, UNCERTAIN: nothing}, is_upgraded,
              planted=upgrade(os.path.join(work, "upgrade")))]
