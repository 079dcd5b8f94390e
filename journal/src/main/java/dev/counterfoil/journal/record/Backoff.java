// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.time.Duration;

/**
 * The numbers of a backoff. Immutable.
 *
 * @param kind how waits grow
 * @param initialMillis first wait
 * @param maxMillis greatest wait of our own; a service's hint may be longer
 * @param factorThousandths growth of the exponential kind in thousandths, 1,000 to 1,000,000
 * @param jitter how waits are spread
 */
public record Backoff(BackoffKind kind, long initialMillis, long maxMillis, long factorThousandths, Jitter jitter) {
    /** 100 ms, 30 s, factor 2, full jitter. */
    public static final Backoff STANDARD = new Backoff(BackoffKind.EXPONENTIAL, 100, 30_000, 2_000, Jitter.FULL);

    /** No wait at all. */
    public static final Backoff NONE = new Backoff(BackoffKind.NONE, 0, 0, 1_000, Jitter.NONE);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException where a number is out of range, or the initial wait is longer than the greatest
     */
    public Backoff {
        Bounds.amount("initial", initialMillis);
        Bounds.amount("max", maxMillis);
        if (initialMillis > maxMillis) {
            throw new IllegalArgumentException("initial is " + initialMillis + " ms, longer than max, " + maxMillis + " ms");
        }
        if (factorThousandths < 1_000 || factorThousandths > 1_000_000) {
            throw new IllegalArgumentException("factor is " + factorThousandths + " thousandths, must be 1 to 1,000");
        }
    }

    /**
     * The same wait each time.
     *
     * @param wait the wait
     * @return a fixed backoff without jitter
     * @throws IllegalArgumentException where the wait is negative or too long
     */
    public static Backoff fixed(Duration wait) {
        long millis = Bounds.millis("wait", wait);
        return new Backoff(BackoffKind.FIXED, millis, millis, 1_000, Jitter.NONE);
    }
}
