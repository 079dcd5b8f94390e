// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.journal.canonical.ShortestDecimal;
import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.BudgetLine;
import dev.counterfoil.scheduler.plan.CostBudget;
import dev.counterfoil.scheduler.plan.CostLine;
import dev.counterfoil.scheduler.plan.Expected;
import dev.counterfoil.scheduler.plan.Plan;
import dev.counterfoil.scheduler.plan.RetryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A plan's numbers in words. Pure; thread-safe. */
public final class PlanSummary {
    private PlanSummary() {}

    /**
     * What several invocations may ask of the budgets that they share.
     *
     * @param budgets a line for each budget
     * @return one line of text for each
     */
    public static String of(List<BudgetLine> budgets) {
        return budgets.stream().map(line -> "budget " + budget(line)).collect(Collectors.joining("\n"));
    }

    static String bounds(Plan plan) {
        return "at worst " + Millis.words(plan.upperBoundMillis()) + ", " + Millis.count(plan.attempts())
                + (plan.attempts() == 1 ? " attempt, " : " attempts, ") + Millis.words(plan.parallelWorkMillis()) + " of work";
    }

    /** What is known beyond the bounds, a line for each. */
    static List<String> lines(Analysis analysis) {
        List<String> lines = new ArrayList<>();
        if (analysis.lowerBoundMillis() > 0) {
            lines.add("best case " + Millis.words(analysis.lowerBoundMillis()));
        }
        if (analysis.peakConcurrency() > 1) {
            lines.add("at most " + Millis.count(analysis.peakConcurrency()) + " attempts at once");
        }
        analysis.odds().ifPresent(odds -> lines.add("succeeds with probability " + odd(odds.success()) + ", after " + mean(odds.attempts())
                + " attempts on average; with " + odd(odds.successWithinLimit()) + " by attempts that are sure to end in time"));
        lines.addAll(budgets(analysis.plan()));
        analysis.costs().forEach(line -> lines.add("cost " + cost(line)));
        return lines;
    }

    static List<String> budgets(Plan plan) {
        return plan.budgets().stream().map(line -> "budget " + budget(line)).toList();
    }

    private static String budget(BudgetLine line) {
        String known = line.budget().map(RetryBudget::remaining).map(left -> ", " + Millis.count(left) + " left").orElse("");
        return PlainText.line(line.key()) + ": " + line.status().code() + ", " + Millis.count(line.required()) + " retries asked" + known;
    }

    private static String cost(CostLine line) {
        String known = line.budget().map(CostBudget::remaining).map(left -> ", " + Millis.count(left) + " left").orElse("");
        String average = line.expected().map(mean -> ", " + mean(mean) + " on average").orElse("");
        return PlainText.line(line.unit()) + ": " + line.status().code() + ", " + Millis.count(line.required()) + " at worst" + average
                + known;
    }

    /** Six decimals are enough for people. */
    private static String odd(double probability) {
        return ShortestDecimal.spell(Math.rint(probability * 1e6) / 1e6);
    }

    private static String mean(Expected mean) {
        return mean.least() == mean.most() ? odd(mean.most()) : odd(mean.least()) + " to " + odd(mean.most());
    }
}
