// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.time;

import java.time.Duration;
import java.util.Optional;

/** Monotonic time that runs out; without a limit it never does. Immutable, and thread-safe as its ticker is. */
public final class Countdown {
    private final Ticker ticker;
    private final Optional<Duration> limit;
    private final long fromNanos;

    private Countdown(Ticker ticker, Optional<Duration> limit) {
        this.ticker = ticker;
        this.limit = limit;
        this.fromNanos = ticker.nanos();
    }

    /**
     * Begins now.
     *
     * @param ticker the monotonic clock
     * @param limit how long it lasts; empty for ever
     * @return the countdown
     */
    public static Countdown of(Ticker ticker, Optional<Duration> limit) {
        return new Countdown(ticker, limit);
    }

    /**
     * What is left of it.
     *
     * @return zero where it is over; empty where it never is
     */
    public Optional<Duration> left() {
        return limit.map(most -> most.minusNanos(ticker.nanos() - fromNanos)).map(left -> left.isNegative() ? Duration.ZERO : left);
    }
}
