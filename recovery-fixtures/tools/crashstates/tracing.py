# SPDX-License-Identifier: Apache-2.0
"""Recording a command under strace and turning the trace into model events.

A recording is a folder:
  trace.json   header: command, directory, initial tree, summary, warnings
  events.jsonl one event a line, in the order in which they took effect
  blob.bin     payloads (initial file contents, written bytes, stdout, effects)
"""
import fnmatch
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

TRACED = (
    "open,openat,openat2,creat,close,close_range,dup,dup2,dup3,fcntl,lseek,"
    "read,readv,write,writev,pwrite64,pwritev,pwritev2,truncate,ftruncate,fallocate,"
    "rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,"
    "mkdir,mkdirat,rmdir,fsync,fdatasync,sync_file_range,sync,syncfs,mmap,"
    "sendfile,copy_file_range,splice,io_submit,io_uring_setup,chdir,fchdir,"
    "clone,clone3,fork,vfork,execve"
)
MAX_STRING = 16 * 1024 * 1024
FALLOC_KEEP_SIZE, FALLOC_PUNCH, FALLOC_ZERO = 1, 2, 16


class TraceError(Exception):
    """The recording cannot be trusted; nothing may be concluded from it."""


# --------------------------------------------------------------------------
# the live namespace while the trace is read


class Node:
    __slots__ = ("ino", "kind", "children", "excluded", "size", "ops")

    def __init__(self, ino, kind, excluded=False):
        self.ino, self.kind, self.excluded = ino, kind, excluded
        self.children = {} if kind == "d" else None
        self.size = 0
        self.ops = []           # (kind, offset or size, payload) so far: what the file holds


class OpenFile:
    """An open file description, shared by dup()ed and inherited descriptors."""
    __slots__ = ("kind", "node", "path", "offset", "append", "dsync")

    def __init__(self, kind, node, path, offset, append, dsync):
        self.kind, self.node, self.path = kind, node, path
        self.offset, self.append, self.dsync = offset, append, dsync


class Task:
    __slots__ = ("files", "fs")

    def __init__(self, files, fs):
        self.files = files      # fd -> OpenFile, shared between threads
        self.fs = fs            # [cwd], shared between threads


class Blob:
    def __init__(self, path):
        self.f = open(path, "wb")
        self.at = 0

    def add(self, data):
        start = self.at
        self.f.write(data)
        self.at += len(data)
        return start

    def close(self):
        self.f.close()


def is_excluded(name, patterns):
    return any(fnmatch.fnmatch(name, p) for p in patterns)


def snapshot(root, exclude, blob, skip=()):
    """Read a directory into (tree, nodes): everything in it counts as durable.

    skip: absolute paths that are not part of the model (the effects file)."""
    nodes = {}
    tree = {}
    seen = {}
    counter = [0]

    def new(kind, excluded=False):
        counter[0] += 1
        n = Node(counter[0], kind, excluded)
        nodes[n.ino] = n
        return n

    def walk(path, node):
        entry = {"kind": "d", "children": {}}
        tree[node.ino] = entry
        for name in sorted(os.listdir(path)):
            full = os.path.join(path, name)
            st = os.lstat(full)
            key = (st.st_dev, st.st_ino)
            if full in skip:
                continue
            if os.path.islink(full):
                child = new("l")
                tree[child.ino] = {"kind": "l", "target": os.readlink(full)}
            elif os.path.isdir(full):
                child = new("d")
                walk(full, child)
            elif os.path.isfile(full):
                if key in seen:
                    child = seen[key]
                else:
                    child = new("f", is_excluded(name, exclude))
                    seen[key] = child
                    if not child.excluded:
                        with open(full, "rb") as f:
                            data = f.read()
                        child.size = len(data)
                        child.ops.append(("write", 0, data))
                        tree[child.ino] = {"kind": "f", "b": blob.add(data), "len": len(data)}
            else:
                continue
            node.children[name] = child
            if not child.excluded:
                entry["children"][name] = child.ino
    top = new("d")
    walk(root, top)
    return tree, nodes, top, counter[0]


# --------------------------------------------------------------------------
# strace text

_HEX = re.compile(r"\\x")
_IOV = re.compile(r'iov_base=("(?:[^"]*)"(?:\.\.\.)?|NULL|0x[0-9a-f]+), iov_len=(\d+)')
_FD = re.compile(r"^(-?\d+|AT_FDCWD)(?:<([^>]*)>(\(deleted\))?)?")
_FLAGS = re.compile(r"flags=([A-Z_0-9|a-fx]+)")


