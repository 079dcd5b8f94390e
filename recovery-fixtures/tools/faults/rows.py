# SPDX-License-Identifier: Apache-2.0
"""The faults, one function each. Its name stands in docs/FAULTS.md beside the number of its row."""
import json
import os
import shutil
import sqlite3
import subprocess
import threading
import time

from box import EFFECT, GO, INT, STOP, TERM, Box, Failed, hold, invocation, until

FAULTS = []
NOBODY = ('setpriv', '--reuid=65534', '--regid=65534', '--clear-groups')


def fault(row):
    def register(function):
        FAULTS.append((row, function))
        return function
    return register


def shell_limit(limit):
    return ('sh', '-c', 'ulimit %s; exec "$@"' % limit, 'sh')


# Row 5: stopped processes.

@fault(5)
def stopped_in_its_backoff_past_its_lease(box):
    """Another process takes over; the one that slept starts nothing and replays what the other did."""
    script = EFFECT + '; [ "$COUNTERFOIL_ORDINAL" = 0 ] && exit 75; echo done'
    slow = box.spec('slow', invocation('a', script, backoff={'kind': 'fixed', 'initial': '2s', 'max': '2s'}))
    first = box.start('run', '--journal', box.journal, '--events', '--spec', slow)
    first.await_event('outcome_committed')
    first.signal(STOP)
    second = box.cf('run', '--journal', box.journal, '--events', '--spec', slow, '--wait', '60s').settled()
    hold('"ordinal":1' in second.out, 'the second makes the next attempt', second)
    first.signal(GO)
    woken = first.end().tidy()
    hold(woken.exit in (0, 6) and woken.out.count('intent_committed') == 1, 'nothing new is started', woken)
    hold(box.effects == ['a 0', 'a 1'], box.effects)


def stopped_at_its_gate(box, gate, script):
    """A run whose provider has begun and waits, stopped as a whole; and what another process makes of it."""
    first = box.start('run', '--journal', box.journal, '--events', '--id', 'a', '--', 'sh', '-c', script)
    first.await_event('intent_committed')
    until(lambda: box.effects == ['a 0'])
    first.signal(STOP)
    second = box.cf('run', '--journal', box.journal, '--id', 'a', '--wait', '60s', '--', 'sh', '-c', script).ended(4)
    hold(second.result()['reason'] == 'open_intent', second)
    return first


@fault(5)
def stopped_with_its_provider_running(box):
    """The other one says uncertain, sends nothing and takes nothing that it has no use for: the woken one settles."""
    gate = box.fifo('gate')
    script = EFFECT + '; read word <"%s"; echo "$word"' % gate
    first = stopped_at_its_gate(box, gate, script)
    gate.write_text('answer\n')
    first.signal(GO)
    hold(first.end().settled().result()['response'] == 'answer\n')
    hold(box.run('a', script=script).settled().result()['replayed'], 'replayed')
    hold(box.effects == ['a 0'], box.effects)


@fault(5)
def stopped_while_a_person_decides(box):
    """A verdict was given meanwhile: the late answer is kept as evidence and told, and changes nothing."""
    gate = box.fifo('gate')
    script = EFFECT + '; read word <"%s"; echo "$word"' % gate
    first = stopped_at_its_gate(box, gate, script)
    box.cf('reconcile', box.journal, 'a', 0, '--verdict', 'abandoned', '--evidence', 'the bank says nothing').ended(0, 3)
    gate.write_text('answer\n')
    first.signal(GO)
    woken = first.end().ended(6).told('7 bytes')
    hold(not woken.results and woken.out.count('outcome_committed') == 0, woken)
    hold('late_outcome' in [each['what'] for each in box.records() if each['record'] == 'evidence'], box.records())
    hold(box.run('a', script=script).ended(3).result()['reason'] == 'abandoned', 'the verdict stands')
    hold(box.effects == ['a 0'], box.effects)


# Rows 7 and 8: no space.

@fault(7)
def full_before_the_opening(box):
    """Refused before any effect; what was there is there; goes on when there is space."""
    box.mount(box.home, '-t', 'tmpfs', '-o', 'size=400k,mode=777', 'none')
    box.run('first').settled()
    fill(box)
    box.run('second').ended(6).told('full')
    hold(box.effects == ['first 0'], box.effects)
    box.cf('list', box.journal).ended(0)
    box.cf('dump', box.journal, 'first').ended(0)
    os.remove(box.home / 'ballast')
    box.run('second').settled()


