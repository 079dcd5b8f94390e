// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * What an attempt is expected to use, and reserves before it starts. Immutable.
 *
 * @param contextTokens tokens sent
 * @param outputTokens tokens asked for
 * @param costMicros cost in millionths of the currency's unit
 */
public record Quote(long contextTokens, long outputTokens, long costMicros) {
    /** Nothing. */
    public static final Quote ZERO = new Quote(0, 0, 0);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException where a number is negative or beyond the canonical integers
     */
    public Quote {
        Bounds.amount("context_tokens", contextTokens);
        Bounds.amount("output_tokens", outputTokens);
        Bounds.amount("cost_micros", costMicros);
    }
}
