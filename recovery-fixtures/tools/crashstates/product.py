# SPDX-License-Identifier: Apache-2.0
"""The command under attack: how it is started, its provider, its specs; and the same command with a planted fault."""
import json
import os
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
TARGET = os.path.join(HOME, "cli", "target")
MAIN = "dev.counterfoil.cli.Main"

# The other side of the wire: says what it did in a file of its own, and then answers in one way or another.
PROVIDER = r"""
me="$COUNTERFOIL_INVOCATION $COUNTERFOIL_ORDINAL"
effect() { echo "$me" >>"$EFFECTS"; }
case $1 in
    ok) effect; printf 'done %s' "$me" ;;
    flaky) [ "$COUNTERFOIL_ORDINAL" -gt 0 ] || exit 75; effect; printf 'done %s' "$me" ;;
    busy) exit 75 ;;
    rejects) exit 64 ;;
    never) exit 77 ;;
    lost) effect; exit 9 ;;
    hangs) effect; exec sleep 30 ;;
    large) effect; head -c 600000 /dev/zero | tr '\0' "$COUNTERFOIL_ORDINAL" ;;
esac
"""


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


def java():
    home = os.environ.get("JAVA_HOME")
    return os.path.join(home, "bin", "java") if home else shutil.which("java") or "java"


def javac():
    return os.path.join(os.path.dirname(os.path.realpath(java())), "javac")


def command(more=(), planted=None):
    """The start of every command line: with more options of the JVM; with a directory of classes before ours, where one is planted."""
    jar = os.path.join(TARGET, "counterfoil.jar")
    if not os.path.exists(jar):
        raise RuntimeError("the command is not built; run: make build")
    options = list(more) + ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx256m", "-Xlog:disable", "-Xlog:all=warning:stderr",
               "-Xlog:cds*=off:stderr"]
    native, archive = os.path.join(TARGET, "native"), os.path.join(TARGET, "counterfoil.jsa")
    if os.path.exists(os.path.join(native, "libsqlitejdbc.so")):
        options += ["-Dorg.sqlite.lib.path=" + native, "-Dorg.sqlite.lib.name=libsqlitejdbc.so"]
    if planted:
        return [java()] + options + ["-cp", ":".join([planted, jar, os.path.join(TARGET, "lib", "*")]), MAIN]
    if os.path.exists(archive):
        options += ["-XX:SharedArchiveFile=" + archive, "-Xshare:auto"]
    return [java()] + options + ["-jar", jar]


def planted(where, source, old, new, module="journal"):
    """Compiles one source file of a module with a fault in it -> the directory of its classes."""
    path = os.path.join(HOME, module, "src", "main", "java", source)
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if text.count(old) != 1:
        raise RuntimeError("%s has no single place to plant in: %s" % (source, old))
    copy = os.path.join(where, os.path.basename(source))
    os.makedirs(where, exist_ok=True)
    with open(copy, "w", encoding="utf-8") as f:
        f.write(text.replace(old, new))
    classes = os.path.join(where, "classes")
    library = os.path.join(TARGET, "lib", "*")
    subprocess.run([javac(), "-nowarn", "-proc:none", "--release", "17", "-d", classes, "-cp", library, copy], check=True)
    return classes


def spec(where, name, invocations):
    """Writes a spec -> its path. An invocation is id, behaviours of its providers, and what else its spec has."""
    path = os.path.join(where, name)
    with open(path, "w", encoding="utf-8") as f:
        for ident, behaviours, more in invocations:
            line = {"id": ident, "request_text": "request of " + ident, "limits": {"max_calls": 4, "max_retries": 2, "max_failovers": 1},
                    "backoff": {"kind": "fixed", "initial": "1ms", "max": "1ms", "jitter": "none"},
                    "providers": [{"id": "p%d" % n, "exec": ["sh", "-c", PROVIDER, "provider", b], "rejected_exit_codes": [64],
                                   "retryable_exit_codes": [75], "permanent_exit_codes": [77]} for n, b in enumerate(behaviours)]}
            line.update(more)
            f.write(json.dumps(line) + "\n")
    return path


def mixed(prefix=""):
    """Every kind of ending."""
    keyed = {"contract": "receiver_idempotent", "scope": "acme/orders", "key": "k"}
    return [(prefix + ident, behaviours, more) for ident, behaviours, more in (
        ("ok-1", ["ok"], {}), ("retried", ["flaky"], {}), ("failed over", ["busy", "ok"], {}), ("rejected", ["rejects", "ok"], {}),
        ("lost-1", ["lost", "ok"], {}), ("exhausted", ["busy"], {"limits": {"max_calls": 2}}),
        ("timed out", ["hangs"], {"attempt_timeout": "150ms"}), ("permanent", ["never"], {}),
        ("redelivered", ["lost"], {"doubt": "redeliver", "operation": keyed, "limits": {"max_calls": 2}}),
        ("too late", ["hangs"], {"limits": {"max_calls": 1, "max_latency_millis": 300}}),
        ("no time", ["ok"], {"limits": {"max_calls": 1, "max_latency_millis": 0}}),
        ("read", ["lost", "ok"], {"operation": {"contract": "read_only"}}),
        ("lost-2", ["lost"], {}), ("ok-2", ["ok"], {}))]
