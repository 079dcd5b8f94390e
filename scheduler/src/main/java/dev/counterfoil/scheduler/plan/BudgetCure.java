// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

/**
 * What would let a budget pay that is asked for too much; each change alone is enough. Immutable.
 *
 * @param key the budget
 * @param limit the limit that it would need
 * @param times most attempts that each retry which names it could make
 * @param admittedCallers how many of those retries, in the order of the tree, it can pay in full as it is
 */
public record BudgetCure(String key, double limit, int times, int admittedCallers) {
    static BudgetCure of(RetryBudget budget, double required, Asks asks) {
        int fits = 1;
        int over = RetryTerms.MOST_TIMES + 1;
        while (over - fits > 1) {
            int middle = (fits + over) / 2;
            if (asks.requiredWith(middle) <= budget.remaining()) {
                fits = middle;
            } else {
                over = middle;
            }
        }
        return new BudgetCure(
                budget.key(), Changes.enough(budget.spent() + required, budget.spent(), required), fits, asks.admitted(budget.remaining()));
    }
}
