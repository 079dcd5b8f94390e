// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How long an invocation may take: as it was given, and as the one absolute instant that it became at opening. Immutable.
 *
 * @param latencyMillis the relative form, where it was given so
 * @param at the instant; empty where there is no deadline
 */
public record Deadline(OptionalLong latencyMillis, Optional<Instant> at) {
    /** No deadline. */
    public static final Deadline NONE = new Deadline(OptionalLong.empty(), Optional.empty());

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException where a number is out of range, or a relative form has no instant
     */
    public Deadline {
        latencyMillis.ifPresent(millis -> Bounds.amount("max_latency_millis", millis));
        at.ifPresent(instant -> Stamp.Instants.check("deadline", instant));
        if (latencyMillis.isPresent() && at.isEmpty()) {
            throw new IllegalArgumentException("a relative deadline has an instant");
        }
    }

    /**
     * A deadline given as an instant.
     *
     * @param at the instant, in whole milliseconds
     * @return the deadline
     * @throws IllegalArgumentException where the instant is out of range
     */
    public static Deadline absolute(Instant at) {
        return new Deadline(OptionalLong.empty(), Optional.of(at));
    }

    /**
     * A deadline given as a time from now; becomes an instant once and for all.
     *
     * @param latencyMillis milliseconds, not negative
     * @param openedAt the instant of opening
     * @return the deadline
     * @throws IllegalArgumentException where the sum is beyond the canonical integers
     */
    public static Deadline after(long latencyMillis, Instant openedAt) {
        Bounds.amount("max_latency_millis", latencyMillis);
        long millis;
        try {
            millis = Math.addExact(openedAt.toEpochMilli(), latencyMillis);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("deadline is out of range", e);
        }
        return new Deadline(OptionalLong.of(latencyMillis), Optional.of(Instant.ofEpochMilli(millis)));
    }

    /**
     * Whether a wait and then an attempt of a given length end by the deadline; ending at its very instant counts as fitting.
     *
     * @param now the present
     * @param delay how long is waited first
     * @param timeout how long the attempt may take; zero where that does not matter
     * @return true where there is no deadline; false where the end is beyond every instant that Java can name
     */
    public boolean fits(Instant now, Duration delay, Duration timeout) {
        try {
            return at.isEmpty() || !now.plus(delay).plus(timeout).isAfter(at.get());
        } catch (DateTimeException | ArithmeticException e) {
            return false;
        }
    }

    /**
     * Whether it is too late; the deadline's very instant is.
     *
     * @param now the present
     * @return false where there is no deadline
     */
    public boolean isLate(Instant now) {
        return at.isPresent() && !now.isBefore(at.get());
    }
}
