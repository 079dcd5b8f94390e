# SPDX-License-Identifier: Apache-2.0
"""The real command in a directory of its own, and what may be expected of it whatever is done to it."""
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import zipfile
from pathlib import Path

# Only what hangs takes so long, on the busiest machine too.
PATIENCE_SECONDS = 600
# A provider that tells what it did: one line for each effect, written at once.
EFFECT = 'echo "$COUNTERFOIL_INVOCATION $COUNTERFOIL_ORDINAL" >>"$EFFECTS"'


class Failed(AssertionError):
    """An expectation that did not hold."""


def hold(condition, *told):
    if not condition:
        raise Failed(' | '.join(str(each) for each in told))


class Product:
    """The built command, copied so that a build beside it changes nothing, with its native library unpacked."""

    def __init__(self, tree, java, is_quick=False):
        self.java, self.is_quick = java, is_quick
        # World-readable: some faults run the command as nobody.
        self.root = Path(tempfile.mkdtemp(prefix='faults-'))
        self.root.chmod(0o755)
        target = tree / 'cli' / 'target'
        if not (target / 'counterfoil.jar').is_file():
            raise SystemExit('no cli/target/counterfoil.jar: run make build first')
        shutil.copy(target / 'counterfoil.jar', self.root)
        shutil.copytree(target / 'lib', self.root / 'lib')
        (self.root / 'native').mkdir()
        packed = 'org/sqlite/native/Linux/' + os.uname().machine + '/libsqlitejdbc.so'
        for driver in (self.root / 'lib').glob('sqlite-jdbc-*.jar'):
            with zipfile.ZipFile(driver) as jar:
                (self.root / 'native' / 'libsqlitejdbc.so').write_bytes(jar.read(packed))
        (self.root / 'native' / 'libsqlitejdbc.so').chmod(0o755)
        self.archive = self.root / 'classes.jsa'
        journal = self.root / 'warm.db'
        subprocess.run([java, '-XX:ArchiveClassesAtExit=' + str(self.archive), '-Xlog:disable', *self.options(False), 'run', '--journal',
                        str(journal), '--events', '--id', 'warm', '--', 'true'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=False)
        for path in self.root.rglob('*'):
            path.chmod(0o755 if path.is_dir() or path.suffix == '.so' else 0o644)

    def options(self, archived=True, unpacked=True):
        options = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Dfile.encoding=UTF-8']
        if unpacked:
            options += ['-Dorg.sqlite.lib.path=' + str(self.root / 'native'), '-Dorg.sqlite.lib.name=libsqlitejdbc.so']
        if archived and self.archive.is_file():
            options += ['-Xlog:disable', '-Xlog:all=warning:stderr', '-Xlog:cds*=off:stderr', '-XX:+DisplayVMOutputToStderr',
                        '-XX:SharedArchiveFile=' + str(self.archive), '-Xshare:auto']
        return options + ['-jar', str(self.root / 'counterfoil.jar')]

    def close(self):
        shutil.rmtree(self.root, ignore_errors=True)


class Ran:
    """How a command ended: exit status, stdout, stderr."""

    def __init__(self, exit_status, out, err, arguments):
        self.exit, self.out, self.err, self.arguments = exit_status, out, err, arguments

    def __str__(self):
        return 'exit %s of %s\n--out: %s\n--err: %s' % (self.exit, ' '.join(self.arguments), self.out[:1500], self.err[:1500])

    @property
    def lines(self):
        return [json.loads(line) for line in self.out.splitlines() if line.startswith('{')]

    @property
    def results(self):
        return [line for line in self.lines if 'status' in line and 'invocation' in line and 'record' not in line]

    def result(self):
        hold(len(self.results) == 1, 'one result line expected', self)
        return self.results[0]

    def settled(self):
        hold(self.exit == 0 and self.result()['status'] == 'settled', 'settled expected', self)
        return self

    def ended(self, *statuses):
        hold(self.exit in statuses, 'exit %s expected' % '/'.join(map(str, statuses)), self)
        return self

    def told(self, *words):
        """One line for people that has each of the words, and no stack trace."""
        self.tidy()
        for word in words:
            hold(word in self.err, 'stderr must say: ' + word, self)
        return self

    def tidy(self):
        hold(not re.search(r'^\s+at [\w.$]+\(|Exception in thread', self.err, re.M), 'a stack trace', self)
        hold('this is a bug of ours' not in self.err, 'an unexpected failure', self)
        if self.exit != 0:
            hold(self.err.strip(), 'an exit other than 0 says why', self)
        return self


class Running:
    """A command that was started and has not ended."""

    def __init__(self, box, process, arguments):
        self.box, self.process, self.arguments, self.read = box, process, arguments, []

    def await_event(self, event, count=1):
        while count > 0:
            line = self.process.stdout.readline()
            hold(line, 'ended before ' + event, self.read, self.box.stderr_of(self.process))
            self.read.append(line)
            count -= '"event":"%s"' % event in line

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.end()

    def end(self):
        out, _ = self.process.communicate(timeout=PATIENCE_SECONDS)
        return Ran(self.process.returncode, ''.join(self.read) + out, self.box.stderr_of(self.process), self.arguments)


class Box:
    """A directory with a journal in it. What is written there goes with it."""
    open_ones = []

    @staticmethod
    def kill_all():
        for box in list(Box.open_ones):
            for running in list(box.started):
                running.process.kill()

    def __init__(self, product, parent=None):
        self.product = product
        self.directory = Path(tempfile.mkdtemp(prefix='fault-', dir=parent))
        self.directory.chmod(0o777)
        self.home = self.directory / 'home'
        self.home.mkdir()
        self.home.chmod(0o777)
        self.journal = self.home / 'j.db'
        self.effects_file = self.directory / 'effects'
        self.undo, self.started, self.count = [], [], 0
        Box.open_ones.append(self)

    def some(self, few, all_of_them):
        """The values of a sweep: all of them, or the few of a quick run."""
        return few if self.product.is_quick else all_of_them

    def later(self, *command):
        """Something to be done when the box goes, newest first."""
        self.undo.append(command)

    def mount(self, place, *options):
        subprocess.run(['mount', *options, str(place)], check=True)
        self.later('umount', '-l', str(place))
        return place

    def close(self):
        Box.open_ones.remove(self)
        for running in self.started:
            if running.process.poll() is None:
                running.process.kill()
            running.process.stdout.close()
            running.process.wait()
        for command in reversed(self.undo):
            subprocess.run(command, check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.directory, ignore_errors=True)

    def start(self, *arguments, under=(), jvm=(), options=None, environment=None, stdin=None):
        self.count += 1
        err = self.directory / ('stderr.%d' % self.count)
        command = [*under, self.product.java, *jvm, *(options or self.product.options()), *map(str, arguments)]
        env = {name: value for name, value in os.environ.items() if not name.startswith('COUNTERFOIL_')}
        env.update(EFFECTS=str(self.effects_file), LC_ALL='C.UTF-8', **(environment or {}))
        with open(err, 'wb') as errors:
            process = subprocess.Popen(command, cwd=self.directory, env=env, stdout=subprocess.PIPE, stderr=errors, text=True,
                                       encoding='utf-8', errors='replace', stdin=stdin or subprocess.DEVNULL)
        process.err = err
        running = Running(self, process, [str(each) for each in arguments])
        self.started.append(running)
        return running

    def stderr_of(self, process):
        return process.err.read_text(encoding='utf-8', errors='replace')

    def cf(self, *arguments, **how):
        return self.start(*arguments, **how).end()

    def run(self, identity, *rest, script=EFFECT + '; echo done', **how):
        return self.cf('run', '--journal', self.journal, '--id', identity, *rest, '--', 'sh', '-c', script, **how)

    def spec(self, name, *invocations):
        path = self.directory / name
        path.write_text(''.join(json.dumps(each) + '\n' for each in invocations), encoding='utf-8')
        return path

    @property
    def effects(self):
        return self.effects_file.read_text().splitlines() if self.effects_file.exists() else []

    def records(self, *arguments):
        return self.cf('dump', self.journal, '--format', 'jsonl', *arguments).lines

    def check(self):
        """What holds after every fault: the journal is whole, each effect has its intent, and none happened twice for one intent."""
        verified = self.cf('verify', self.journal)
        hold(verified.exit == 0, 'the journal must be whole', verified)
        intents = {'%s %d' % (each['invocation'], each['ordinal']) for each in self.records() if each['record'] == 'intent'}
        for effect in self.effects:
            hold(effect in intents, 'an effect without its intent', effect)
        hold(len(set(self.effects)) == len(self.effects), 'an effect twice', self.effects)

    def sql(self, *statements, path=None):
        """What another tool does to the file while nobody has it open."""
        connection = sqlite3.connect(path or self.journal, isolation_level=None)
        try:
            return [connection.execute(statement).fetchall() for statement in statements]
        finally:
            connection.close()

    def names(self):
        return sorted(each.name for each in self.home.iterdir())

    def fifo(self, name):
        path = self.directory / name
        os.mkfifo(path)
        path.chmod(0o666)
        return path


def invocation(identity, script, **members):
    """A spec with one provider that is a shell command."""
    provider = {'id': 'p', 'exec': ['sh', '-c', script], 'retryable_exit_codes': [75]}
    spec = {'id': identity, 'request': {'n': 1}, 'limits': {'max_calls': 3}, 'backoff': {'kind': 'none'}, 'providers': [provider]}
    spec.update(members)
    return spec


def until(condition, seconds=60):
    """Waits for what another process does."""
    end = time.monotonic() + seconds
    while not condition():
        hold(time.monotonic() < end, 'did not happen in time')
        time.sleep(0.02)


STOP, GO, TERM, INT = signal.SIGSTOP, signal.SIGCONT, signal.SIGTERM, signal.SIGINT
