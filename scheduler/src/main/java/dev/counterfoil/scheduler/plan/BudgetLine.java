// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.Map;
import java.util.Optional;

/**
 * What a policy may ask of one shared budget, and whether it can be had. Immutable.
 *
 * @param key the budget's name
 * @param required retries that the policy may make, capped
 * @param status whether they can be had
 * @param budget what is known of the budget, where anything is
 */
public record BudgetLine(String key, double required, BudgetStatus status, Optional<RetryBudget> budget) {
    /**
     * Judges an ask by the published rules.
     *
     * @param key the budget's name
     * @param required how many retries are asked of it
     * @param budget what is known of it
     * @return unverified where nothing is known of it
     */
    public static BudgetLine of(String key, double required, Optional<RetryBudget> budget) {
        BudgetStatus status = budget.map(known -> required <= known.remaining() ? BudgetStatus.ADMISSIBLE : BudgetStatus.EXCEEDED)
                .orElse(BudgetStatus.UNVERIFIED);
        return new BudgetLine(key, required, status, budget);
    }

    /** By the stricter rules: what is asked for nothing can be had, and what counts something else cannot pay. */
    static BudgetLine strictly(String key, double required, Optional<RetryBudget> budget) {
        if (budget.filter(RetryBudget::isOfAnotherUnit).isPresent()) {
            return new BudgetLine(key, required, BudgetStatus.MISMATCHED, budget);
        }
        return required == 0 ? new BudgetLine(key, required, BudgetStatus.ADMISSIBLE, budget) : of(key, required, budget);
    }

    Optional<Warning> warning() {
        return switch (status) {
            case ADMISSIBLE -> Optional.empty();
            case MISMATCHED -> Optional.of(Warning.about(key, WarningCode.RETRY_BUDGET_UNIT_MISMATCH,
                    Map.of(Figure.REQUIRED_RETRIES, required)));
            case UNVERIFIED -> Optional.of(Warning.about(key, WarningCode.RETRY_BUDGET_SNAPSHOT_MISSING,
                    Map.of(Figure.REQUIRED_RETRIES, required)));
            case EXCEEDED -> Optional.of(Warning.about(key, WarningCode.RETRY_BUDGET_EXCEEDED, Map.of(
                    Figure.REQUIRED_RETRIES, required, Figure.REMAINING_RETRIES, budget.map(RetryBudget::remaining).orElse(0.0))));
        };
    }
}