def fill(box):
    subprocess.run('dd if=/dev/zero of="%s" bs=4k 2>/dev/null; true' % (box.home / 'ballast'), shell=True, check=True)


@fault(7)
def full_where_a_journal_is_made(box):
    """Nothing is left that could be taken for a journal."""
    box.mount(box.home, '-t', 'tmpfs', '-o', 'size=400k,mode=777', 'none')
    fill(box)
    box.run('a').ended(6).told('full')
    hold(box.names() == ['ballast'] and not box.effects, box.names())
    os.remove(box.home / 'ballast')
    box.run('a').settled()


@fault(7)
def full_while_the_provider_runs(box):
    """The answer is told with its digest and called not durable; afterwards it is uncertain and not sent again."""
    box.mount(box.home, '-t', 'tmpfs', '-o', 'size=400k,mode=777', 'none')
    script = EFFECT + '; dd if=/dev/zero of="%s/ballast" bs=4k 2>/dev/null; echo done' % box.home
    box.run('a', script=script).ended(6).told('outcome_not_durable', '5 bytes', 'full')
    os.remove(box.home / 'ballast')
    box.cf('recover', '--journal', box.journal).ended(4)
    box.run('a', script=script).ended(4)
    hold(box.effects == ['a 0'], box.effects)


@fault(7)
def full_at_any_moment_of_a_run(box):
    """Whatever the space is that is left, in steps of a page: refused or done, and whole afterwards."""
    box.mount(box.home, '-t', 'tmpfs', '-o', 'size=400k,mode=777', 'none')
    box.run('first').settled()
    seen = set()
    for pages in box.some((0, 16, 64), (0, 6, 12, 16, 18, 20, 24, 32, 64)):
        fill(box)
        size = (box.home / 'ballast').stat().st_size
        os.truncate(box.home / 'ballast', max(0, size - pages * 4096))
        before = len(box.effects)
        ran = box.run('p%d' % pages).ended(0, 6).tidy()
        seen.add(ran.exit)
        hold(len(box.effects) > before or ran.exit == 6, ran)
        if ran.exit == 6 and 'not_durable' not in ran.err:
            hold(len(box.effects) == before, 'an effect although nothing was written', ran)
        os.remove(box.home / 'ballast')
        box.cf('verify', box.journal).ended(0)
    box.check()
    hold(seen == {0, 6}, 'both endings are met', seen)


@fault(8)
def a_limit_on_the_size_of_files(box):
    """As a full disk: the signal that the limit sends kills nobody."""
    box.run('first').settled()
    endings = []
    for kib in box.some((32, 160), (32, 40, 48, 64, 80, 96, 160)):
        ran = box.run('u%d' % kib, under=('bash', '-c', 'ulimit -f %d; exec "$@"' % kib, 'bash')).ended(0, 1, 6).tidy()
        endings.append(ran.exit)
    box.check()
    hold(6 in endings and 0 in endings, endings)


# Row 13: descriptors.

@fault(13)
def every_limit_of_descriptors(box):
    """From too few for the JVM to enough: an exit status and a line, or all done; nothing half open."""
    box.run('first').settled()
    endings = {}
    for limit in box.some((8, 16, 40), range(6, 41, 2)):
        ran = box.run('n%d' % limit, under=shell_limit('-n %d' % limit))
        endings[limit] = ran.exit
        # With fewer the JVM's own classes fail before and behind every line of ours, with traces of their own.
        if limit >= 20:
            ran.tidy()
        hold(ran.exit in (0, 1, 3, 6, 127, 134) or ran.exit < 0, ran)
    box.check()
    hold(0 in endings.values() and set(endings.values()) != {0}, endings)


# Rows 14 and 15: what cannot be written.

