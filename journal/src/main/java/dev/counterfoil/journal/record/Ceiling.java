// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.OptionalLong;

/**
 * An upper limit: a number that is itself allowed, or none. Immutable.
 */
public final class Ceiling {
    private static final Ceiling UNBOUNDED = new Ceiling(OptionalLong.empty());

    private final OptionalLong most;

    private Ceiling(OptionalLong most) {
        this.most = most;
    }

    /**
     * No limit.
     *
     * @return the ceiling that admits everything
     */
    public static Ceiling unbounded() {
        return UNBOUNDED;
    }

    /**
     * A limit.
     *
     * @param most the greatest amount allowed, 0 to 2^53 − 1
     * @return the ceiling
     * @throws IllegalArgumentException where it is out of range
     */
    public static Ceiling of(long most) {
        return new Ceiling(OptionalLong.of(Bounds.amount("limit", most)));
    }

    /**
     * The greatest amount allowed.
     *
     * @return empty where there is no limit
     */
    public OptionalLong most() {
        return most;
    }

    /**
     * Whether an amount is allowed; the ceiling itself is.
     *
     * @param amount the amount
     * @return true up to and including the ceiling
     */
    public boolean admits(long amount) {
        return most.isEmpty() || amount <= most.getAsLong();
    }

    /**
     * What is left above an amount that is already used.
     *
     * @param used the amount used, not negative
     * @return the rest, 0 where nothing is left; where there is no limit, what is left of the canonical integers, so that no sum
     *     of admitted amounts leaves them
     */
    public long remainingAfter(long used) {
        return Math.max(0, most.orElse(Bounds.INTEGER) - used);
    }

    /**
     * The lower of two ceilings.
     *
     * @param other the other
     * @return the one that allows less
     */
    public Ceiling min(Ceiling other) {
        if (most.isEmpty()) {
            return other;
        }
        return other.most.isEmpty() || most.getAsLong() <= other.most.getAsLong() ? this : other;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Ceiling that && most.equals(that.most);
    }

    @Override
    public int hashCode() {
        return most.hashCode();
    }

    @Override
    public String toString() {
        return most.isPresent() ? Long.toString(most.getAsLong()) : "unbounded";
    }
}