def unhex(s):
    return bytes.fromhex(s.replace("\\x", ""))


def string_arg(s):
    if s.endswith("..."):
        raise TraceError("strace cut a payload short (longer than %d bytes)" % MAX_STRING)
    if not s.startswith('"'):
        return None
    return unhex(s[1:-1])


def path_arg(s):
    b = string_arg(s)
    return None if b is None else os.fsdecode(b)


def fd_arg(s):
    """-> (fd or None for AT_FDCWD, annotated path or None)"""
    m = _FD.match(s)
    if not m:
        return None, None
    path = os.fsdecode(unhex(m.group(2))) if m.group(2) else None
    return (None if m.group(1) == "AT_FDCWD" else int(m.group(1))), path


def result_of(text):
    """-> (ok, value or None when unknown)"""
    t = text.strip()
    if t.startswith("?"):
        return None, None
    m = re.match(r"(-?(?:0x[0-9a-f]+|\d+))", t)
    if not m:
        return None, None
    v = int(m.group(1), 0)
    if v == -1 and re.match(r"-1 E[A-Z]", t):
        return False, v
    return True, v


class Parser:
    def __init__(self, root, root_alias, cwd, effects, exclude, allow_mmap, stdout_tag, blob, snap):
        self.root = root
        self.aliases = sorted({root, root_alias}, key=len, reverse=True)
        self.effects = effects
        self.exclude = exclude
        self.allow_mmap = allow_mmap
        self.stdout_tag = stdout_tag
        self.blob = blob
        self.tree, self.nodes, self.top, self.last_ino = snap
        self.events = []
        self.tasks = {}
        self.start_cwd = cwd
        self.clones = {}         # child tid -> [(line, parent tid, flags)]
        self.warnings = []
        self.errors = []
        self.canon_cache = {}
        self.stats = {"lines": 0, "syscalls": 0}

    # -- paths ----------------------------------------------------------
    def canon(self, path):
        """Absolute path -> path relative to the root ('' is the root) or None."""
        path = os.path.normpath(path)
        for a in self.aliases:
            if path == a:
                return ""
            if path.startswith(a + "/"):
                return path[len(a) + 1:]
        parent, base = os.path.split(path)
        real = self.canon_cache.get(parent)
        if real is None:
            real = self.canon_cache[parent] = os.path.realpath(parent)
        full = os.path.join(real, base)
        if full == self.root:
            return ""
        if full.startswith(self.root + "/"):
            return full[len(self.root) + 1:]
        return None

    def absolute(self, task, dirfd_path, path):
        if path.startswith("/"):
            return path
        return os.path.join(dirfd_path or task.fs[0], path)

    def lookup(self, rel):
        node = self.top
        if rel == "":
            return node
        for part in rel.split("/"):
            if node is None or node.children is None:
                if node is not None and node.kind == "l":
                    raise TraceError("path through a symbolic link inside the directory: " + rel)
                return None
            node = node.children.get(part)
        return node

    def parent(self, rel):
        d, base = os.path.split(rel)
        return self.lookup(d), base

    def is_effects(self, path):
        return self.effects is not None and os.path.normpath(path) in self.effects

    # -- tasks ------------------------------------------------------------
    def task(self, tid, line):
        t = self.tasks.get(tid)
        if t is None:
            t = self.spawn(tid, line)
        return t

    def spawn(self, tid, line):
        best = None
        for (at, parent, flags) in self.clones.get(tid, ()):
            if at <= line:
                best = (parent, flags)
        if best is None:
            t = Task({}, [self.start_cwd])
        else:
            p = self.task(best[0], line)
            t = Task(p.files if "CLONE_FILES" in best[1] else dict(p.files),
                     p.fs if "CLONE_FS" in best[1] else list(p.fs))
        self.tasks[tid] = t
        return t

    # -- the two passes -----------------------------------------------------
    def complete_calls(self, path, only=None):
        """Yield (enter line, exit line, tid, name, argument text, result text).

        Calls are yielded at their exit; those that never returned come last."""
        pending = {}
        n = 0
        with open(path, "r", encoding="latin-1", newline="\n") as f:
            for n, raw in enumerate(f, 1):
                if only is not None and not only(raw):
                    continue
                sp = raw.find(" ")
                if sp <= 0:
                    continue
                tid = raw[:sp]
                rest = raw[sp:].strip()
                if rest.startswith("<... "):
                    end = rest.find(" resumed>")
                    if end < 0 or tid not in pending:
                        continue
                    enter, text = pending.pop(tid)
                    text += rest[end + 9:]
                elif rest.endswith("<unfinished ...>"):
                    pending[tid] = (n, rest[:-16].rstrip())
                    continue
                elif rest.startswith("+++") or rest.startswith("---"):
                    if rest.startswith("+++ ") and tid in pending:
                        enter, text = pending.pop(tid)
                        call = self.split_call(text + ") = ?")
                        if call:
                            yield (enter, n, int(tid)) + call
                    if rest.startswith("+++ "):
                        yield (n, n, int(tid), "+++", rest, "")
                    continue
                else:
                    enter, text = n, rest
                call = self.split_call(text)
                if call:
                    yield (enter, n, int(tid)) + call
            for tid, (enter, text) in pending.items():
                call = self.split_call(text + ") = ?")
                if call:
                    yield (enter, n + 1, int(tid)) + call
        self.stats["lines"] = n

    @staticmethod
    def split_call(text):
        p = text.find("(")
        if p <= 0:
            return None
        eq = text.rfind(" = ")
        if eq < 0:
            return None
        args = text[p + 1:eq].rstrip()
        if args.endswith(")"):
            args = args[:-1]
        return text[:p], args, text[eq + 3:]

    def parse(self, path):
        def forks(raw):
            head = raw[:48]
            return "clone" in head or "fork" in head or "+++" in head
        for enter, leave, tid, name, args, res in self.complete_calls(path, forks):
            if name in ("clone", "clone3", "fork", "vfork"):
                ok, child = result_of(res)
                if ok and child:
                    m = _FLAGS.search(args)
                    self.clones.setdefault(child, []).append((enter, tid, m.group(1) if m else ""))
        for enter, leave, tid, name, args, res in self.complete_calls(path):
            self.stats["syscalls"] += 1
            if name == "+++":
                if "superseded" not in args:
                    self.tasks.pop(tid, None)
                continue
            handler = getattr(self, "do_" + name, None)
            if handler is None:
                continue
            self.enter, self.leave = enter, leave
            ok, val = result_of(res)
            if ok and "(INJECTED)" in res:
                continue                  # a made-up success: the kernel never did it
            handler(self.task(tid, enter), args.split(", "), ok, val, res, args)
        # acknowledgements and effects count from their issue, all else from its completion
        self.events.sort(key=lambda e: (e["a"] if e["t"] in ("ack", "effect") else e["z"]))

    def emit(self, t, **kw):
        e = {"t": t, "a": self.enter, "z": self.leave}
        e.update(kw)
        self.events.append(e)
        return e

    # -- descriptors -----------------------------------------------------
    def of(self, task, arg):
        """The open file behind a descriptor argument, or None when not of interest."""
        fd, path = fd_arg(arg)
        if fd is None or fd < 0:
            return None
        f = task.files.get(fd)
        if path is None:
            return f if f is not None and f.kind != "other" else None
        if path == self.stdout_tag:
            if f is None or f.kind != "stdout":
                f = task.files[fd] = OpenFile("stdout", None, path, 0, True, False)
            return f
        if self.is_effects(path):
            if f is None or f.kind != "effects":
                self.warnings.append("effects file reached through a descriptor opened out of sight")
                f = task.files[fd] = OpenFile("effects", None, path, None, True, False)
            return f
        if not path.startswith("/"):
            return None
        rel = self.canon(path)
        if rel is None:
            return None
        if f is not None and f.kind in ("file", "dir"):
            return f
        node = self.lookup(rel)
        if node is None:
            return None
        f = task.files[fd] = OpenFile("dir" if node.kind == "d" else "file", node, path, None, False, False)
        return f

    def opened(self, task, path, flags, ok, val, res):
        if not ok:
            return
        fd, real = fd_arg(res.strip())
        flags = set(flags.split("|"))
        append = "O_APPEND" in flags
        dsync = "O_DSYNC" in flags or "O_SYNC" in flags
        full = real if real and real.startswith("/") else path
        if self.is_effects(full) or self.is_effects(path):
            if not append and ("O_WRONLY" in flags or "O_RDWR" in flags):
                self.errors.append("the effects file was opened for writing without O_APPEND")
            if "O_TRUNC" in flags:
                self.errors.append("the effects file was opened with O_TRUNC")
            task.files[fd] = OpenFile("effects", None, full, 0, append, dsync)
            return
        rel = self.canon(full)
        if rel is None:
            task.files[fd] = OpenFile("other", None, full, 0, append, dsync)
            return
        if "O_TMPFILE" in flags:
            raise TraceError("O_TMPFILE inside the directory is not modelled")
        node = self.lookup(rel)
        if node is None:
            if "O_CREAT" not in flags:
                raise TraceError("opened a file that the trace never saw created: " + rel)
            node = self.create(rel, "f")
        elif "O_TRUNC" in flags and node.kind == "f" and not node.excluded \
                and ("O_WRONLY" in flags or "O_RDWR" in flags):
            self.cut(node, 0)
        task.files[fd] = OpenFile("dir" if node.kind == "d" else "file", node, full, 0, append, dsync)

    def create(self, rel, kind, target=None):
        d, base = self.parent(rel)
        if d is None:
            raise TraceError("parent folder unknown for " + rel)
        self.last_ino += 1
        node = Node(self.last_ino, kind, kind == "f" and is_excluded(base, self.exclude))
        self.nodes[node.ino] = node
        d.children[base] = node
        if not node.excluded:
            self.emit("create", dir=d.ino, name=base, ino=node.ino, kind=kind, target=target, path=rel)
        return node

    def do_open(self, task, a, ok, val, res, args):
        p = path_arg(a[0])
        if p is not None:
            self.opened(task, self.absolute(task, None, p), a[1], ok, val, res)

    def do_creat(self, task, a, ok, val, res, args):
        p = path_arg(a[0])
        if p is not None:
            self.opened(task, self.absolute(task, None, p), "O_WRONLY|O_CREAT|O_TRUNC", ok, val, res)

    def do_openat(self, task, a, ok, val, res, args):
        fd, base = fd_arg(a[0])
        if fd is None and base:
            task.fs[0] = base
        p = path_arg(a[1])
        if p is not None:
            self.opened(task, self.absolute(task, base, p), a[2], ok, val, res)

    def do_openat2(self, task, a, ok, val, res, args):
        m = _FLAGS.search(args)
        fd, base = fd_arg(a[0])
        p = path_arg(a[1])
        if p is not None:
            self.opened(task, self.absolute(task, base, p), m.group(1) if m else "", ok, val, res)

    def do_close(self, task, a, ok, val, res, args):
        fd, _ = fd_arg(a[0])
        f = task.files.pop(fd, None)
        if f is not None and f.kind == "file" and not f.node.excluded:
            self.emit("close", ino=f.node.ino)

    def do_close_range(self, task, a, ok, val, res, args):
        lo, hi = int(a[0], 0), (1 << 31 if a[1].startswith("~") else int(a[1], 0))
        if "CLOEXEC" in (a[2] if len(a) > 2 else ""):
            return
        for fd in [x for x in task.files if lo <= x <= hi]:
            del task.files[fd]

    def duplicate(self, task, a, ok, val):
        if ok:
            old, _ = fd_arg(a[0])
            f = self.of(task, a[0]) or task.files.get(old)
            if f is None:
                task.files.pop(val, None)
            else:
                task.files[val] = f

    def do_dup(self, task, a, ok, val, res, args):
        self.duplicate(task, a, ok, val)
    do_dup2 = do_dup3 = do_dup

    def do_fcntl(self, task, a, ok, val, res, args):
        if len(a) > 1 and a[1].startswith("F_DUPFD"):
            self.duplicate(task, a, ok, val)
        elif len(a) > 2 and a[1] == "F_SETFL" and ok:
            f = task.files.get(fd_arg(a[0])[0])
            if f is not None:
                f.append = "O_APPEND" in a[2]

    def do_lseek(self, task, a, ok, val, res, args):
        f = self.of(task, a[0])
        if ok and f is not None:
            f.offset = val

    def do_read(self, task, a, ok, val, res, args):   # printed raw: fd in hex
        if ok and val:
            f = task.files.get(int(a[0], 0))
            if f is not None and f.offset is not None:
                f.offset += val
    do_readv = do_read

    def do_chdir(self, task, a, ok, val, res, args):
        if ok:
            task.fs[0] = os.path.normpath(self.absolute(task, None, path_arg(a[0])))

    def do_fchdir(self, task, a, ok, val, res, args):
        fd, p = fd_arg(a[0])
        if ok and p:
            task.fs[0] = p

    def do_execve(self, task, a, ok, val, res, args):
        if ok:
            task.files = dict(task.files)

    def do_clone(self, task, a, ok, val, res, args):
        if ok and val and val not in self.tasks:
            self.spawn(val, self.leave)
    do_clone3 = do_fork = do_vfork = do_clone

    # -- data ---------------------------------------------------------------
    def written(self, task, f, data, off, ok, val, dsync=False):
        if f is None or ok is False or data is None:
            return
        if ok and val is not None and val < len(data):
            data = data[:val]
        if f.kind == "stdout":
            self.emit("ack", b=self.blob.add(data), len=len(data))
            return
        if f.kind == "effects":
            self.emit("effect", b=self.blob.add(data), len=len(data))
            return
        if f.kind != "file":
            return
        node = f.node
        if off is None:                       # at the file position
            if f.append:
                off = node.size
            elif f.offset is None:
                raise TraceError("write() at an unknown position in %s (descriptor opened out of sight)" % f.path)
            else:
                off = f.offset
            if ok:
                f.offset = off + len(data)
        elif f.append:                        # Linux: pwrite on O_APPEND appends
            off = node.size
        if data:
            was = node.size
            node.size = max(node.size, off + len(data))
            if not node.excluded:
                node.ops.append(("write", off, data))
                e = self.emit("write", ino=node.ino, off=off, len=len(data), b=self.blob.add(data), was=was)
                if f.dsync or dsync:
                    e["dsync"] = 1
                if ok is None:
                    e["open"] = 1

    def do_write(self, task, a, ok, val, res, args):
        f = self.of(task, a[0])
        if f is not None:
            self.written(task, f, string_arg(a[1]), None, ok, val)

    def do_pwrite64(self, task, a, ok, val, res, args):
        f = self.of(task, a[0])
        if f is not None:
            self.written(task, f, string_arg(a[1]), int(a[3], 0), ok, val)

    def iov(self, args):
        return b"".join(string_arg(m.group(1)) or b"" for m in _IOV.finditer(args))

    def do_writev(self, task, a, ok, val, res, args):
        f = self.of(task, a[0])
        if f is not None:
            self.written(task, f, self.iov(args), None, ok, val)

    def do_pwritev(self, task, a, ok, val, res, args):
        f = self.of(task, a[0])
        if f is not None:
            tail = args[args.rfind("]") + 1:].split(", ")
            off = int(tail[2], 0)
            dsync = len(tail) > 3 and ("RWF_DSYNC" in tail[3] or "RWF_SYNC" in tail[3])
            self.written(task, f, self.iov(args), None if off == -1 else off, ok, val, dsync)
    do_pwritev2 = do_pwritev

    def cut(self, node, size):
        if not node.excluded:
            node.ops.append(("trunc", size, None))
            self.emit("trunc", ino=node.ino, size=size, was=node.size)
        node.size = size

    def do_ftruncate(self, task, a, ok, val, res, args):
        f = self.of(task, a[0])
        if f is not None and ok:
            if f.kind == "effects":
                self.errors.append("the effects file was truncated")
            elif f.kind == "file":
                self.cut(f.node, int(a[1], 0))

    def do_truncate(self, task, a, ok, val, res, args):
        p = path_arg(a[0])
        rel = self.canon(self.absolute(task, None, p)) if ok and p else None
        node = self.lookup(rel) if rel else None
        if node is not None:
            self.cut(node, int(a[1], 0))

    def do_fallocate(self, task, a, ok, val, res, args):
        f = self.of(task, a[0])
        if f is None or not ok or f.kind != "file" or f.node.excluded:
            return
        names = {"FALLOC_FL_KEEP_SIZE": 1, "FALLOC_FL_PUNCH_HOLE": 2, "FALLOC_FL_ZERO_RANGE": 16}
        mode = 0
        for m in a[1].split("|"):
            if m in names:
                mode |= names[m]
            elif m != "0":
                raise TraceError("fallocate mode not modelled: " + a[1])
        off, ln = int(a[2], 0), int(a[3], 0)
        self.emit("falloc", ino=f.node.ino, mode=mode, off=off, len=ln, was=f.node.size)
        if not mode & FALLOC_KEEP_SIZE:
            f.node.size = max(f.node.size, off + ln)

    # -- sync ----------------------------------------------------------------
    def synced(self, task, a, ok, data_only):
        f = self.of(task, a[0])
        if f is not None and f.kind in ("file", "dir") and not f.node.excluded and ok is not None:
            self.emit("fsync", ino=f.node.ino, ok=bool(ok), data_only=data_only, path=f.path)

    def do_fsync(self, task, a, ok, val, res, args):
        self.synced(task, a, ok, False)

    def do_fdatasync(self, task, a, ok, val, res, args):
        self.synced(task, a, ok, True)

    def do_sync_file_range(self, task, a, ok, val, res, args):
        f = self.of(task, a[0])
        if f is not None and f.kind == "file":
            self.emit("sfr", ino=f.node.ino)

    def do_sync(self, task, a, ok, val, res, args):
        if ok is not None:
            self.emit("syncall")

    def do_syncfs(self, task, a, ok, val, res, args):
        if ok:
            self.emit("syncall")

    # -- names -----------------------------------------------------------------
    def at(self, task, dirarg, patharg):
        base = None
        if dirarg is not None:
            fd, base = fd_arg(dirarg)
        p = path_arg(patharg)
        if p is None:
            return None
        return self.canon(self.absolute(task, base, p))

    def unlinked(self, rel):
        if not rel:
            return
        d, base = self.parent(rel)
        node = d.children.pop(base, None) if d is not None and d.children is not None else None
        if node is None:
            raise TraceError("removed a name that the trace never saw: " + rel)
        if not node.excluded:
            self.emit("unlink", dir=d.ino, name=base, ino=node.ino, path=rel)

    def do_unlink(self, task, a, ok, val, res, args):
        if ok:
            self.unlinked(self.at(task, None, a[0]))
    do_rmdir = do_unlink

    def do_unlinkat(self, task, a, ok, val, res, args):
        if ok:
            self.unlinked(self.at(task, a[0], a[1]))

    def renamed(self, src, dst, exchange=False):
        if src is None and dst is None:
            return
        if src is None or dst is None:
            raise TraceError("rename into or out of the directory is not modelled")
        d1, n1 = self.parent(src)
        d2, n2 = self.parent(dst)
        node, over = d1.children.get(n1), d2.children.get(n2)
        if node is None:
            raise TraceError("renamed a name that the trace never saw: " + src)
        if node is over:
            return
        if node.kind == "f" and (node.excluded or is_excluded(n2, self.exclude)):
            raise TraceError("rename of or onto an excluded name: %s -> %s" % (src, dst))
        if exchange:
            d1.children[n1], d2.children[n2] = over, node
        else:
            del d1.children[n1]
            d2.children[n2] = node
        self.emit("rename", dir=d1.ino, name=n1, dir2=d2.ino, name2=n2, ino=node.ino,
                  over=over.ino if over else None, exchange=exchange, path=src, path2=dst)

    def do_rename(self, task, a, ok, val, res, args):
        if ok:
            self.renamed(self.at(task, None, a[0]), self.at(task, None, a[1]))

    def do_renameat(self, task, a, ok, val, res, args):
        if ok:
            self.renamed(self.at(task, a[0], a[1]), self.at(task, a[2], a[3]),
                         len(a) > 4 and "RENAME_EXCHANGE" in a[4])
    do_renameat2 = do_renameat

    def linked(self, src, dst):
        if dst is None:
            return
        node = self.lookup(src) if src is not None else None
        if node is None:
            raise TraceError("hard link from a file outside the model to " + dst)
        d, base = self.parent(dst)
        d.children[base] = node
        if not node.excluded:
            self.emit("link", dir=d.ino, name=base, ino=node.ino, path=dst)

    def do_link(self, task, a, ok, val, res, args):
        if ok:
            self.linked(self.at(task, None, a[0]), self.at(task, None, a[1]))

    def do_linkat(self, task, a, ok, val, res, args):
        if ok:
            self.linked(self.at(task, a[0], a[1]), self.at(task, a[2], a[3]))

    def do_symlink(self, task, a, ok, val, res, args):
        rel = self.at(task, None, a[1]) if ok else None
        if rel:
            self.create(rel, "l", path_arg(a[0]))

    def do_symlinkat(self, task, a, ok, val, res, args):
        rel = self.at(task, a[1], a[2]) if ok else None
        if rel:
            self.create(rel, "l", path_arg(a[0]))

    def do_mkdir(self, task, a, ok, val, res, args):
        rel = self.at(task, None, a[0]) if ok else None
        if rel:
            self.create(rel, "d")

    def do_mkdirat(self, task, a, ok, val, res, args):
        rel = self.at(task, a[0], a[1]) if ok else None
        if rel:
            self.create(rel, "d")

    # -- what cannot be modelled --------------------------------------------
    def do_mmap(self, task, a, ok, val, res, args):
        if not ok or len(a) < 6 or "MAP_SHARED" not in a[3]:
            return
        f = self.of(task, a[4])
        if f is None or f.kind == "stdout":
            return
        if f.kind == "file" and f.node.excluded:
            return
        if "PROT_WRITE" in a[2]:
            name = os.path.basename(f.path)
            if is_excluded(name, self.allow_mmap):
                self.warnings.append("shared writable mapping of %s allowed by rule; its stores are not seen" % f.path)
            else:
                self.errors.append("shared writable mapping of %s: stores through it are invisible to strace" % f.path)
        else:
            self.warnings.append("shared read-only mapping of %s (fine unless made writable later)" % f.path)

    def copied(self, task, src, soff, dst, doff, n, what):
        """In-kernel copy into the directory: the payload is what the source holds."""
        f = self.of(task, dst)
        if f is None or f.kind not in ("file", "stdout", "effects") or (f.node and f.node.excluded):
            return
        sfd, spath = fd_arg(src)
        g = self.of(task, src) or task.files.get(sfd)
        at = soff if soff is not None else (g.offset if g is not None else None)
        if g is not None and g.kind == "file" and not g.node.excluded:
            data = self.holds(g.node)
        elif spath and spath.startswith("/") and os.path.isfile(spath):
            with open(spath, "rb") as s:
                data = s.read()
            self.warnings.append("%s from %s: payload taken from that file as it is now" % (what, spath))
        else:
            data = None
        if data is None or at is None or len(data) < at + n:
            self.errors.append("%s into %s: the payload is invisible to strace" % (what, f.path))
            return
        if soff is None and g is not None:
            g.offset = at + n
        self.written(task, f, data[at:at + n], doff, True, n)

    def holds(self, node):
        buf = bytearray()
        for kind, off, data in node.ops:
            if kind == "write":
                buf.extend(bytes(max(0, off - len(buf))))
                buf[off:off + len(data)] = data
            else:
                del buf[off:]
                buf.extend(bytes(off - len(buf)))
        buf.extend(bytes(max(0, node.size - len(buf))))
        return bytes(buf)

    @staticmethod
    def offset_arg(s):
        m = re.match(r"\[(\d+)", s)          # "[5]" or "[5] => [15]"
        return int(m.group(1)) if m else None

    def do_sendfile(self, task, a, ok, val, res, args):
        if ok and val:
            self.copied(task, a[1], self.offset_arg(a[2]), a[0], None, val, "sendfile")

    def do_copy_file_range(self, task, a, ok, val, res, args):
        if ok and val:
            self.copied(task, a[0], self.offset_arg(a[1]), a[2], self.offset_arg(a[3]), val, "copy_file_range")

    def do_splice(self, task, a, ok, val, res, args):
        f = self.of(task, a[2]) if ok and val else None
        if f is not None and not (f.node and f.node.excluded):
            self.errors.append("splice into %s: the payload is invisible to strace" % f.path)

    def do_io_submit(self, task, a, ok, val, res, args):
        self.errors.append("io_submit: asynchronous I/O is not modelled")

    def do_io_uring_setup(self, task, a, ok, val, res, args):
        if ok:
            self.errors.append("io_uring: its writes are invisible to strace")


