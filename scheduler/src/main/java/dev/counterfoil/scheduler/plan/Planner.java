// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Says before anything runs how long a policy may take at worst, how many attempts and retries it may make, and whether shared budgets can
 * pay for them. Pure; thread-safe. It takes what is declared for true and calls nobody.
 */
public final class Planner {
    private static final Set<WarningCode> INVALID = EnumSet.of(
            WarningCode.DEADLINE_INFEASIBLE, WarningCode.DEADLINE_INFEASIBLE_LATE, WarningCode.NEVER_FITS,
            WarningCode.ATTEMPT_TIMEOUT_BELOW_BEST);
    private static final Set<WarningCode> CUTS = EnumSet.of(
            WarningCode.RETRY_EXCEEDS_TIMEOUT, WarningCode.HEDGE_EXCEEDS_TIMEOUT, WarningCode.FAILOVER_EXCEEDS_TIMEOUT,
            WarningCode.TIME_EXCEEDS_TIMEOUT, WarningCode.DEADLINE_INFEASIBLE, WarningCode.DEADLINE_INFEASIBLE_LATE);

    private Planner() {}

    /**
     * Plans a policy by the published rules. Time stands still in them: a deadline deep in the tree is compared as if its part started at
     * once.
     *
     * @param policy the tree
     * @param budgets what is known of shared budgets, each key once; keys that the policy does not name are not looked at
     * @return the plan
     * @throws IllegalArgumentException where a node is deeper than {@link Policy#DEPTH}, or a budget is given twice
     */
    public static Plan plan(Policy policy, List<RetryBudget> budgets) {
        Measurement measurement = new Measurement(policy);
        List<BudgetLine> lines = lines(measurement, new Surroundings(budgets, List.of(), OptionalDouble.empty()), BudgetLine::of);
        List<Warning> warnings = new ArrayList<>(measurement.warnings());
        lines.forEach(line -> line.warning().ifPresent(warnings::add));
        return plan(measurement.root(), lines, warnings);
    }

    /**
     * Plans a policy, and says more: whether it has a best case, deadlines where they start late, how many attempts fit, what to change,
     * how it may turn out and what it may cost.
     *
     * @param policy the tree
     * @param around what is known around it
     * @return plan and more; warnings beyond the plan's stand behind them
     * @throws IllegalArgumentException where a node is deeper than {@link Policy#DEPTH}, more than {@link Outage#MOST_KEYS} outages are
     *     named, one has two probabilities, or there are too many nodes for them, see {@link Outage#isFeasible}
     */
    public static Analysis analyse(Policy policy, Surroundings around) {
        Measurement measurement = new Measurement(policy);
        Measured root = measurement.root();
        BestCase best = new BestCase(measurement);
        Repetitions repetitions = new Repetitions(measurement, best);
        OddsCalculation odds = new OddsCalculation(measurement, repetitions);
        Amplification amplification = Amplification.of(root);
        List<BudgetLine> lines = lines(measurement, around, BudgetLine::strictly);
        List<CostLine> costs = costs(root, around, odds);
        List<Warning> warnings = new ArrayList<>(measurement.warnings());
        lines.forEach(line -> line.warning().ifPresent(warnings::add));
        warnings.addAll(best.warnings());
        warnings.addAll(repetitions.late());
        warnings.addAll(repetitions.unreachable());
        costs.forEach(line -> line.warning().ifPresent(warnings::add));
        around.maxAmplification().stream().filter(most -> amplification.retries() > most).forEach(most ->
                warnings.add(Warning.along(amplification.retryPath(), WarningCode.RETRY_AMPLIFICATION,
                        Map.of(Figure.PRODUCT, amplification.retries(), Figure.LIMIT, most))));
        Plan plan = plan(root, lines, warnings);
        boolean payable = costs.stream().allMatch(line -> line.status() == BudgetStatus.ADMISSIBLE);
        Concurrency concurrency = Concurrency.of(root);
        return new Analysis(
                payable ? plan : plan.invalid(), fits(best, warnings), best.lowerBoundMillis(), concurrency.peak(),
                concurrency.workWithinLimitMillis(), amplification, repetitions.lines(), costs, odds.odds(), cures(lines, measurement));
    }

    private static Plan plan(Measured root, List<BudgetLine> lines, List<Warning> warnings) {
        boolean valid = warnings.stream().noneMatch(warning -> INVALID.contains(warning.code()))
                && lines.stream().allMatch(line -> line.status() == BudgetStatus.ADMISSIBLE);
        return new Plan(valid, root.boundMillis(), root.workMillis(), root.attempts(), lines, warnings);
    }

    private static Fits fits(BestCase best, List<Warning> warnings) {
        if (best.isHopeless()) {
            return Fits.NO;
        }
        return warnings.stream().anyMatch(warning -> CUTS.contains(warning.code())) ? Fits.MAYBE : Fits.ALWAYS;
    }

    /** Judges what is asked of a budget. */
    private interface Judgement {
        BudgetLine of(String key, double required, Optional<RetryBudget> budget);
    }

    private static List<BudgetLine> lines(Measurement measurement, Surroundings around, Judgement judgement) {
        Map<String, RetryBudget> known = around.retryBudgets().stream().collect(Collectors.toMap(RetryBudget::key, Function.identity()));
        List<BudgetLine> lines = new ArrayList<>();
        measurement.asks().forEach((key, asks) ->
                lines.add(judgement.of(key, asks.required(), Optional.ofNullable(known.get(key)))));
        return lines;
    }

    private static List<CostLine> costs(Measured root, Surroundings around, OddsCalculation odds) {
        Map<String, CostBudget> known = around.costBudgets().stream().collect(Collectors.toMap(CostBudget::unit, Function.identity()));
        List<CostLine> lines = new ArrayList<>();
        Costs.of(root).forEach((unit, required) ->
                lines.add(CostLine.of(unit, required, Optional.ofNullable(known.get(unit)), odds.cost(unit))));
        return lines;
    }

    private static List<BudgetCure> cures(List<BudgetLine> lines, Measurement measurement) {
        return lines.stream().filter(line -> line.status() == BudgetStatus.EXCEEDED)
                .map(line -> BudgetCure.of(line.budget().orElseThrow(), line.required(), measurement.asks().get(line.key())))
                .toList();
    }
}
