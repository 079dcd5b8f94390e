// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

/**
 * What makes attempts fail together. Immutable.
 *
 * @param key what they share
 * @param probability how likely it is that everything that shares it fails
 */
public record Outage(String key, double probability) {
    /** Most keys of one tree: their states are looked at one by one. */
    public static final int MOST_KEYS = 12;

    /** Most nodes of a tree times the states of its outages: two for one key, twice as many for each further one. */
    public static final long MOST_NODES_IN_STATES = 1L << 24;

    /**
     * Whether a tree is small enough for its outages.
     *
     * @param keys how many are named in it, at most {@link #MOST_KEYS}
     * @param nodes how many nodes it has
     * @return whether that many nodes may be looked at in each state
     */
    public static boolean isFeasible(int keys, int nodes) {
        return (long) nodes << keys <= MOST_NODES_IN_STATES;
    }

    /**
     * Checks the probability.
     *
     * @throws IllegalArgumentException where it is none
     */
    public Outage {
        probability = Amounts.within(0, 1, "probability", probability);
    }
}
