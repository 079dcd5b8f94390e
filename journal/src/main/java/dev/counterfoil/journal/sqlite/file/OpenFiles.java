// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which files this process has open through SQLite. Closing any other descriptor of such a file drops the locks that SQLite holds on it
 * (POSIX locks belong to the process), after which two processes write at once. So plain reading asks here first and is kept apart from
 * connections. It knows our own connections only, not those that a host makes by itself. Thread-safe.
 */
public final class OpenFiles {
    private static final int PLAIN = -1;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition CHANGED = LOCK.newCondition();
    private static final Map<Object, Integer> USERS = new HashMap<>();

    private OpenFiles() {}

    /** A connection to the file begins; waits while it is read plainly. */
    static void enter(Object fileKey) {
        LOCK.lock();
        try {
            while (USERS.getOrDefault(fileKey, 0) == PLAIN) {
                CHANGED.awaitUninterruptibly();
            }
            USERS.merge(fileKey, 1, Integer::sum);
        } finally {
            LOCK.unlock();
        }
    }

    /** A connection to the file ended. */
    static void leave(Object fileKey) {
        LOCK.lock();
        try {
            USERS.computeIfPresent(fileKey, (key, users) -> users <= 1 ? null : users - 1);
        } finally {
            LOCK.unlock();
        }
    }

    /** Whether some connection of this process has the file open. */
    public static boolean isOpen(Object fileKey) {
        LOCK.lock();
        try {
            return USERS.getOrDefault(fileKey, 0) > 0;
        } finally {
            LOCK.unlock();
        }
    }

    /** Reads the file plainly, unless a connection has it open or another thread reads it so: then empty, and nothing was read. */
    public static <T> Optional<T> plainly(Object fileKey, PlainFiles.Reading<T> reading) throws IOException {
        LOCK.lock();
        try {
            if (USERS.putIfAbsent(fileKey, PLAIN) != null) {
                return Optional.empty();
            }
        } finally {
            LOCK.unlock();
        }
        try {
            return Optional.of(reading.read());
        } finally {
            LOCK.lock();
            try {
                USERS.remove(fileKey);
                CHANGED.signalAll();
            } finally {
                LOCK.unlock();
            }
        }
    }
}
