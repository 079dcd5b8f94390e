// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.time.Signal;
import java.time.Duration;

/** How long a run still waits for an invocation that another run or runtime has. Confined. */
final class Patience {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final RunSettings settings;
    private final Lifetime lifetime;
    private final long fromNanos;

    Patience(RunSettings settings, Lifetime lifetime) {
        this.settings = settings;
        this.lifetime = lifetime;
        this.fromNanos = settings.ticker().nanos();
    }

    /** Lets a little time pass; false where patience is over, the process or the call around is ending, or the thread was interrupted. */
    boolean isLeft() {
        Duration left = settings.ownerWait().minusNanos(settings.ticker().nanos() - fromNanos);
        if (left.isNegative() || left.isZero() || lifetime.isEnding()) {
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