@fault(14)
def a_directory_that_cannot_be_written(box):
    """Reading works, writing is refused with 6."""
    box.run('a').settled()
    box.home.chmod(0o555)
    before = state(box.home)
    for command in (('list', box.journal), ('verify', box.journal), ('dump', box.journal), ('replay', box.journal)):
        box.cf(*command, under=NOBODY).ended(0)
    box.run('b', under=NOBODY).ended(6).told('read_only')
    box.cf('run', '--journal', box.home / 'new.db', '--id', 'b', '--', 'true', under=NOBODY).ended(6).told('read_only')
    box.cf('recover', '--journal', box.journal, under=NOBODY).ended(6).told('read_only')
    box.cf('cancel', box.journal, 'a', under=NOBODY).ended(0, 6)
    hold(state(box.home) == before and box.effects == ['a 0'], state(box.home))


def state(directory):
    return {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in directory.iterdir()}


@fault(15)
def a_medium_that_cannot_be_written(box):
    """Also with the -wal of a process that was killed on it: read from a copy."""
    gate = box.fifo('gate')
    box.run('a').settled()
    killed = box.start('run', '--journal', box.journal, '--events', '--id', 'b', '--', 'sh', '-c', 'read x <"%s"' % gate)
    killed.await_event('intent_committed')
    killed.kill()
    gate_writer = os.open(gate, os.O_RDWR)
    os.write(gate_writer, b'x\n')
    os.close(gate_writer)
    hold('j.db-wal' in box.names(), box.names())
    box.mount(box.home, '--bind', str(box.home))
    subprocess.run(['mount', '-o', 'remount,ro,bind', str(box.home)], check=True)
    before = state(box.home)
    for command in (('list', box.journal), ('verify', box.journal), ('dump', box.journal, 'b')):
        box.cf(*command).ended(0)
    hold(len(box.records('b')) == 2, 'what the log holds is shown', box.records('b'))
    box.run('c').ended(6).told('read_only')
    box.cf('run', '--journal', box.home / 'new.db', '--id', 'b', '--', 'true').ended(6).told('read_only')
    hold(state(box.home) == before, 'nothing changed')


# Row 22: copies.

@fault(22)
def copied_with_cp_beside_a_writer(box):
    """Each copy is an earlier whole journal or is called damaged; none makes the command fail otherwise."""
    spec = box.spec('s', *(invocation('i%d' % n, EFFECT + '; echo done') for n in range(40)))
    writer = box.start('run', '--journal', box.journal, '--events', '--spec', spec)
    writer.await_event('closed')
    copies = []
    for n in range(6):
        copy = box.directory / ('copy%d.db' % n)
        pairs = [('j.db', ''), ('j.db-wal', '-wal')]
        for name, suffix in (pairs if n % 2 else reversed(pairs)):
            if (box.home / name).exists():
                shutil.copyfile(box.home / name, str(copy) + suffix)
        copies.append(copy)
        time.sleep(0.1)
    writer.end().ended(0)
    for copy in copies:
        box.cf('verify', copy).ended(0, 5).tidy()
    hold(len(box.effects) == 40, len(box.effects))


# Row 23: the file goes away.

@fault(23)
def moved_away_while_the_provider_runs(box):
    """The answer is told and nothing more is sent; where the file comes back, it is a doubt."""
    moved = box.home / 'moved.db'
    script = EFFECT + '; mv "%s" "%s"; exit 75' % (box.journal, moved)
    spec = box.spec('s', invocation('a', script))
    box.cf('run', '--journal', box.journal, '--spec', spec).ended(6).told('replaced')
    hold(box.effects == ['a 0'], box.effects)
    for suffix in ('', '-wal', '-shm'):
        if (box.home / ('moved.db' + suffix)).exists():
            os.rename(box.home / ('moved.db' + suffix), str(box.journal) + suffix)
    box.cf('run', '--journal', box.journal, '--spec', spec).ended(4)
    hold(box.effects == ['a 0'], box.effects)


@fault(23)
def unlinked_while_the_provider_runs(box):
    """No second attempt goes into a file without a name, and the next run does not take what is left for a journal."""
    script = EFFECT + '; rm "%s"; exit 75' % box.journal
    spec = box.spec('s', invocation('a', script))
    box.cf('run', '--journal', box.journal, '--spec', spec).ended(6).told('replaced')
    hold(box.effects == ['a 0'], box.effects)
    if 'j.db-wal' in box.names():
        box.cf('run', '--journal', box.journal, '--spec', spec).ended(5).tidy()
        hold(box.effects == ['a 0'], box.effects)


