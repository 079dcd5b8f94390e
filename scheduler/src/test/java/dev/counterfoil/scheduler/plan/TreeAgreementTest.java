// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    @Test
    void a_run_never_exceeds_its_plan_and_reaches_it_where_nothing_cuts() {
        int uncut = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + TREES; seed++) {
            Policy policy = new Generator(new Random(seed)).node(4);
            Analysis analysis = Planner.analyse(policy, Surroundings.NOTHING);
            WorstCase run = WorstCase.of(policy);
            String where = "seed " + seed + ": " + policy;
            assertTrue(run.elapsedMillis() <= analysis.plan().upperBoundMillis(), where);
            assertTrue(run.elapsedMillis() >= analysis.lowerBoundMillis(), where);
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

    /** Whole milliseconds and quarters, so that every sum is exact in whatever order it is made. */
    private record Generator(Random random) {
        Policy node(int depth) {
            return switch (depth == 0 ? 0 : random.nextInt(8)) {
                case 1, 2 -> new Policy.Series(children(depth));
                case 3 -> new Policy.Parallel(children(depth));
                case 4, 5 -> new Policy.Retry(node(depth - 1), terms());
                case 6 -> new Policy.Hedge(node(depth - 1), random.nextInt(50), 1 + random.nextInt(3));
                case 7 -> limited(depth);
                default -> new Policy.Attempt(random.nextInt(400) / 4.0);
            };
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
            return new RetryTerms(1 + random.nextInt(4), growth, random.nextInt(100), random.nextInt(200), random.nextBoolean(),
                    1 + random.nextInt(3), budget);
        }
    }
}
