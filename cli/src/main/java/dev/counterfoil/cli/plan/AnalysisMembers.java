// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.scheduler.plan.Amplification;
import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.CostLine;
import dev.counterfoil.scheduler.plan.RepetitionLine;
import java.util.OptionalDouble;

/** The members of a plan that the published planner does not have. Pure; thread-safe. */
final class AnalysisMembers {
    private AnalysisMembers() {}

    static JsonLine added(JsonLine line, Analysis analysis, String root) {
        line.put("fits", analysis.fits().code())
                .put("lowerBoundMs", analysis.lowerBoundMillis())
                .put("peakConcurrency", analysis.peakConcurrency())
                .put("workWithinLimitMs", analysis.workWithinLimitMillis())
                .put("amplification", amplification(analysis.amplification()))
                .put("repetitions", analysis.repetitions().stream().map(repetition -> repetition(repetition, root)).toList());
        if (!analysis.costs().isEmpty()) {
            line.put("costs", analysis.costs().stream().map(AnalysisMembers::cost).toList());
        }
        analysis.odds().ifPresent(odds -> line.put("success", odds.success())
                .put("expectedAttempts", odds.attempts().most())
                .put("expectedAttemptsAtLeast", odds.attempts().least())
                .put("successWithinLimit", odds.successWithinLimit()));
        return line;
    }

    private static JsonLine amplification(Amplification most) {
        return new JsonLine().put("retries", most.retries()).doubles("retryPath", most.retryPath())
                .put("hedges", most.hedges()).doubles("hedgePath", most.hedgePath()).put("calls", most.calls());
    }

    private static JsonLine repetition(RepetitionLine repetition, String root) {
        JsonLine line = new JsonLine()
                .put("path", repetition.place().path(root))
                .put("declared", repetition.declared())
                .put("completeFit", repetition.completeFit())
                .put("startFit", repetition.startFit());
        number(line, "unusedMs", repetition.unusedMillis());
        line.put("boundMs", repetition.boundMillis())
                .put("waitMs", new JsonLine().put("min", repetition.waits().minMillis()).put("mean", repetition.waits().meanMillis())
                        .put("max", repetition.waits().maxMillis()));
        number(line, "retryAfterHeadroomMs", repetition.retryAfterHeadroomMillis());
        return line.put("cures", cures(repetition.cures(), root));
    }

    /** What is impossible is left out. */
    private static JsonLine cures(RepetitionLine.Cures cures, String root) {
        JsonLine line = new JsonLine();
        cures.times().ifPresent(times -> line.put("times", times));
        cures.limitMillis().ifPresent(millis ->
                line.put("limitMs", millis).put("limitAt", cures.limitAt().map(place -> place.path(root))));
        cures.attemptMillis().ifPresent(millis -> line.put("attemptMs", millis));
        cures.initialDelayMillis().ifPresent(millis -> line.put("initialDelayMs", millis));
        return line;
    }

    private static JsonLine cost(CostLine cost) {
        JsonLine line = new JsonLine().put("unit", cost.unit()).put("required", cost.required()).put("status", cost.status().code());
        cost.budget().ifPresent(known ->
                line.put("limit", known.limit()).put("spent", known.spent()).put("remaining", known.remaining()));
        cost.expected().ifPresent(mean -> line.put("expectedCost", mean.most()).put("expectedCostAtLeast", mean.least()));
        return line;
    }

    private static void number(JsonLine line, String name, OptionalDouble value) {
        if (value.isPresent()) {
            line.put(name, value.getAsDouble());
        } else {
            line.nothing(name);
        }
    }
}