@fault(23)
def replaced_between_two_attempts(box):
    """The new file is not written into."""
    other = Box(box.product)
    try:
        other.run('x').settled()
        shutil.copyfile(other.journal, box.directory / 'other.db')
    finally:
        other.close()
    script = EFFECT + '; mv "%s" "%s"; exit 75' % (box.directory / 'other.db', box.journal)
    before = (box.directory / 'other.db').read_bytes()
    spec = box.spec('s', invocation('a', script))
    box.cf('run', '--journal', box.journal, '--spec', spec).ended(6).told('replaced')
    hold(box.effects == ['a 0'] and box.journal.read_bytes() == before, 'the other file was written')


# Rows 24 and 25: several processes.

@fault(24)
def ten_commands_that_make_one_journal_at_once(box):
    """One journal, and all ten invocations in it."""
    # On a machine that is too busy for a beat in time an intent is given up before its dispatch, and the next attempt made.
    running = [box.start('run', '--journal', box.journal, '--id', 'p%d' % n, '--max-calls', 20, '--', 'sh', '-c', EFFECT)
               for n in range(10)]
    for each in running:
        each.end().settled()
    hold(box.names() == ['j.db'], box.names())
    hold(sorted(each['invocation'] for each in box.records() if each['record'] == 'opening') == ['p%d' % n for n in range(10)])
    hold(sorted(each.split()[0] for each in box.effects) == ['p%d' % n for n in range(10)], box.effects)


@fault(25)
def eight_processes_that_all_write(box):
    """No BUSY reaches anybody."""
    specs = [box.spec('s%d' % p, *(invocation('p%d-%d' % (p, n), EFFECT) for n in range(12))) for p in range(8)]
    running = [box.start('run', '--journal', box.journal, '--parallel', 4, '--spec', spec) for spec in specs]
    for each in running:
        each.end().ended(0)
    hold(len(box.effects) == 96, len(box.effects))


@fault(25)
def locked_by_another_tool_for_long(box):
    """A bounded wait, then busy; nothing was sent, and it goes on when the lock is gone."""
    box.run('first').settled()
    tool = sqlite3.connect(box.journal, isolation_level=None)
    try:
        tool.execute('begin immediate')
        began = time.monotonic()
        box.run('a').ended(6).told('busy')
        hold(time.monotonic() - began < 45, 'the wait is bounded')
        box.cf('list', box.journal).ended(0)
        tool.execute('rollback')
    finally:
        tool.close()
    hold(box.effects == ['first 0'], box.effects)
    box.run('a').settled()


# Rows 29 and 30: memory and threads.

@fault(29)
def a_heap_too_small_for_the_response(box):
    """No false outcome: uncertain or not settled at all, locks freed; the next run knows what was sent."""
    endings = set()
    for megabytes in box.some((12,), (8, 12, 16, 24)):
        script = EFFECT + '; head -c 6000000 /dev/zero'
        for n, more in enumerate(((), ('-XX:+ExitOnOutOfMemoryError',))):
            identity = 'm%d-%d' % (megabytes, n)
            spec = box.spec('s', invocation(identity, script, limits={'max_calls': 2, 'max_response_bytes': 16000000}))
            ran = box.cf('run', '--journal', box.journal, '--spec', spec, jvm=('-Xmx%dm' % megabytes, *more))
            endings.add(ran.exit)
            hold(ran.exit in ((0, 1, 3, 4, 6) if not more else (0, 1, 3, 4, 6)), ran)
            if not more:
                ran.tidy()
                hold(len(ran.err.splitlines()) <= 2, 'a line a problem', ran)
            sent = box.effects.count(identity + ' 0')
            again = box.cf('run', '--journal', box.journal, '--spec', spec).ended(0, 4).tidy()
            hold(again.result()['status'] == ('uncertain' if sent and ran.exit != 0 else 'settled'), ran, again)
            hold(box.effects.count(identity + ' 0') == 1, 'one effect of each ordinal', box.effects)
    hold(endings - {0}, 'some heap is too small', endings)


@fault(29)
def a_heap_too_small_with_parallel_callers(box):
    """An error in a caller's thread is told and is no success."""
    script = EFFECT + '; head -c 6000000 /dev/zero'
    limits = {'max_calls': 1, 'max_response_bytes': 16000000}
    spec = box.spec('s', *(invocation('q%d' % n, script, limits=limits) for n in range(4)))
    ran = box.cf('run', '--journal', box.journal, '--parallel', 4, '--spec', spec, jvm=('-Xmx16m',))
    hold(ran.exit != 0 or len(ran.results) == 4, 'a lost invocation is told', ran)
    ran.tidy()


