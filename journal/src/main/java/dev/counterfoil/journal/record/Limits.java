// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A ceiling for every {@link Dimension}; what is not given is unbounded. Immutable.
 *
 * <p>Says nothing of whether the numbers make sense together: that is for the scheduler, which turns limits of several sources into
 * effective ones.
 */
public final class Limits {
    private static final Limits UNBOUNDED = new Limits(new EnumMap<>(Dimension.class));

    private final EnumMap<Dimension, Ceiling> ceilings;

    private Limits(EnumMap<Dimension, Ceiling> ceilings) {
        this.ceilings = ceilings;
    }

    /**
     * No limit anywhere: the identity of {@link #min}.
     *
     * @return the limits
     */
    public static Limits unbounded() {
        return UNBOUNDED;
    }

    /**
     * Limits from a map.
     *
     * @param ceilings the ceilings; a dimension that is missing is unbounded
     * @return the limits
     */
    public static Limits of(Map<Dimension, Ceiling> ceilings) {
        EnumMap<Dimension, Ceiling> copy = new EnumMap<>(Dimension.class);
        ceilings.forEach((dimension, ceiling) -> {
            if (ceiling.most().isPresent()) {
                copy.put(dimension, ceiling);
            }
        });
        return new Limits(copy);
    }

    /**
     * Limits with one dimension changed.
     *
     * @param dimension the dimension
     * @param most the greatest amount allowed
     * @return new limits
     * @throws IllegalArgumentException where the number is negative or beyond the canonical integers
     */
    public Limits with(Dimension dimension, long most) {
        return with(dimension, Ceiling.of(most));
    }

    /**
     * Limits with one dimension changed.
     *
     * @param dimension the dimension
     * @param ceiling its ceiling
     * @return new limits
     */
    public Limits with(Dimension dimension, Ceiling ceiling) {
        if (of(dimension).equals(ceiling)) {
            return this;
        }
        Map<Dimension, Ceiling> copy = new TreeMap<>(ceilings);
        copy.put(dimension, ceiling);
        return of(copy);
    }

    /**
     * The ceiling of a dimension.
     *
     * @param dimension the dimension
     * @return its ceiling
     */
    public Ceiling of(Dimension dimension) {
        return ceilings.getOrDefault(dimension, Ceiling.unbounded());
    }

    /**
     * The lower ceiling in each dimension.
     *
     * @param other other limits
     * @return the intersection; the order does not matter
     */
    public Limits min(Limits other) {
        EnumMap<Dimension, Ceiling> lowest = new EnumMap<>(Dimension.class);
        for (Dimension dimension : Dimension.values()) {
            lowest.put(dimension, of(dimension).min(other.of(dimension)));
        }
        return of(lowest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Limits that && ceilings.equals(that.ceilings);
    }

    @Override
    public int hashCode() {
        return ceilings.hashCode();
    }

    @Override
    public String toString() {
        return ceilings.toString();
    }
}
