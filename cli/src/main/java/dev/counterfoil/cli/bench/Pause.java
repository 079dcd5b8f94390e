// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

import dev.counterfoil.scheduler.time.Signal;
import dev.counterfoil.scheduler.time.SystemTime;
import java.time.Duration;

/** What a force takes longer than the disk needs. Thread-safe. */
final class Pause {
    private final Duration delay;
    private final Signal never = new Signal();

    Pause(Duration delay) {
        this.delay = delay;
    }

    /** Waits, where there is something to wait; an interrupt ends the wait and is restored. */
    void afterForce() {
        if (delay.isZero()) {
            return;
        }
        try {
            SystemTime.waiter().await(delay, never);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
