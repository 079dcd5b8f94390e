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
    static BudgetCure of(RetryBudget budget, double required, Measured root, Iterable<Double> asks) {
        int fits = 1;
        int over = RetryTerms.MOST_TIMES + 1;
        while (over - fits > 1) {
            int middle = (fits + over) / 2;
            if (demand(root, budget.key(), middle, 1) <= budget.remaining()) {
                fits = middle;
            } else {
                over = middle;
            }
        }
        return new BudgetCure(budget.key(), budget.spent() + required, fits, admitted(asks, budget.remaining()));
    }

    private static int admitted(Iterable<Double> asks, double remaining) {
        int callers = 0;
        double asked = 0;
        for (double ask : asks) {
            asked = Amounts.plus(asked, ask);
            if (asked > remaining) {
                return callers;
            }
            callers++;
        }
        return callers;
    }

    /** What the tree asks of the budget where the retries that name it make so many attempts at most. */
    private static double demand(Measured node, String key, int most, double runs) {
        double asked = 0;
        double repeated = runs;
        if (node.policy() instanceof Policy.Retry retry) {
            boolean named = retry.terms().budget().filter(key::equals).isPresent();
            int times = named ? Math.min(most, retry.terms().times()) : retry.terms().times();
            asked = named ? Amounts.times(times - 1, runs) : 0;
            repeated = Amounts.times(times, runs);
        } else if (node.policy() instanceof Policy.Hedge hedge) {
            repeated = Amounts.times(hedge.max(), runs);
        }
        for (Measured child : node.children()) {
            asked = Amounts.plus(asked, demand(child, key, most, repeated));
        }
        return asked;
    }
}
