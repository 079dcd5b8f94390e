// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.micro;

import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.Growth;
import dev.counterfoil.scheduler.plan.Plan;
import dev.counterfoil.scheduler.plan.Planner;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.RetryBudget;
import dev.counterfoil.scheduler.plan.RetryTerms;
import dev.counterfoil.scheduler.plan.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Policies planned: a deadline around a series of parallel pairs of timed retries, each with its odds and its cost, some cut, all paid by
 * one budget. Confined.
 */
@State(Scope.Benchmark)
public class PlanBenchmarks {
    private static final int THOUSAND = 1_000;
    private static final int TEN_THOUSAND = 10_000;
    private static final int PAIR = 7;
    private static final Surroundings AROUND = new Surroundings(
            List.of(new RetryBudget("b", 0, 1_000_000)), List.of(), OptionalDouble.empty());

    private final Policy thousand = policy(THOUSAND);
    private final Policy tenThousand = policy(TEN_THOUSAND);

    /** So many nodes, less what would not make a whole pair. */
    private static Policy policy(int nodes) {
        List<Policy> parts = new ArrayList<>();
        while (2 + PAIR * (parts.size() + 1) <= nodes) {
            parts.add(new Policy.Parallel(List.of(timed(parts.size()), timed(parts.size() + 1))));
        }
        return new Policy.Deadline(1_000_000_000, 0, new Policy.Series(parts));
    }

    private static Policy timed(int number) {
        RetryTerms terms = new RetryTerms(2 + number % 4, Growth.EXPONENTIAL, 100, 2_000, true, 2, Optional.of("b"));
        Policy attempt = new Policy.Attempt(50 + number % 100, 10, OptionalDouble.of(0.1), Optional.empty(), Map.of("tokens", 3.0),
                Optional.empty());
        return new Policy.Timeout(400 + number % 200, new Policy.Retry(attempt, terms));
    }

    /**
     * A plan of a thousand nodes.
     *
     * @return the plan
     */
    @Benchmark
    public Plan planOfThousandNodes() {
        return Planner.plan(thousand, AROUND.retryBudgets());
    }

    /**
     * A plan of ten thousand nodes.
     *
     * @return the plan
     */
    @Benchmark
    public Plan planOfTenThousandNodes() {
        return Planner.plan(tenThousand, AROUND.retryBudgets());
    }

    /**
     * The same thousand nodes, with all that is said beyond the plan.
     *
     * @return the plan, and what is said beyond it
     */
    @Benchmark
    public Analysis analysisOfThousandNodes() {
        return Planner.analyse(thousand, AROUND);
    }

    /**
     * The same ten thousand nodes, with all that is said beyond the plan.
     *
     * @return the plan, and what is said beyond it
     */
    @Benchmark
    public Analysis analysisOfTenThousandNodes() {
        return Planner.analyse(tenThousand, AROUND);
    }
}
