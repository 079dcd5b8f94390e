// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.Map;
import java.util.Optional;

/**
 * What a policy may cost in one unit, and whether it can be had. Immutable.
 *
 * @param unit the unit
 * @param required what all attempts cost, the first ones and the copies of hedges included; capped
 * @param status whether it can be had
 * @param budget what is known of the budget, where anything is
 * @param expected what it costs on average, where probabilities are declared
 */
public record CostLine(String unit, double required, BudgetStatus status, Optional<CostBudget> budget, Optional<Expected> expected) {
    static CostLine of(String unit, double required, Optional<CostBudget> budget, Optional<Expected> expected) {
        BudgetStatus status = budget.map(known -> required <= known.remaining() ? BudgetStatus.ADMISSIBLE : BudgetStatus.EXCEEDED)
                .orElse(BudgetStatus.UNVERIFIED);
        return new CostLine(unit, required, status, budget, expected);
    }

    Optional<Warning> warning() {
        if (status == BudgetStatus.ADMISSIBLE) {
            return Optional.empty();
        }
        return Optional.of(budget
                .map(known -> Warning.about(unit, WarningCode.COST_BUDGET_EXCEEDED,
                        Map.of(Figure.REQUIRED, required, Figure.REMAINING, known.remaining())))
                .orElseGet(() -> Warning.about(unit, WarningCode.COST_BUDGET_SNAPSHOT_MISSING, Map.of(Figure.REQUIRED, required))));
    }
}
