// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The planner as a host calls it. What it computes is held by the vectors, which the command line reads. */
class PlannerTest {
    private static final Policy ATTEMPT = new Policy.Attempt(800);

    @Test
    void the_published_example_is_cut_and_valid() {
        Plan plan = Planner.plan(new Policy.Timeout(2_000, new Policy.Retry(ATTEMPT, without(RetryTerms.of(4)))), List.of());
        assertEquals(2_000, plan.upperBoundMillis());
        assertEquals(3_200, plan.parallelWorkMillis());
        assertTrue(plan.valid());
        Warning cut = plan.warnings().get(0);
        assertEquals(WarningCode.RETRY_EXCEEDS_TIMEOUT, cut.code());
        assertEquals(3_900, cut.figures().get(Figure.ESTIMATED_MS));
        assertEquals("$.policy", cut.place().orElseThrow().path());
    }

    @Test
    void A20_a_retry_that_cannot_fit_its_timeout_is_told_with_what_would_fit() {
        Policy policy = new Policy.Timeout(2_000, new Policy.Retry(ATTEMPT, without(RetryTerms.of(4))));
        Analysis analysis = Planner.analyse(policy, Surroundings.NOTHING);
        assertEquals(Fits.MAYBE, analysis.fits());
        RepetitionLine line = analysis.repetitions().get(0);
        assertEquals(2, line.completeFit());
        assertEquals(3, line.startFit());
        assertEquals(2, line.cures().times().orElseThrow());
        assertEquals(3_900, line.cures().limitMillis().orElseThrow());
    }

    @Test
    void A56_attempts_count_the_first_and_a_budget_does_not() {
        Plan plan = Planner.plan(new Policy.Retry(ATTEMPT, paid("P", 3)), List.of(new RetryBudget("P", 0, 2)));
        assertEquals(3, plan.attempts());
        assertEquals(2, plan.budgets().get(0).required());
        assertTrue(plan.valid());
    }

    @Test
    void a_budget_pays_for_every_retry_that_may_be_made() {
        Policy inner = new Policy.Retry(ATTEMPT, paid("P", 3));
        Plan nested = Planner.plan(new Policy.Retry(inner, paid("P", 3)), List.of(new RetryBudget("P", 0, 8)));
        assertEquals(8, nested.budgets().get(0).required());
        assertTrue(nested.valid());
        assertFalse(Planner.plan(new Policy.Retry(inner, paid("P", 3)), List.of(new RetryBudget("P", 1, 8))).valid());
        Policy far = new Policy.Parallel(List.of(new Policy.Hedge(new Policy.Retry(inner, paid("S", 4)), 10, 2)));
        assertEquals(List.of("S 6.0 unverified", "P 16.0 unverified"), Planner.plan(far, List.of()).budgets().stream()
                .map(line -> line.key() + " " + line.required() + " " + line.status().code()).toList());
    }

    @Test
    void a_tree_that_is_too_deep_is_a_caller_s_mistake() {
        Policy deep = ATTEMPT;
        for (int i = 0; i < Policy.DEPTH; i++) {
            deep = new Policy.Timeout(1_000, deep);
        }
        assertEquals(800, Planner.plan(deep, List.of()).upperBoundMillis());
        Policy deeper = new Policy.Series(List.of(deep));
        assertThrows(IllegalArgumentException.class, () -> Planner.plan(deeper, List.of()));
    }

    @Test
    void wrong_values_cannot_be_built() {
        assertThrows(IllegalArgumentException.class, () -> new Policy.Attempt(-1));
        assertThrows(IllegalArgumentException.class, () -> new Policy.Attempt(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> new Policy.Attempt(Amounts.LONGEST_MILLIS + 1));
        assertThrows(IllegalArgumentException.class, () -> new Policy.Hedge(ATTEMPT, 1, 1.5));
        assertThrows(IllegalArgumentException.class, () -> new Policy.Hedge(ATTEMPT, 1, Double.POSITIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> new Policy.Deadline(Double.NaN, 0, ATTEMPT));
        assertThrows(IllegalArgumentException.class, () -> RetryTerms.of(0));
        assertThrows(IllegalArgumentException.class, () -> RetryTerms.of(1_001));
        assertThrows(IllegalArgumentException.class, () -> new RetryBudget("P", 2, 1));
        List<RetryBudget> twice = List.of(new RetryBudget("P", 0, 1), new RetryBudget("P", 0, 2));
        assertThrows(IllegalArgumentException.class, () -> Planner.plan(ATTEMPT, twice));
    }

    @Test
    void a_timeline_shows_when_each_part_runs() {
        Policy policy = new Policy.Series(List.of(
                new Policy.Attempt(100), new Policy.Timeout(150, new Policy.Retry(new Policy.Attempt(100), without(RetryTerms.of(2))))));
        Timeline timeline = Timeline.of(policy, 10);
        assertEquals(List.of("$.policy", "$.policy.policies[0]", "$.policy.policies[1]", "$.policy.policies[1].policy",
                "$.policy.policies[1].policy.attempt"), timeline.rows().stream().map(row -> row.place().path()).toList());
        Timeline.Row retry = timeline.rows().get(3);
        assertEquals(List.of(
                new Timeline.Span(100, 200, Timeline.Filling.ATTEMPT),
                new Timeline.Span(200, 300, Timeline.Filling.WAIT),
                new Timeline.Span(300, 400, Timeline.Filling.ATTEMPT)), retry.spans());
        assertEquals(250, retry.cutMillis());
        assertEquals(400, timeline.endMillis());
    }

    private static RetryTerms without(RetryTerms terms) {
        return new RetryTerms(
                terms.times(), terms.growth(), terms.initialMillis(), terms.maxMillis(), false, terms.factor(), terms.budget());
    }

    private static RetryTerms paid(String budget, int times) {
        return new RetryTerms(times, Growth.FIXED, 0, 0, false, 1, Optional.of(budget));
    }
}