@fault(29)
def a_heap_too_small_for_the_request(box):
    """Refused before anything is sent."""
    (box.directory / 'big.json').write_text(json.dumps(invocation('big', EFFECT, request={'t': 'x' * 1000000})))
    endings = set()
    for megabytes in box.some((8,), (6, 8, 12, 16)):
        ran = box.cf('run', '--journal', box.journal, '--spec', box.directory / 'big.json', jvm=('-Xmx%dm' % megabytes,)).tidy()
        endings.add(ran.exit)
        hold(ran.exit in (0, 1, 4, 6), ran)
    box.cf('run', '--journal', box.journal, '--spec', box.directory / 'big.json').ended(0, 4)
    hold(len(box.effects) == 1, box.effects)


@fault(30)
def a_limit_on_address_space(box):
    """The JVM or the command says so; afterwards the journal is whole and the id runs."""
    box.run('first').settled()
    endings = []
    for megabytes in box.some((300, 4000), (300, 600, 1000, 1400, 1800, 2400, 4000)):
        ran = box.run('v%d' % megabytes, under=shell_limit('-v %d' % (megabytes * 1024)),
                      jvm=('-Xmx64m', '-XX:ReservedCodeCacheSize=16m', '-XX:CompressedClassSpaceSize=16m'))
        endings.append(ran.exit)
    box.check()
    hold(0 in endings and set(endings) != {0}, endings)


@fault(30)
def a_limit_on_threads(box):
    """A thread that cannot be made is no doubt."""
    box.run('first').settled()
    endings = []
    for threads in box.some((12, 40), (8, 12, 14, 16, 18, 20, 24, 40)):
        before = len(box.effects)
        under = ('setpriv', '--reuid=54321', '--regid=54321', '--clear-groups', *shell_limit('-u %d' % threads))
        box.home.chmod(0o777)
        for each in box.home.iterdir():
            each.chmod(0o666)
        if box.effects_file.exists():
            box.effects_file.chmod(0o666)
        ran = box.run('u%d' % threads, under=under)
        endings.append((threads, ran.exit, ran.err[:300]))
        if ran.exit not in (0, 4):
            hold(len(box.effects) == before, ran)
    box.check()
    hold(0 in {each[1] for each in endings}, endings)


# Rows 33 and 34: clocks, zones, locales.

def faked(*words):
    return ('env', 'FAKETIME_DONT_FAKE_MONOTONIC=1', 'faketime', *words)


@fault(33)
def a_clock_set_back_an_hour_between_two_processes(box):
    """Now is not before the latest instant of the records; the regression is kept; the deadline is not extended."""
    script = EFFECT + '; [ "$COUNTERFOIL_ORDINAL" = 0 ] && exit 75; echo done'
    limits = {'max_calls': 3, 'max_latency_millis': 600000}
    slow = box.spec('s', invocation('a', script, limits=limits, backoff={'kind': 'fixed', 'initial': '2s', 'max': '2s'}))
    first = box.start('run', '--journal', box.journal, '--events', '--spec', slow)
    first.await_event('outcome_committed')
    first.kill()
    box.cf('run', '--journal', box.journal, '--spec', slow, under=faked('-f', '-1h')).settled()
    records = box.records('a')
    instants = [each['at_millis'] for each in records]
    hold(instants == sorted(instants), 'instants never decrease', instants)
    hold('clock_regression' in [each.get('what') for each in records], records)
    hold(box.effects == ['a 0', 'a 1'], box.effects)


@fault(33)
def a_clock_set_forth_an_hour_between_two_processes(box):
    """The deadline has passed: stopped, nothing sent."""
    script = EFFECT + '; exit 75'
    limits = {'max_calls': 3, 'max_latency_millis': 600000}
    slow = box.spec('s', invocation('a', script, limits=limits, backoff={'kind': 'fixed', 'initial': '2s', 'max': '2s'}))
    first = box.start('run', '--journal', box.journal, '--events', '--spec', slow)
    first.await_event('outcome_committed')
    first.kill()
    ran = box.cf('run', '--journal', box.journal, '--spec', slow, under=faked('-f', '+1h')).ended(3)
    hold(ran.result()['reason'] == 'deadline_exceeded', ran)
    hold(box.effects == ['a 0'], box.effects)


