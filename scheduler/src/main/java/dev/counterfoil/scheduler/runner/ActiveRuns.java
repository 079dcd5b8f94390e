// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.InvocationId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The invocations that this process is running, each at most once. Thread-safe. */
final class ActiveRuns {
    private final Lock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Map<InvocationId, Wakeups> runs = new HashMap<>();

    /** Whether nobody else had the id, which is the caller's now. */
    boolean enter(InvocationId id, Wakeups wakeups) {
        lock.lock();
        try {
            return runs.putIfAbsent(id, wakeups) == null;
        } finally {
            lock.unlock();
        }
    }

    void leave(InvocationId id) {
        lock.lock();
        try {
            runs.remove(id);
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Optional<Wakeups> find(InvocationId id) {
        lock.lock();
        try {
            return Optional.ofNullable(runs.get(id));
        } finally {
            lock.unlock();
        }
    }

    /** The same, deaf to interrupts, which are restored: each of them begins the time anew. */
    boolean awaitNoneUninterruptibly(Duration atMost) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return awaitNone(atMost);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits until nothing runs; false where something still does after the time. */
    boolean awaitNone(Duration atMost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = atMost.toNanos();
            while (!runs.isEmpty() && nanos > 0) {
                nanos = left.awaitNanos(nanos);
            }
            return runs.isEmpty();
        } finally {
            lock.unlock();
        }
    }
}
