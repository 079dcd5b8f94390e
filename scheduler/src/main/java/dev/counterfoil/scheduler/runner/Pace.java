// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.time.Ticker;
import java.time.Duration;

/**
 * How much of a wait before an attempt is left by monotonic time. A wall clock that is set forward is believed for the deadline, but ends
 * no wait before its time. Confined to one run: what a process before waited is counted by the wall clock alone.
 */
final class Pace {
    private final Ticker ticker;
    private int ordinal = -1;
    private long fromNanos;
    private Duration wait = Duration.ZERO;

    Pace(Ticker ticker) {
        this.ticker = ticker;
    }

    /** The wait before this attempt begins; where it has begun already, nothing changes. */
    void begin(int before, Duration delay) {
        if (ordinal != before) {
            ordinal = before;
            fromNanos = ticker.nanos();
            wait = delay;
        }
    }

    /** What is left of the wait before this attempt; zero where none has begun or it is over. */
    Duration left(int before) {
        if (ordinal != before) {
            return Duration.ZERO;
        }
        Duration left = wait.minusNanos(ticker.nanos() - fromNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
