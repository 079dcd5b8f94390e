// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.List;
import java.util.Optional;

/**
 * What can be said of a policy beyond its plan. Immutable.
 *
 * @param plan the plan; valid by more rules than the plan alone, and with more warnings
 * @param fits whether there is enough time
 * @param lowerBoundMillis how long it takes at least where it succeeds
 * @param peakConcurrency most attempts at one time
 * @param workWithinLimitMillis time of all attempts, where a limit lets nothing run longer than itself
 * @param amplification how often one request may be repeated
 * @param repetitions how much of each retry and failover fits
 * @param costs what may be spent
 * @param odds how it may turn out, where probabilities are declared
 * @param budgetCures what would let budgets of retries pay that cannot
 */
public record Analysis(
        Plan plan,
        Fits fits,
        double lowerBoundMillis,
        double peakConcurrency,
        double workWithinLimitMillis,
        Amplification amplification,
        List<RepetitionLine> repetitions,
        List<CostLine> costs,
        Optional<Odds> odds,
        List<BudgetCure> budgetCures) {
    /** Copies the lists. */
    public Analysis {
        repetitions = List.copyOf(repetitions);
        costs = List.copyOf(costs);
        budgetCures = List.copyOf(budgetCures);
    }
}
