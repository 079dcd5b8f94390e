// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.List;

/**
 * What a policy may come to at worst. Immutable.
 *
 * @param valid whether every deadline can be kept and every named budget can pay; a timeout that cuts makes no plan invalid
 * @param upperBoundMillis how long it may take; the length of its critical path is the same number
 * @param parallelWorkMillis the time of all attempts added up, whether they run at once or not; no limit cuts it
 * @param attempts how many there may be; no limit cuts them
 * @param budgets a line for each budget that the policy names, in the order in which it names them
 * @param warnings those of the tree, children before their parent, then those of the budgets
 */
public record Plan(
        boolean valid,
        double upperBoundMillis,
        double parallelWorkMillis,
        double attempts,
        List<BudgetLine> budgets,
        List<Warning> warnings) {
    /** Copies the lists. */
    public Plan {
        budgets = List.copyOf(budgets);
        warnings = List.copyOf(warnings);
    }

    Plan invalid() {
        return new Plan(false, upperBoundMillis, parallelWorkMillis, attempts, budgets, warnings);
    }
}
