// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

/**
 * A wait with full jitter and whether it fits, exactly, in 63-bit integers: no product wraps, the power stops at the cap, and a sum past
 * 2^63 − 1 is compared without being formed. Pure; thread-safe.
 */
final class RetryDelay {
    private RetryDelay() {}

    /** {@code floor(min(cap, base · 2^max(started − 1, 0)) · ppm / 1,000,000)}. */
    static long millis(RecoveryInput input) {
        long upper = upperMillis(input.baseMillis(), input.capMillis(), Math.max(input.attemptsStarted() - 1, 0));
        long whole = InputCheck.JITTER_PPM;
        return upper / whole * input.jitterPpm() + upper % whole * input.jitterPpm() / whole;
    }

    private static long upperMillis(long base, long cap, long exponent) {
        if (base == 0) {
            return 0;
        }
        return exponent >= Long.SIZE || base > cap >> exponent ? cap : base << exponent;
    }

    /** Whether a wait and one attempt after it end by the deadline; ending exactly there is in time. */
    static boolean fits(RecoveryInput input, long delayMillis) {
        long room = input.deadlineMillis() - input.nowMillis();
        return delayMillis <= room && input.timeoutMillis() <= room - delayMillis;
    }
}
