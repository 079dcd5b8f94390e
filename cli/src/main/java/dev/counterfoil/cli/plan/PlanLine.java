// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.BudgetCure;
import dev.counterfoil.scheduler.plan.BudgetLine;
import dev.counterfoil.scheduler.plan.Figure;
import dev.counterfoil.scheduler.plan.Plan;
import dev.counterfoil.scheduler.plan.Warning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A plan as JSON, with the members that the published planner gives it; or the refusal of a request. Pure; thread-safe. */
public final class PlanLine {
    private PlanLine() {}

    /**
     * A plan.
     *
     * @param plan the plan
     * @return one line, without its end
     */
    public static String of(Plan plan) {
        return published(plan, List.of()).toString();
    }

    /**
     * A plan and all that is said beyond it.
     *
     * @param analysis both
     * @param root what the whole policy is called
     * @return one line, without its end
     */
    public static String of(Analysis analysis, String root) {
        return AnalysisMembers.added(published(analysis.plan(), analysis.budgetCures()), analysis, root).toString();
    }

    /**
     * The plan of an invocation.
     *
     * @param invocation its name
     * @param then why no attempt follows the last one
     * @param hintMillis the hint that is in the waits before retries; 0 for none
     * @param analysis the plan, and what is said beyond it
     * @return one line, without its end
     */
    public static String of(String invocation, Optional<String> then, long hintMillis, Analysis analysis) {
        JsonLine begun = new JsonLine().put("invocation", invocation).put("then", then);
        return AnalysisMembers.added(published(begun, analysis.plan(), analysis.budgetCures()), analysis, PlanAnswer.POLICY)
                .put("retryAfterMs", hintMillis).toString();
    }

    /**
     * What several invocations may ask of the budgets that they share.
     *
     * @param budgets a line for each budget
     * @return one line, without its end
     */
    public static String of(List<BudgetLine> budgets) {
        return new JsonLine().put("retryBudgets", budgets.stream().map(line -> budget(line, Map.of())).toList()).toString();
    }

    private static JsonLine published(Plan plan, List<BudgetCure> cures) {
        return published(new JsonLine(), plan, cures);
    }

    private static JsonLine published(JsonLine begun, Plan plan, List<BudgetCure> cures) {
        Map<String, BudgetCure> byKey = cures.stream().collect(Collectors.toMap(BudgetCure::key, Function.identity()));
        return truth(begun, "valid", plan.valid())
                .put("upperBoundMs", plan.upperBoundMillis())
                .put("criticalPathMs", plan.upperBoundMillis())
                .put("parallelWorkMs", plan.parallelWorkMillis())
                .put("attempts", plan.attempts())
                .put("retryBudgets", plan.budgets().stream().map(line -> budget(line, byKey)).toList())
                .put("warnings", warnings(plan.warnings()));
    }

    /**
     * A refusal.
     *
     * @param refused what was refused
     * @return one line, without its end
     */
    public static String of(PlanRefusedException refused) {
        return new JsonLine().put("error", refused.refusal().code()).put("path", refused.path()).toString();
    }

    private static List<JsonLine> warnings(List<Warning> warnings) {
        List<JsonLine> lines = new ArrayList<>();
        warnings.forEach(warning -> lines.addAll(Collections.nCopies(warning.times(), warning(warning))));
        return lines;
    }

    private static JsonLine warning(Warning warning) {
        JsonLine line = new JsonLine().put("code", warning.code().code());
        warning.key().ifPresent(key -> line.put("budgetKey", key));
        for (Figure figure : Figure.values()) {
            if (warning.figures().containsKey(figure)) {
                line.put(figure.member(), warning.figures().get(figure));
            }
        }
        if (!warning.path().isEmpty()) {
            line.doubles("path", warning.path());
        }
        return line;
    }

    private static JsonLine budget(BudgetLine budget, Map<String, BudgetCure> cures) {
        JsonLine line = new JsonLine().put("key", budget.key()).put("required", budget.required()).put("status", budget.status().code());
        budget.budget().ifPresent(known ->
                line.put("limit", known.limit()).put("spent", known.spent()).put("remaining", known.remaining()));
        Optional.ofNullable(cures.get(budget.key())).ifPresent(cure -> line
                .put("admittedCallers", cure.admittedCallers())
                .put("cures", new JsonLine().put("limit", cure.limit()).put("times", cure.times())));
        return line;
    }

    private static JsonLine truth(JsonLine line, String name, boolean value) {
        return value ? line.yes(name) : line.no(name);
    }
}
