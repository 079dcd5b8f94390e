// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What is known around a policy. Immutable.
 *
 * @param retryBudgets shared budgets of retries, each key once
 * @param costBudgets budgets of what attempts cost, each unit once
 * @param maxAmplification how often nested retries may repeat one request, where that is limited
 */
public record Surroundings(List<RetryBudget> retryBudgets, List<CostBudget> costBudgets, OptionalDouble maxAmplification) {
    /** Nothing is known. */
    public static final Surroundings NOTHING = new Surroundings(List.of(), List.of(), OptionalDouble.empty());

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException where a budget is given twice, or the limit of repetitions is less than 1
     */
    public Surroundings {
        retryBudgets = List.copyOf(retryBudgets);
        costBudgets = List.copyOf(costBudgets);
        maxAmplification.ifPresent(limit -> Amounts.atLeast(1, "maxAmplification", limit));
        Set<String> keys = new HashSet<>();
        Set<String> units = new HashSet<>();
        boolean once = retryBudgets.stream().allMatch(budget -> keys.add(budget.key()))
                && costBudgets.stream().allMatch(budget -> units.add(budget.unit()));
        if (!once) {
            throw new IllegalArgumentException("a budget is given twice");
        }
    }
}
