// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * The machine's own clocks: the one place where they are read. Thread-safe.
 */
public final class SystemTime {
    private static final Ticker TICKER = System::nanoTime;
    private static final InstantSource WALL = () -> Instant.ofEpochMilli(System.currentTimeMillis());

    private SystemTime() {}

    /**
     * The wall clock.
     *
     * @return instants of whole milliseconds
     */
    public static InstantSource wall() {
        return WALL;
    }

    /**
     * The monotonic clock.
     *
     * @return nanoseconds
     */
    public static Ticker ticker() {
        return TICKER;
    }

    /**
     * Real waiting.
     *
     * @return the waiter
     */
    public static Waiter waiter() {
        return SystemTime::await;
    }

    private static boolean await(Duration atMost, Signal wake) throws InterruptedException {
        long allowed = nanosOf(atMost);
        long start = TICKER.nanos();
        long left = allowed;
        // A latch may give up a little early by the clock that we go by: look again.
        while (left > 0 && !wake.latch().await(left, TimeUnit.NANOSECONDS)) {
            left = allowed - (TICKER.nanos() - start);
        }
        return wake.isRaised();
    }

    private static long nanosOf(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? 0 : Long.MAX_VALUE;
        }
    }
}
