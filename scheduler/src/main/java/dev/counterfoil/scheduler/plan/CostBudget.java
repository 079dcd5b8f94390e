// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

/**
 * What is known of a budget of money, tokens, calls or anything else that attempts cost. Immutable.
 *
 * @param unit what is counted
 * @param spent what is used up
 * @param limit what may be used; no less than what is used up
 */
public record CostBudget(String unit, double spent, double limit) {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException where one is not finite or negative, or more is spent than the limit
     */
    public CostBudget {
        spent = Amounts.atLeast(0, "spent", spent);
        limit = Amounts.atLeast(spent, "limit", limit);
    }

    /**
     * What is left.
     *
     * @return limit less spent
     */
    public double remaining() {
        return limit - spent;
    }
}
