// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.forecast;

import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.scheduler.plan.Amounts;
import dev.counterfoil.scheduler.plan.CostBudget;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.Surroundings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The attempts that an invocation may still make where each fails without an effect: more no course of it makes. Time is left out of it;
 * what of them fits into the deadline is the planner's to say. Immutable.
 *
 * @param binding what is bound
 * @param tail where it stands
 * @param spent what was charged before
 * @param now the present
 * @param attempts the attempts, in order
 * @param then why no more follows; empty where nothing follows from where it stands: it is closed, or a doubt is to be cleared first
 */
public record Forecast(
        Binding binding, Tail tail, Totals spent, Instant now, List<ForecastAttempt> attempts, Optional<RefusalCode> then) {
    private static final String CALLS = "calls";
    private static final String COST = "cost_micros";
    private static final String TOKENS = "tokens";

    /** Copies the list. */
    public Forecast {
        attempts = List.copyOf(attempts);
    }

    /**
     * The attempts as a policy: one after another until one succeeds, each named after its provider, within what is left to the
     * deadline. The longest hint of a provider that would fit is among what the planner says of it. An attempt
     * that is declared longer than the planner's longest duration, 24.86 days, counts as that.
     *
     * @param attemptMillis how long an attempt may take; where that is not limited, what is left to the deadline is
     * @return empty where no attempt can be made
     */
    public Optional<Policy> policy(OptionalLong attemptMillis) {
        if (attempts.isEmpty()) {
            return Optional.empty();
        }
        Optional<Instant> deadline = binding.deadline().at();
        double left = deadline.map(at -> (double) Math.max(0, at.toEpochMilli() - now.toEpochMilli())).orElse(Amounts.LONGEST_MILLIS);
        double each = Math.min(Amounts.LONGEST_MILLIS, attemptMillis.isPresent() ? attemptMillis.getAsLong() : left);
        List<Policy> policies = new ArrayList<>();
        for (ForecastAttempt attempt : attempts) {
            policies.add(new Policy.Attempt(each, 0, OptionalDouble.empty(), Optional.empty(), cost(attempt.charge()),
                    Optional.of(attempt.kind().code() + " at " + attempt.provider().value())));
        }
        Policy chain = new Policy.Failover(policies, attempts.stream().map(ForecastAttempt::delay).toList());
        return Optional.of(deadline.map(at -> within(at, left, chain)).orElse(chain));
    }

    /** What may be cut at worst need not be: a timeout, which makes no plan invalid, wherever one can be so long. */
    private Policy within(Instant deadline, double left, Policy chain) {
        return left <= Amounts.LONGEST_MILLIS
                ? new Policy.Timeout(left, chain) : new Policy.Deadline(deadline.toEpochMilli(), now.toEpochMilli(), chain);
    }

    /** Only what has a ceiling is counted. */
    private Map<String, Double> cost(Charge charge) {
        Map<String, Double> cost = new LinkedHashMap<>();
        if (ceiling(Dimension.MAX_CALLS).isPresent()) {
            cost.put(CALLS, (double) charge.calls());
        }
        if (ceiling(Dimension.MAX_AGGREGATE_TOKENS).isPresent()) {
            cost.put(TOKENS, (double) (charge.contextTokens() + charge.outputTokens()));
        }
        if (ceiling(Dimension.MAX_COST_MICROS).isPresent()) {
            cost.put(COST, (double) charge.costMicros());
        }
        return cost;
    }

    /**
     * What the limits leave.
     *
     * @return a budget for each unit that has a ceiling; what was observed beyond it counts as the ceiling
     */
    public Surroundings around() {
        List<CostBudget> budgets = new ArrayList<>();
        add(budgets, CALLS, spent.calls(), ceiling(Dimension.MAX_CALLS));
        add(budgets, TOKENS, spent.aggregateTokens(), ceiling(Dimension.MAX_AGGREGATE_TOKENS));
        add(budgets, COST, spent.costMicros(), ceiling(Dimension.MAX_COST_MICROS));
        return new Surroundings(List.of(), budgets, OptionalDouble.empty());
    }

    /**
     * What it may ask of a shared budget of retries.
     *
     * @return how many of the attempts are retries or redeliveries
     */
    public long retries() {
        return attempts.stream().filter(ForecastAttempt::isRetry).count();
    }

    private OptionalLong ceiling(Dimension dimension) {
        return binding.limits().of(dimension).most();
    }

    private static void add(List<CostBudget> budgets, String unit, long spent, OptionalLong ceiling) {
        ceiling.ifPresent(most -> budgets.add(new CostBudget(unit, spent, Math.max(spent, most))));
    }
}