@fault(33)
def a_clock_that_is_stepped_during_the_wait(box):
    """Set back an hour, then forth an hour, between the attempts of one process: neither waits longer nor lives longer."""
    for step, identity in (('-3600', 'back'), ('+3600', 'forth')):
        offset = box.directory / 'offset'
        offset.write_text('+0\n')
        script = EFFECT + '; echo "%s" >"%s"; [ "$COUNTERFOIL_ORDINAL" = 0 ] && exit 75; echo done' % (step, offset)
        limits = {'max_calls': 3, 'max_latency_millis': 60000}
        spec = box.spec('s', invocation(identity, script, limits=limits, backoff={'kind': 'fixed', 'initial': '1s', 'max': '1s'}))
        # A wait that became an hour longer would outlast the patience with a command.
        ran = box.cf('run', '--journal', box.journal, '--spec', spec, under=('env', 'FAKETIME_DONT_FAKE_MONOTONIC=1', 'FAKETIME_NO_CACHE=1',
                     'FAKETIME_TIMESTAMP_FILE=' + str(offset), 'LD_PRELOAD=' + preload()))
        records = box.records(identity)
        instants = [each['at_millis'] for each in records]
        hold(instants == sorted(instants), 'instants never decrease', instants)
        if identity == 'back':
            ran.settled()
            hold(instants[-1] - instants[0] < 60000, instants)
        else:
            ran.ended(3)
            hold(ran.result()['reason'] == 'deadline_exceeded', ran)
            hold(box.effects[-1] == 'forth 0', box.effects)


def preload():
    found = subprocess.run(['faketime', '-f', '+0', 'sh', '-c', 'echo $LD_PRELOAD'], capture_output=True, text=True, check=True)
    return found.stdout.strip()


@fault(33)
def two_hosts_whose_clocks_differ_by_a_year(box):
    """Who owns is decided by beats, not by clocks: a living owner is left alone."""
    gate = box.fifo('gate')
    first = box.start('run', '--journal', box.journal, '--events', '--id', 'a', '--', 'sh', '-c', EFFECT + '; read w <"%s"' % gate)
    first.await_event('intent_committed')
    box.run('a', '--wait', '1s', script=EFFECT + '; read w <"%s"' % gate, under=faked('-f', '+365d')).ended(6).told('owned_elsewhere')
    gate.write_text('go\n')
    first.end().settled()
    hold(box.effects == ['a 0'], box.effects)


@fault(34)
def locales_and_time_zones(box):
    """The same bytes everywhere: what one wrote the other reads, and shows alike."""
    dumps = set()
    for language, zone in box.some((('tr', 'Pacific/Kiritimati'),), (('tr', 'Pacific/Kiritimati'), ('ar-EG-u-nu-arab', 'Pacific/Pago_Pago'), ('th-TH-u-ca-buddhist', 'UTC'))):
        jvm = ('-Duser.language=' + language.split('-')[0], '-Duser.timezone=' + zone, '-Duser.country=' + 'TR')
        box.run('id-' + language, jvm=jvm).settled()
        box.cf('verify', box.journal, jvm=jvm).ended(0)
        dumps.add((box.cf('dump', box.journal, 'id-' + language, jvm=jvm).out == box.cf('dump', box.journal, 'id-' + language).out))
    hold(dumps == {True}, dumps)


@fault(34)
def years_2038_and_9999_and_a_leap_day(box):
    """Instants are counted in milliseconds since 1970; a deadline beyond the calendar is refused."""
    for name, date in (('y2038', '2038-01-19 03:14:06'), ('leap', '2028-02-29 23:59:59'), ('y2099', '2099-12-31 23:59:59')):
        ran = box.run(name, '--deadline', '1h', under=faked(date))
        ran.settled()
    for deadline, status in (('9999-12-31T23:59:59Z', 0), ('+999999999-12-31T23:59:59Z', 2), ('2038-01-19T03:14:08Z', 0)):
        box.run('d' + deadline[:5], '--deadline-at', deadline).ended(status).tidy()


