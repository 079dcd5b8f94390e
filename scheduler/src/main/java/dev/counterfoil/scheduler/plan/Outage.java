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

    /**
     * Checks the probability.
     *
     * @throws IllegalArgumentException where it is none
     */
    public Outage {
        probability = Amounts.within(0, 1, "probability", probability);
    }
}
