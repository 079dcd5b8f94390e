// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.sqlite.file.Link;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Commits as a slower disk would: each takes longer by a delay. For measuring. Thread-safe. */
public record SlowDisk(Duration delay) implements Session.Committing {
    public SlowDisk {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay is not negative, " + delay + " is");
        }
    }

    @Override
    public void commit(Link link) throws SQLException {
        PLAIN.commit(link);
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        lock.lock();
        try {
            for (long left = delay.toNanos(); left > 0; ) {
                left = never.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
