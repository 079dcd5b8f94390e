// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Generated trees, planned and then run on a logical clock where everything takes as long as it may: the run ends within the bound, and
 * makes exactly the attempts, the work and the retries that were planned. Where nothing cuts it ends exactly at the bound.
 */
class TreeAgreementTest {
    private static final int TREES = 1_516;
    private static final long FIRST_SEED = 1_516_000;

    /** Times of tokens are fractions, summed in another order. */
    private static final double ROUNDED = 1 + 1e-9;

    @Test
    void a_run_never_exceeds_its_plan_and_reaches_it_where_nothing_cuts() {
        int uncut = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + TREES; seed++) {
            Policy policy = new Generator(new Random(seed), 0).node(4);
            Analysis analysis = Planner.analyse(policy, Surroundings.NOTHING);
            WorstCase run = WorstCase.of(policy);
            String where = "seed " + seed + ": " + policy;
            assertTrue(run.elapsedMillis() <= analysis.plan().upperBoundMillis(), where);
            assertTrue(analysis.fits() == Fits.NO || run.elapsedMillis() >= analysis.lowerBoundMillis(), where);
            assertTrue(analysis.workWithinLimitMillis() <= Amounts.times(analysis.plan().upperBoundMillis(), analysis.peakConcurrency()),
                    where);
            assertEquals(analysis.plan().attempts(), run.attempts(), where);
            assertEquals(analysis.plan().parallelWorkMillis(), run.workMillis(), where);
            analysis.plan().budgets().forEach(line ->
                    assertEquals(line.required(), run.retries().getOrDefault(line.key(), 0).doubleValue(), where));
            if (analysis.fits() == Fits.ALWAYS) {
                uncut++;
                assertEquals(analysis.plan().upperBoundMillis(), run.elapsedMillis(), where);
            }
        }
        assertTrue(uncut > TREES / 3 && uncut < TREES, uncut + " of " + TREES + " were cut nowhere; seeds from " + FIRST_SEED);
    }

    /** Tokens are waited for beside each other and beside attempts, so the bound is seldom reached; without limits nothing is cut. */
    @Test
    void a_run_that_waits_for_tokens_never_exceeds_its_plan_however_it_is_repeated() {
        int waited = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + TREES; seed++) {
            Policy policy = new Generator(new Random(seed), 4).node(4);
            Plan plan = Planner.analyse(policy, Surroundings.NOTHING).plan();
            WorstCase run = WorstCase.of(policy);
            assertTrue(run.elapsedMillis() <= plan.upperBoundMillis() * ROUNDED, "seed " + seed + ": " + run.elapsedMillis() + " of "
                    + plan.upperBoundMillis() + " in " + policy);
            waited += run.hasWaitedForTokens() ? 1 : 0;
        }
        assertTrue(waited > TREES / 10, waited + " waited for tokens; seeds from " + FIRST_SEED);
    }

    /** Whole milliseconds and quarters, so that every sum is exact in whatever order it is made. */
    private record Generator(Random random, int rates) {
        Policy node(int depth) {
            return switch (depth == 0 ? 0 : random.nextInt(9 + rates)) {
                case 1, 2 -> new Policy.Series(children(depth));
                case 3 -> new Policy.Parallel(children(depth));
                case 4, 5 -> new Policy.Retry(node(depth - 1), terms());
                case 6 -> new Policy.Hedge(node(depth - 1), random.nextInt(50), 1 + random.nextInt(3));
                case 7 -> rates == 0 ? limited(depth) : attempt();
                case 8 -> failover(depth);
                case 0 -> attempt();
                default -> rated(depth);
            };
        }

        private Policy attempt() {
            double duration = random.nextInt(400) / 4.0;
            double best = random.nextInt(3) == 0 ? Math.floor(duration / 2) : 0;
            return new Policy.Attempt(duration, best, OptionalDouble.empty(), Optional.empty(), Map.of(), Optional.empty());
        }

        private Policy failover(int depth) {
            List<Policy> children = children(depth);
            return children.isEmpty() ? attempt() : new Policy.Failover(children);
        }

        private Policy rated(int depth) {
            int burst = 1 + random.nextInt(4);
            return new Policy.RateLimit(1 + random.nextInt(40), burst, random.nextInt(burst + 1), node(depth - 1));
        }

        private Policy limited(int depth) {
            double limit = random.nextInt(2_000);
            Policy child = node(depth - 1);
            return random.nextBoolean() ? new Policy.Timeout(limit, child) : new Policy.Deadline(7_000 + limit, 7_000, child);
        }

        private List<Policy> children(int depth) {
            return new ArrayList<>(IntStream.range(0, random.nextInt(4)).mapToObj(i -> node(depth - 1)).toList());
        }

        private RetryTerms terms() {
            Growth growth = Growth.values()[random.nextInt(Growth.values().length)];
            Optional<String> budget = random.nextBoolean() ? Optional.of("budget-" + random.nextInt(2)) : Optional.empty();
            OptionalDouble time = rates == 0 && random.nextInt(3) == 0 ? OptionalDouble.of(random.nextInt(300)) : OptionalDouble.empty();
            double hint = random.nextInt(3) == 0 ? random.nextInt(300) : 0;
            return new RetryTerms(1 + random.nextInt(4), growth, random.nextInt(100), random.nextInt(200), random.nextBoolean(),
                    1 + random.nextInt(3), budget, time, hint, Spread.EQUAL);
        }
    }
}
