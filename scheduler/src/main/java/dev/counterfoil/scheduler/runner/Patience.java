// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.time.Signal;
import java.time.Duration;

/** How long a run still waits for an invocation that another run or runtime has. Confined. */
final class Patience {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final RunSettings settings;
    private final Stopping stopping;
    private final long fromNanos;

    Patience(RunSettings settings, Stopping stopping) {
        this.settings = settings;
        this.stopping = stopping;
        this.fromNanos = settings.ticker().nanos();
    }

    /** Lets a little time pass; false where patience is over, the process is stopping, or the thread was interrupted. */
    boolean isLeft() {
        Duration left = settings.ownerWait().minusNanos(settings.ticker().nanos() - fromNanos);
        if (left.isNegative() || left.isZero() || stopping.isStopping()) {
            return false;
        }
        try {
            settings.waiter().await(left.compareTo(LOOK) < 0 ? left : LOOK, new Signal());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
