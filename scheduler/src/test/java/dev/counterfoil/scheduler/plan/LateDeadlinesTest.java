// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Generated trees with deadlines, planned and then run at worst: a deadline is told to be too late exactly where the run starts it for
 * the last time at an instant from which its child no longer fits (rule B).
 */
class LateDeadlinesTest {
    private static final int TREES = 2_000;
    private static final long FIRST_SEED = 3_907_000;

    @Test
    void a_deadline_is_told_to_be_late_exactly_where_its_last_start_leaves_too_little() {
        int late = 0;
        int inTime = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + TREES; seed++) {
            Policy policy = new Trees(new Random(seed), Trees.Kind.WITH_DEADLINES).node(4);
            List<Map<Figure, Double>> expected = new ArrayList<>();
            int deadlines = collect(policy, WorstCase.of(policy), expected);
            assertEquals(expected, told(policy), "seed " + seed + ": " + policy);
            late += expected.size();
            inTime += deadlines - expected.size();
        }
        assertTrue(late > TREES / 40 && inTime > TREES / 4, late + " late, " + inTime + " not; seeds from " + FIRST_SEED);
    }

    private static List<Map<Figure, Double>> told(Policy policy) {
        return Planner.analyse(policy, Surroundings.NOTHING).plan().warnings().stream()
                .filter(warning -> warning.code() == WarningCode.DEADLINE_INFEASIBLE_LATE)
                .map(Warning::figures)
                .toList();
    }

    /** By the rule, and by what the run did; children before their parents, as warnings are told. Returns how many deadlines there are. */
    private static int collect(Policy policy, WorstCase run, List<Map<Figure, Double>> late) {
        int deadlines = 0;
        for (Policy child : WorstCase.children(policy)) {
            deadlines += collect(child, run, late);
        }
        if (policy instanceof Policy.Deadline deadline) {
            deadlines++;
            double needed = Planner.analyse(deadline.policy(), Surroundings.NOTHING).plan().upperBoundMillis();
            double latest = run.latestStartMillis(deadline);
            double left = Math.max(0, deadline.remainingMillis() - latest);
            if (needed <= deadline.remainingMillis() && needed > left) {
                late.add(Map.of(Figure.ESTIMATED_MS, needed, Figure.LIMIT_MS, left, Figure.LATEST_START_MS, latest));
            }
        }
        return deadlines;
    }
}
