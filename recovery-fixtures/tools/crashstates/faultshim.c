/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults for one program, without root: gcc -O2 -shared -fPIC -o faultshim.so faultshim.c -ldl
 *
 *   LD_PRELOAD=./faultshim.so FAULT_CALL=fsync FAULT_PATH=journal.db FAULT_AT=3 FAULT=EIO  program
 *
 * FAULT_CALL  open write pwrite ftruncate fsync link unlink rename     (fsync also means fdatasync)
 * FAULT_PATH  only files whose path contains this text
 * FAULT_AT    the n-th such call of the whole process (1 is the first); FAULT_STICKY=1: and all after it
 * FAULT_LOG   a file that gets a line for each fault made
 * FAULT_TRACE a file that gets a line for each call with such a path, of all the kinds above (so that a sweep knows how many there are)
 * FAULT       EIO ENOSPC EDQUOT EROFS EINTR ENOMEM | KILL STOP | SHORT (half of a write) | LIE (say done, do nothing)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;
static __thread int inside;

static const char *env(const char *name) {
    const char *v = getenv(name);
    return v ? v : "";
}

static void tell(const char *where, const char *format, ...) {
    if (!*where) return;
    inside = 1;
    FILE *log = fopen(where, "a");
    if (log) {
        va_list ap;
        va_start(ap, format);
        vfprintf(log, format, ap);
        va_end(ap);
        fclose(log);
    }
    inside = 0;
}

/* 0: go on; 1: fail with errno set; 2: short; 3: lie */
static int strike(const char *call, const char *path) {
    if (inside) return 0;               /* our own log files */
    if (strstr(path, env("FAULT_PATH"))) tell(env("FAULT_TRACE"), "%s %s\n", call, path);
    if (strcmp(env("FAULT_CALL"), call) != 0 || !strstr(path, env("FAULT_PATH"))) return 0;
    long n = atomic_fetch_add(&calls, 1) + 1, at = atol(env("FAULT_AT"));
    if (n != at && !(n > at && *env("FAULT_STICKY") == '1')) return 0;
    static const struct { const char *name; int no; } errors[] = {
        {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}, {"EINTR", EINTR}, {"ENOMEM", ENOMEM}};
    const char *f = env("FAULT");
    tell(env("FAULT_LOG"), "%s %ld %s %s\n", call, n, f, path);
    if (!strcmp(f, "KILL")) raise(SIGKILL);
    if (!strcmp(f, "STOP")) { raise(SIGSTOP); return 0; }
    if (!strcmp(f, "SHORT")) return 2;
    if (!strcmp(f, "LIE")) return 3;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (!strcmp(f, errors[i].name)) { errno = errors[i].no; return 1; }
    return 0;
}

static int strike_fd(const char *call, int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n <= 0) return 0;
    path[n] = 0;
    return strike(call, path);
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define SYNC(fn) \
    int fn(int fd) { \
        REAL(int, #fn, int); \
        int s = strike_fd("fsync", fd); \
        return s == 1 ? -1 : s == 3 ? 0 : real(fd); \
    }
SYNC(fsync)
SYNC(fdatasync)

ssize_t write(int fd, const void *buf, size_t n) {
    REAL(ssize_t, "write", int, const void *, size_t);
    int s = strike_fd("write", fd);
    return s == 1 ? -1 : s == 3 ? (ssize_t)n : real(fd, buf, s == 2 && n > 1 ? n / 2 : n);
}

#define PWRITE(fn, off_type) \
    ssize_t fn(int fd, const void *buf, size_t n, off_type at) { \
        REAL(ssize_t, #fn, int, const void *, size_t, off_type); \
        int s = strike_fd("pwrite", fd); \
        return s == 1 ? -1 : s == 3 ? (ssize_t)n : real(fd, buf, s == 2 && n > 1 ? n / 2 : n, at); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define FTRUNCATE(fn, off_type) \
    int fn(int fd, off_type n) { \
        REAL(int, #fn, int, off_type); \
        int s = strike_fd("ftruncate", fd); \
        return s == 1 ? -1 : s == 3 ? 0 : real(fd, n); \
    }
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)

#define OPEN(fn) \
    int fn(const char *path, int flags, ...) { \
        REAL(int, #fn, const char *, int, ...); \
        va_list ap; \
        va_start(ap, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0; \
        va_end(ap); \
        return strike("open", path) == 1 ? -1 : real(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    int s = strike("unlink", path);
    return s == 1 ? -1 : s == 3 ? 0 : real(path);
}

int rename(const char *a, const char *b) {
    REAL(int, "rename", const char *, const char *);
    int s = strike("rename", b);
    return s == 1 ? -1 : s == 3 ? 0 : real(a, b);
}

int link(const char *from, const char *to) {
    REAL(int, "link", const char *, const char *);
    int s = strike("link", to);
    return s == 1 ? -1 : s == 3 ? 0 : real(from, to);
}
