// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a force takes longer than the disk needs: waited by the thread that forces, as the slowed store does. Immutable.
 *
 * @param delay how long; zero waits nothing
 */
public record Pause(Duration delay) {
    /** Waits; an interrupt ends the wait and is restored. */
    public void afterForce() {
        if (delay.isZero()) {
            return;
        }
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        lock.lock();
        try {
            for (long left = delay.toNanos(); left > 0;) {
                left = never.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