# --------------------------------------------------------------------------


def record(cmd, root, out, effects=None, exclude=("*-shm",), allow_mmap=(), prior_acks=None,
           timeout=None, inject=(), keep_raw=False, cwd=None, env=None, echo=True):
    """Run cmd under strace and write a recording to `out`. Returns the header."""
    strace = shutil.which("strace")
    if not strace:
        raise TraceError("strace is not installed (apt-get install -y strace)")
    alias = os.path.normpath(os.path.abspath(root))
    os.makedirs(alias, exist_ok=True)
    root = os.path.realpath(alias)
    if os.path.exists(out):
        if not os.path.exists(os.path.join(out, "trace.json")) and os.listdir(out):
            raise TraceError("%s exists and is not a recording" % out)
        shutil.rmtree(out)
    os.makedirs(out)
    if os.path.realpath(out).startswith(root + "/"):
        raise TraceError("the recording must lie outside the recorded directory")
    blob = Blob(os.path.join(out, "blob.bin"))
    eff = None
    header = {"cmd": cmd, "root": root, "exclude": list(exclude), "version": 1}
    if effects:
        e_alias = os.path.normpath(os.path.abspath(effects))
        e_real = os.path.join(os.path.realpath(os.path.dirname(e_alias)), os.path.basename(e_alias))
        eff = {e_alias, e_real}
        start = slurp(e_real) if os.path.exists(e_real) else b""
        header["effects"] = e_real
        header["effects0"] = [blob.add(start), len(start)]
    if prior_acks:
        data = slurp(prior_acks)
        header["acks0"] = [blob.add(data), len(data)]
    snap = snapshot(root, exclude, blob, eff or ())
    header["tree"], header["top"] = snap[0], snap[2].ino
    raw = os.path.join(out, "raw.strace")
    r, w = os.pipe()
    tag = "pipe:[%d]" % os.fstat(w).st_ino
    argv = [strace, "-f", "--seccomp-bpf", "-y", "-xx", "-s", str(MAX_STRING), "-qq",
            "-e", "signal=none", "-e", "raw=read,readv", "-e", "trace=" + TRACED, "-o", raw]
    if any("signal=" in i for i in inject):
        argv.remove("--seccomp-bpf")     # strace 6.1 loses injected signals with it
    for i in inject:
        argv += ["-e", "inject=" + i]
    argv += ["--"] + list(cmd)
    t0 = time.monotonic()
    p = subprocess.Popen(argv, stdout=w, cwd=cwd, env=env, start_new_session=True)
    os.close(w)
    captured = []

    def pump():
        while True:
            chunk = os.read(r, 65536)
            if not chunk:
                return
            captured.append(chunk)
            if echo:
                sys.stdout.buffer.write(chunk)
                sys.stdout.buffer.flush()
    th = threading.Thread(target=pump, name="pump", daemon=True)
    th.start()
    timed_out = False
    try:
        rc = p.wait(timeout)
    except subprocess.TimeoutExpired:
        timed_out = True
        os.killpg(p.pid, signal.SIGKILL)
        rc = p.wait()
    th.join(5)
    os.close(r)
    t1 = time.monotonic()
    parser = Parser(root, alias, os.path.realpath(cwd or os.getcwd()), eff, exclude, allow_mmap, tag, blob, snap)
    try:
        parser.parse(raw)
    finally:
        blob.close()
    raw_size = os.path.getsize(raw)
    if not keep_raw:
        os.unlink(raw)
    # Two processes that write at once may be traced in another order than their lines arrived in.
    if sorted(b"".join(captured).splitlines(True)) != sorted(read_stream(out, parser.events, "ack").splitlines(True)):
        parser.errors.append("the captured standard output differs from the traced writes")
    header.update(exit=rc, timed_out=timed_out, run_s=round(t1 - t0, 3), parse_s=round(time.monotonic() - t1, 3),
                  raw_bytes=raw_size, stats=parser.stats, warnings=sorted(set(parser.warnings)),
                  errors=sorted(set(parser.errors)))
    with open(os.path.join(out, "events.jsonl"), "w") as f:
        for e in parser.events:
            f.write(json.dumps(e) + "\n")
    with open(os.path.join(out, "trace.json"), "w") as f:
        json.dump(header, f, indent=1)
    if parser.errors:
        raise TraceError("; ".join(header["errors"]))
    return header


def slurp(path):
    with open(path, "rb") as f:
        return f.read()


def read_stream(out, events, kind):
    data = slurp(os.path.join(out, "blob.bin"))
    return b"".join(data[e["b"]:e["b"] + e["len"]] for e in events if e["t"] == kind)
