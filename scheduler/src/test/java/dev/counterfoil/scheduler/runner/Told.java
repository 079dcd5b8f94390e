// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.JournalListener;
import dev.counterfoil.journal.record.JournalRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** A listener that a test can wait on. */
final class Told implements JournalListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final List<Step> steps = new ArrayList<>();

    @Override
    public void recorded(Step step) {
        lock.lock();
        try {
            steps.add(step);
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long heard(Class<? extends JournalRecord> kind) {
        lock.lock();
        try {
            return steps.stream().filter(step -> kind.isInstance(step.record())).count();
        } finally {
            lock.unlock();
        }
    }

    void await(Class<? extends JournalRecord> kind) throws InterruptedException {
        await(step -> kind.isInstance(step.record()));
    }

    void await(Predicate<Step> wanted) throws InterruptedException {
        long left = TimeUnit.SECONDS.toNanos(Caller.SECONDS);
        lock.lock();
        try {
            while (steps.stream().noneMatch(wanted)) {
                left = more.awaitNanos(left);
                if (left <= 0) {
                    throw new AssertionError("not told within " + Caller.SECONDS + " s");
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
