// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a plan builds is bounded by what is shown and by the tree, not by products of its numbers: counted, not timed. */
class PlanWorkTest {
    private static final int MANY = 3_000;

    @Test
    void a_timeline_has_the_rows_that_are_shown_and_the_end_of_all() {
        Policy again = new Policy.Retry(new Policy.Attempt(1), RetryTerms.of(RetryTerms.MOST_TIMES));
        List<Policy> parts = new ArrayList<>(IntStream.range(0, MANY).mapToObj(i -> again).toList());
        parts.add(new Policy.Attempt(5));
        Policy policy = new Policy.Series(parts);
        Timeline timeline = Timeline.of(policy, 3);
        assertEquals(3, timeline.rows().size());
        assertEquals(2 * MANY + 2, timeline.nodes());
        assertEquals(Planner.plan(policy, List.of()).upperBoundMillis(), timeline.endMillis());
    }

    @Test
    void a_warning_that_is_told_often_is_one_warning() {
        RetryTerms dynamic = new RetryTerms(RetryTerms.MOST_TIMES, Growth.DYNAMIC, 0, 5, false, 1, Optional.empty());
        List<Warning> warnings = Planner.plan(new Policy.Retry(new Policy.Attempt(1), dynamic), List.of()).warnings();
        assertEquals(1, warnings.size());
        assertEquals(RetryTerms.MOST_TIMES - 1, warnings.get(0).times());
    }

    @Test
    void nodes_and_states_of_outages_are_bounded_together() {
        assertTrue(Outage.isFeasible(Outage.MOST_KEYS, 4_096));
        Policy many = outages(Outage.MOST_KEYS, 4_096);
        assertThrows(IllegalArgumentException.class, () -> Planner.analyse(many, Surroundings.NOTHING));
        assertEquals(1, Planner.analyse(outages(2, 4_096), Surroundings.NOTHING).odds().orElseThrow().success());
    }

    /** As many attempts in a series, the first ones of which may fail together with nothing else. */
    private static Policy outages(int keys, int attempts) {
        return new Policy.Series(IntStream.range(0, attempts).mapToObj(i -> chance(
                i < keys ? Optional.of(new Outage("k" + i, 0)) : Optional.empty(), 0, Map.of())).toList());
    }

    private static Policy chance(Optional<Outage> outage, double failure, Map<String, Double> cost) {
        return new Policy.Attempt(1, 0, OptionalDouble.of(failure), outage, cost, Optional.empty());
    }

    @Test
    void a_probability_is_never_more_than_1() {
        List<Policy> pairs = IntStream.range(0, Outage.MOST_KEYS).<Policy>mapToObj(i -> new Policy.Failover(List.of(
                chance(Optional.of(new Outage("k" + i, 0.1 * (i % 7) + 0.03)), 0, Map.of()), new Policy.Attempt(1)))).toList();
        Odds odds = Planner.analyse(new Policy.Parallel(pairs), Surroundings.NOTHING).odds().orElseThrow();
        assertEquals(1, odds.success(), 1e-15);
        assertTrue(odds.success() <= 1 && odds.successWithinLimit() <= 1);
    }

    @Test
    void units_are_counted_in_one_walk_and_cost_what_each_attempt_that_is_reached_costs() {
        List<Policy> parts = new ArrayList<>();
        IntStream.range(0, MANY).forEach(i -> parts.add(new Policy.Retry(chance(Optional.empty(), 0.5, Map.of("u" + i, 8.0)), twice("b"))));
        List<CostLine> costs = Planner.analyse(new Policy.Parallel(parts), Surroundings.NOTHING).costs();
        assertEquals(MANY, costs.size());
        costs.forEach(line -> assertEquals(new Expected(12, 12), line.expected().orElseThrow()));
    }

    @Test
    void many_repetitions_are_as_exact_as_few() {
        RetryTerms often = new RetryTerms(RetryTerms.MOST_TIMES, Growth.FIXED, 0, 0, false, 1, Optional.empty());
        Odds rare = Planner.analyse(new Policy.Retry(chance(Optional.empty(), 1 - 1e-9, Map.of()), often), Surroundings.NOTHING)
                .odds().orElseThrow();
        assertEquals(1e-6, rare.success(), 1e-9);
        assertEquals(1_000, rare.attempts().most(), 1e-3);
        Odds never = Planner.analyse(new Policy.Retry(chance(Optional.empty(), 1, Map.of()), often), Surroundings.NOTHING)
                .odds().orElseThrow();
        assertEquals(new Expected(1_000, 1_000), never.attempts());
        assertEquals(0, never.success());
    }

    @Test
    void every_budget_that_cannot_pay_has_its_own_cure() {
        List<Policy> parts = IntStream.range(0, MANY)
                .<Policy>mapToObj(i -> new Policy.Retry(new Policy.Attempt(1), twice("b" + i))).toList();
        List<RetryBudget> none = IntStream.range(0, MANY).mapToObj(i -> new RetryBudget("b" + i, 0, 0)).toList();
        List<BudgetCure> cures = Planner.analyse(new Policy.Parallel(parts), new Surroundings(none, List.of(), OptionalDouble.empty()))
                .budgetCures();
        assertEquals(MANY, cures.size());
        cures.forEach(cure -> assertEquals(1, cure.times()));
    }

    /** Outer retries of the same budget are cut with the inner ones; those of another are not. */
    @Test
    void retries_that_share_a_budget_are_cut_together() {
        Policy nested = new Policy.Retry(new Policy.Retry(new Policy.Hedge(
                new Policy.Retry(new Policy.Attempt(1), times(5, "P")), 1, 2), times(3, "S")), times(4, "P"));
        Surroundings around = new Surroundings(
                List.of(new RetryBudget("P", 0, 37), new RetryBudget("S", 0, 8)), List.of(), OptionalDouble.empty());
        Analysis analysis = Planner.analyse(nested, around);
        assertEquals(List.of(3.0 + 4 * 4 * 6, 8.0), analysis.plan().budgets().stream().map(BudgetLine::required).toList());
        // With at most 3 of each it asks for 2 + 2 * 3 * 6 = 38, with at most 2 for 1 + 1 * 2 * 6 = 13.
        assertEquals(List.of(new BudgetCure("P", 99, 2, 1)), analysis.budgetCures());
    }

    private static RetryTerms twice(String budget) {
        return times(2, budget);
    }

    private static RetryTerms times(int times, String budget) {
        return new RetryTerms(times, Growth.FIXED, 0, 0, false, 1, Optional.of(budget));
    }
}
