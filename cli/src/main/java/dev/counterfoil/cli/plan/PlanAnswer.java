// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.Fits;
import dev.counterfoil.scheduler.plan.Plan;
import java.util.List;
import java.util.Optional;

/**
 * What a request is answered, by the rules that it asks for. Immutable.
 *
 * @param plan the plan
 * @param more what is said beyond it; empty by the published rules, which know no more
 * @param root what the whole policy is called where its nodes are named
 */
public record PlanAnswer(Plan plan, Optional<Analysis> more, String root) {
    /** What the policy of a request is called. */
    public static final String POLICY = "$.policy";

    /**
     * By the extended rules.
     *
     * @param analysis the plan, and what is said beyond it
     * @param root what the whole policy is called
     * @return the answer
     */
    public static PlanAnswer of(Analysis analysis, String root) {
        return new PlanAnswer(analysis.plan(), Optional.of(analysis), root);
    }

    /**
     * Whether the policy fits, in time and in its budgets. By the published rules a valid one does: no timeout makes it invalid.
     *
     * @return no where its plan is invalid
     */
    public Fits verdict() {
        return plan.valid() ? more.map(Analysis::fits).orElse(Fits.ALWAYS) : Fits.NO;
    }

    String verdictWords() {
        if (more.isEmpty()) {
            return plan.valid() ? "valid" : "not valid";
        }
        return switch (verdict()) {
            case ALWAYS -> "fits";
            case MAYBE -> "may not fit";
            case NO -> "does not fit";
        };
    }

    /** What is known beyond the bounds, a line for each. */
    List<String> lines() {
        return more.map(PlanSummary::lines).orElseGet(() -> PlanSummary.budgets(plan));
    }

    /**
     * As JSON.
     *
     * @return one line, without its end
     */
    public String line() {
        return more.map(analysis -> PlanLine.of(analysis, root)).orElseGet(() -> PlanLine.of(plan));
    }

    /** How many warnings its JSON has. */
    long warnings() {
        return plan.warnings().stream().mapToLong(warning -> warning.times()).sum();
    }
}
