// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.OptionalLong;

/**
 * What a provider says an attempt used; each number may be missing. Evidence, never a credit. Immutable.
 *
 * @param contextTokens tokens sent
 * @param outputTokens tokens received
 * @param costMicros cost in millionths of the currency's unit
 */
public record Usage(OptionalLong contextTokens, OptionalLong outputTokens, OptionalLong costMicros) {
    /** Nothing was said. */
    public static final Usage UNKNOWN = new Usage(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException where a number is negative or greater than {@link Bounds#OBSERVED}
     */
    public Usage {
        check("context_tokens", contextTokens);
        check("output_tokens", outputTokens);
        check("cost_micros", costMicros);
    }

    /**
     * A complete report.
     *
     * @param contextTokens tokens sent
     * @param outputTokens tokens received
     * @param costMicros cost
     * @return the usage
     * @throws IllegalArgumentException where a number is out of range
     */
    public static Usage of(long contextTokens, long outputTokens, long costMicros) {
        return new Usage(OptionalLong.of(contextTokens), OptionalLong.of(outputTokens), OptionalLong.of(costMicros));
    }

    private static void check(String what, OptionalLong amount) {
        if (amount.isPresent() && (amount.getAsLong() < 0 || amount.getAsLong() > Bounds.OBSERVED)) {
            throw new IllegalArgumentException("observed " + what + " is " + amount.getAsLong() + ", must be 0 to " + Bounds.OBSERVED);
        }
    }
}