# Rows 35 and 36: what other tools did.

@fault(35)
def files_that_are_not_ours_or_not_of_our_version(box):
    """Refused with 6 and no byte written; a missing table is damage."""
    box.run('a').settled()
    good = box.journal.read_bytes()
    for statement, status, word in (('pragma user_version = 99', 6, 'other_version'), ('pragma user_version = 0', 6, 'other_version'),
                                    ('pragma application_id = 7', 6, 'not_a_journal'), ('drop table record', 5, 'damaged'),
                                    ('drop table owner', 5, 'damaged'), ('alter table record rename column body to b', 5, 'damaged')):
        box.journal.write_bytes(good)
        box.sql(statement, 'pragma wal_checkpoint(truncate)')
        before = state(box.home)
        for command in (('run', '--journal', box.journal, '--id', 'b', '--', 'sh', '-c', EFFECT), ('recover', '--journal', box.journal),
                        ('verify', box.journal), ('reconcile', box.journal, 'a', '0', '--verdict', 'abandoned', '--evidence', 'x')):
            ran = box.cf(*command).tidy()
            # Who owns is asked only where something is owned.
            unasked = statement == 'drop table owner' and command[0] in ('recover', 'verify') and ran.exit == 0
            hold(unasked or ran.exit == status and word in ran.err, statement, ran)
            hold(state(box.home) == before, 'bytes were written', statement, ran)
    box.journal.write_bytes(good)
    foreign = box.home / 'other.db'
    box.sql('create table t(x)', path=foreign)
    before = foreign.read_bytes()
    box.cf('run', '--journal', foreign, '--id', 'b', '--', 'true').ended(6).told('not_a_journal')
    for content in (b'hello\n' * 100, b'\x7fELF' + bytes(4000)):
        (box.home / 'text').write_bytes(content)
        box.cf('run', '--journal', box.home / 'text', '--id', 'b', '--', 'true').ended(6).told('not_a_journal')
        hold((box.home / 'text').read_bytes() == content, 'bytes were written')
    hold(foreign.read_bytes() == before and box.effects == ['a 0'], 'bytes were written')


@fault(36)
def settings_changed_behind_our_back(box):
    """Set back before anything is written, or refused."""
    box.run('a').settled()
    for n, mode in enumerate(('delete', 'truncate', 'persist')):
        box.sql('pragma journal_mode = ' + mode)
        box.run('b%d' % n).settled()
        hold(box.journal.read_bytes()[18:20] == b'\x02\x02', 'the write-ahead log is set again')
    tool = sqlite3.connect(box.journal, isolation_level=None)
    try:
        tool.execute('pragma locking_mode = exclusive')
        tool.execute('pragma journal_mode = delete')
        tool.execute('begin immediate')
        box.run('c').ended(6).told('busy')
    finally:
        tool.close()
    hold(box.effects == ['a 0', 'b0 0', 'b1 0', 'b2 0'], box.effects)
    box.run('c').settled()


# Row 37: hostile content.

@fault(37)
def ids_and_keys_with_anything_in_them(box):
    """Kept and given back exactly, or refused with 2 before anything is written."""
    texts = ["a'); drop table record; --", 'a" or 1=1', '%s%n{}${jndi:x}', '../../etc/passwd', '\u202eabc', '\U0001f4a5', 'e\u0301',
             '\ufeffx', 'tab\there', 'x' * 256, '-rf', '--', '$(touch owned)', 'line\nbreak', 'bell\x07', '\x7f', '\u0000']
    for n, text in enumerate(box.some(texts[:4] + texts[-3:], texts)):
        spec = box.spec('s%d' % n, invocation(text, 'printf %s "$COUNTERFOIL_OPERATION_KEY"',
                        operation={'contract': 'receiver_idempotent', 'scope': text, 'key': text}))
        ran = box.cf('run', '--journal', box.journal, '--spec', spec).tidy()
        hold(ran.exit in (0, 2), repr(text), ran)
        if ran.exit == 0:
            hold(ran.result()['invocation'] == text and ran.result()['response'] == text.rstrip('\x00'), repr(text), ran)
    for raw in box.some(('"\\ud800"',), ('"\\ud800"', '"\\udc00\\ud800"', '"a\\u0000b"', '"' + 'x' * 257 + '"')):
        path = box.directory / 'raw'
        path.write_text(json.dumps(invocation('ID', 'true')).replace('"ID"', raw))
        box.cf('run', '--journal', box.journal, '--spec', path).ended(2).tidy()
    hold(not (box.directory / 'owned').exists(), 'an id was run by a shell')


