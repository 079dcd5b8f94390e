// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.ProviderId;
import java.time.Duration;

/**
 * An attempt that somebody would like to make. It carries no class of the attempt before: the ledger knows that itself. Immutable.
 *
 * @param kind why it is made
 * @param provider where
 * @param charge what it would reserve
 * @param delay how long is waited first
 * @param timeout how long it may take, to be held against the deadline; zero where that is cut to the deadline anyway
 */
public record AttemptRequest(AttemptKind kind, ProviderId provider, Charge charge, Duration delay, Duration timeout) {
    private static final Duration LONGEST = Duration.ofMillis(Bounds.INTEGER);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException where a time is negative or over 2^53 − 1 ms, or the charge is not of one call
     */
    public AttemptRequest {
        check("delay", delay);
        check("timeout", timeout);
        if (charge.calls() != 1) {
            throw new IllegalArgumentException("an attempt is one call, not " + charge.calls());
        }
    }

    private static void check(String what, Duration duration) {
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " is " + duration + ", must be 0 to " + LONGEST.toMillis() + " ms");
        }
    }
}
