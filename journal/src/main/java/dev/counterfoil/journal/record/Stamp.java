// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.time.Instant;

/**
 * What every record carries. Immutable.
 *
 * @param sequence place in the invocation, from 0
 * @param at the <em>now</em> that its decision used, in whole milliseconds; never decreasing within an invocation
 * @param epoch owner epoch at the time, from 1
 */
public record Stamp(long sequence, Instant at, long epoch) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException where one is out of range, or the instant has a fraction of a millisecond
     */
    public Stamp {
        Bounds.amount("sequence", sequence);
        Bounds.amount("epoch", epoch);
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch counts from 1");
        }
        Instants.check("at", at);
    }

    /** The checks of instants that stand in records. */
    static final class Instants {
        private static final int NANOS_PER_MILLI = 1_000_000;

        private Instants() {}

        static Instant check(String what, Instant at) {
            if (at.getNano() % NANOS_PER_MILLI != 0) {
                throw new IllegalArgumentException(what + " has a fraction of a millisecond");
            }
            long millis;
            try {
                millis = at.toEpochMilli();
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException(what + " is out of range", e);
            }
            if (millis < -Bounds.INTEGER || millis > Bounds.INTEGER) {
                throw new IllegalArgumentException(what + " is out of range");
            }
            return at;
        }
    }

    /**
     * Milliseconds since 1970 of {@link #at}.
     *
     * @return the number
     */
    public long atMillis() {
        return at.toEpochMilli();
    }
}
