// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
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
            Policy policy = new Trees(new Random(seed), Trees.Kind.LIMITED).node(4);
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
            Policy policy = new Trees(new Random(seed), Trees.Kind.RATED).node(4);
            Plan plan = Planner.analyse(policy, Surroundings.NOTHING).plan();
            WorstCase run = WorstCase.of(policy);
            assertTrue(run.elapsedMillis() <= plan.upperBoundMillis() * ROUNDED, "seed " + seed + ": " + run.elapsedMillis() + " of "
                    + plan.upperBoundMillis() + " in " + policy);
            waited += run.hasWaitedForTokens() ? 1 : 0;
        }
        assertTrue(waited > TREES / 10, waited + " waited for tokens; seeds from " + FIRST_SEED);
    }
}
