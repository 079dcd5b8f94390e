// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.answer;

import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.fixtures.simulator.AttemptPlan;
import dev.counterfoil.fixtures.simulator.AttemptRun;
import dev.counterfoil.fixtures.simulator.AttemptSimulator;
import dev.counterfoil.fixtures.simulator.Calculation;
import dev.counterfoil.fixtures.simulator.IndependentAttempts;
import dev.counterfoil.fixtures.simulator.LayeredAttempts;
import dev.counterfoil.journal.record.Coded;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the simulator of attempts found, printed. Pure; thread-safe. */
public final class CalculationAnswer {
    private static final int SHOWN = 30;

    private CalculationAnswer() {}

    /**
     * A calculation, made.
     *
     * @param calculation what is asked
     * @return its answer
     */
    public static Answer of(Calculation calculation) {
        if (calculation instanceof AttemptPlan plan) {
            AttemptRun run = AttemptSimulator.run(plan);
            return new Answer(json(run), () -> text(plan, run));
        }
        return calculation instanceof IndependentAttempts independent ? of(independent) : of((LayeredAttempts) calculation);
    }

    private static Answer of(IndependentAttempts attempts) {
        String success = attempts.success().toPlainString();
        String expected = attempts.expected().toPlainString();
        return new Answer(new JsonLine().put("success_probability", success).put("expected_attempts", expected).toString(), () ->
                "one of at most " + attempts.maxAttempts() + " attempts succeeds with a chance of " + success + "\n"
                        + "attempts on average: " + expected + "\n"
                        + "Only where attempts are independent. In an outage they are not, and each of them is load.");
    }

    private static Answer of(LayeredAttempts layers) {
        long calls = layers.leafCalls();
        return new Answer(new JsonLine().put("leaf_calls", calls).toString(), () -> layers.attemptsPerLayer().size() + " layers make "
                + calls + " calls of one request where every call fails; give one layer the retries, and the others one attempt");
    }

    private static String json(AttemptRun run) {
        return new JsonLine()
                .put("deadline_ms", run.deadlineMillis())
                .put("outcome", run.exhausted().isEmpty() ? "success" : "failure")
                .put("exhausted", run.exhausted().map(Coded::code))
                .put("attempts_run", run.attempts().size())
                .put("suppressed_attempt", run.suppressed())
                .put("waited_ms", run.waitedMillis())
                .put("finished_ms", run.finishedMillis())
                .put("remaining_ms", run.remainingMillis())
                .put("attempts", run.attempts().stream().map(CalculationAnswer::attempt).toList())
                .toString();
    }

    private static JsonLine attempt(AttemptRun.Attempt attempt) {
        return new JsonLine()
                .put("number", attempt.number())
                .put("start_ms", attempt.startMillis())
                .put("remaining_ms", attempt.remainingMillis())
                .put("limit_ms", attempt.limitMillis())
                .put("end_ms", attempt.endMillis())
                .put("result", attempt.result().code());
    }

    private static String text(AttemptPlan plan, AttemptRun run) {
        List<String> lines = new ArrayList<>();
        lines.add(ending(plan, run));
        lines.add("ended at " + run.finishedMillis() + ", " + run.remainingMillis() + " before the deadline at " + run.deadlineMillis()
                + "; " + run.waitedMillis() + " were waited, " + plan.reserveMillis() + " kept in reserve (milliseconds)");
        lines.add("");
        lines.add(String.format(Locale.ROOT, "%7s  %12s  %12s  %12s  %s", "attempt", "start", "may take", "end", ""));
        run.attempts().stream().limit(SHOWN).forEach(attempt -> lines.add(String.format(Locale.ROOT, "%7d  %12d  %12d  %12d  %s",
                attempt.number(), attempt.startMillis(), attempt.limitMillis(), attempt.endMillis(),
                attempt.result().code().replace('_', ' '))));
        if (run.attempts().size() > SHOWN) {
            lines.add("and " + (run.attempts().size() - SHOWN) + " more; all of them with --format json");
        }
        return String.join("\n", lines);
    }

    private static String ending(AttemptPlan plan, AttemptRun run) {
        if (run.exhausted().isEmpty()) {
            return "success in attempt " + run.attempts().size();
        }
        if (run.suppressed().isEmpty()) {
            return "failure: attempt " + run.attempts().size() + " was cut off at its limit";
        }
        String number = "failure: attempt " + run.suppressed().getAsLong() + " is not started, ";
        return run.exhausted().equals(Optional.of(AttemptRun.Exhausted.ATTEMPTS))
                ? number + "all " + plan.maxAttempts() + " that are allowed were made"
                : number + "less than " + plan.minAttemptMillis() + " ms would be left for it";
    }
}