@fault(37)
def requests_and_responses_of_megabytes(box):
    """A request over its bound is refused with 2, a response over its bound is uncertain, one of ten megabytes within its bound is kept."""
    box.cf('run', '--journal', box.journal, '--spec', box.spec('big', invocation('big', EFFECT, request='x' * (10 << 20)))).ended(2).tidy()
    hold(not box.effects and not box.journal.exists(), 'nothing was made')
    script = EFFECT + '; head -c 10485760 /dev/zero | tr "\\0" x'
    box.cf('run', '--journal', box.journal, '--spec', box.spec('over', invocation('over', script))).ended(4).told('response_too_large')
    limits = {'max_calls': 1, 'max_response_bytes': 10485760}
    within = box.spec('within', invocation('within', script, limits=limits))
    ran = box.cf('run', '--journal', box.journal, '--spec', within).settled()
    hold(ran.result()['response'] == 'x' * 10485760, 'ten megabytes')
    hold(box.cf('run', '--journal', box.journal, '--spec', within).settled().result()['response'] == 'x' * 10485760, 'and again')


# Row 39: shutdown.

@fault(39)
def told_to_stop_at_any_moment(box):
    """TERM, INT, INT twice, at moments from the start of the JVM on: ends soon, and the next run knows all."""
    script = EFFECT + '; echo done'
    for n, (delay, signals) in enumerate(box.some(((0.3, [INT, INT]), (0.8, [TERM])), ((0.05, [TERM]), (0.2, [INT]), (0.3, [INT, INT]), (0.4, [TERM, INT]), (0.5, [INT]),
                                          (0.6, [TERM, TERM, TERM]), (0.8, [TERM]), (1.0, [INT])))):
        spec = box.spec('s%d' % n, *(invocation('t%d-%d' % (n, m), script) for m in range(12)))
        # A shell's background process ignores INT; ours is started with the system's meaning of it.
        running = box.start('run', '--journal', box.journal, '--spec', spec, under=('env', '--default-signal=INT,TERM'))
        time.sleep(delay)
        for number in signals:
            running.signal(number)
        ran = running.end()
        # A signal in the first moments of a JVM may end it in a way of its own, before a line of ours ran.
        of_the_jvm = ran.exit == 1 and ran.err.startswith('Error occurred during initialization of VM')
        hold(of_the_jvm or ran.exit in (0, 6, 130, 143, -2, -15), ran)
        ran.exit in (130, 143) and ran.told() if ran.err else None
        again = box.cf('run', '--journal', box.journal, '--spec', spec)
        hold(again.exit in (0, 4), ran, again)
        hold(len(again.results) == 12, again)


# Row 40: the native library.

@fault(40)
def a_native_library_that_cannot_be_loaded(box):
    """6 with its place, before a journal or an effect is there."""
    readonly, noexec, full = box.directory / 'ro', box.directory / 'noexec', box.directory / 'full'
    for each in (readonly, noexec, full):
        each.mkdir()
    box.mount(readonly, '-t', 'tmpfs', '-o', 'ro', 'none')
    box.mount(noexec, '-t', 'tmpfs', '-o', 'noexec', 'none')
    box.mount(full, '-t', 'tmpfs', '-o', 'size=64k', 'none')
    subprocess.run('dd if=/dev/zero of="%s/ballast" bs=4k 2>/dev/null; true' % full, shell=True, check=True)
    for place in (readonly, noexec, full, box.directory / 'nowhere'):
        options = box.product.options(unpacked=False)
        ran = box.run('a', jvm=('-Djava.io.tmpdir=' + str(place),), options=options).ended(6).told('library_missing', 'java.io.tmpdir')
        hold(ran.err.splitlines()[-1].startswith('library_missing, '), 'the last line, behind what the driver logs', ran)
        box.cf('list', box.journal, jvm=('-Djava.io.tmpdir=' + str(place),), options=options).ended(6).tidy()
        hold(not box.names() and not box.effects, box.names())
