// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.answer;

import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.fixtures.simulator.EndReason;
import dev.counterfoil.fixtures.simulator.Run;
import dev.counterfoil.fixtures.simulator.TraceEvent;
import dev.counterfoil.journal.record.Coded;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A run of the retry controller, printed. Pure; thread-safe. */
public final class RunAnswer {
    /** Events that people are shown: one screen. */
    private static final int SHOWN = 30;

    private RunAnswer() {}

    /**
     * A run.
     *
     * @param run what came of it
     * @return its answer
     */
    public static Answer of(Run run) {
        return new Answer(into(new JsonLine(), run).toString(), () -> text(run));
    }

    /** Adds the members of a run. */
    static JsonLine into(JsonLine line, Run run) {
        List<TraceEvent.Dispatch> dispatches = run.dispatches();
        return line
                .put("dispatches", dispatches.size())
                .put("elapsed_ticks", run.elapsedTicks())
                .put("status", run.status().code())
                .put("reason", run.reason().code())
                .put("business_state", run.businessState().code())
                .put("effect_id", run.effectId())
                .numbers("dispatch_ticks", dispatches.stream().map(TraceEvent.Dispatch::start).toList())
                .put("backoff_ticks", run.backoffTicks())
                .put("trace", run.trace().stream().map(RunAnswer::event).toList());
    }

    private static JsonLine event(TraceEvent event) {
        if (event instanceof TraceEvent.Dispatch dispatch) {
            return dispatch(dispatch);
        }
        if (event instanceof TraceEvent.Backoff wait) {
            return new JsonLine()
                    .put("event", "backoff")
                    .put("layer", wait.layer())
                    .put("after_attempt", wait.afterAttempt())
                    .put("start", wait.start())
                    .put("planned", wait.planned())
                    .put("spent", wait.spent())
                    .put("cut_by", wait.cutBy().map(Coded::code));
        }
        if (event instanceof TraceEvent.Exhausted exhausted) {
            return new JsonLine().put("event", "exhausted").put("layer", exhausted.layer()).put("tick", exhausted.tick())
                    .put("attempts", exhausted.attempts());
        }
        return event instanceof TraceEvent.Stop stop
                ? refusal("stop", stop.layer(), stop.tick(), stop.reason())
                : denied((TraceEvent.Denied) event);
    }

    private static JsonLine denied(TraceEvent.Denied denied) {
        return refusal("denied", denied.layer(), denied.tick(), denied.reason());
    }

    private static JsonLine refusal(String event, String layer, long tick, EndReason reason) {
        return new JsonLine().put("event", event).put("layer", layer).put("tick", tick).put("reason", reason.code());
    }

    private static JsonLine dispatch(TraceEvent.Dispatch dispatch) {
        return new JsonLine()
                .put("event", "dispatch")
                .put("number", dispatch.number())
                .numbers("attempts", dispatch.attempts())
                .put("start", dispatch.start())
                .put("end", dispatch.end())
                .put("token", dispatch.token())
                .put("remaining_ticks", dispatch.remainingTicks())
                .put("key", dispatch.key())
                .put("observed_status", dispatch.observedStatus().code())
                .put("observed_reason", dispatch.observedReason())
                .put("evidence", dispatch.evidence().code())
                .put("effect_id", dispatch.effectId())
                .put("superseded_by", dispatch.supersededBy().map(Coded::code));
    }

    private static String text(Run run) {
        List<String> lines = new ArrayList<>();
        lines.add(run.status().code() + ", " + run.reason().code() + ": " + why(run.reason()));
        lines.add("calls " + run.dispatches().size() + ", ticks " + run.elapsedTicks() + ", of them waiting " + run.backoffTicks());
        lines.add("what is known of the effect: " + run.businessState().code() + run.effectId().map(id -> ", " + id).orElse(""));
        lines.add("");
        lines.addAll(trace(run.trace()));
        return lines.stream().map(PlainText::line).collect(Collectors.joining("\n"));
    }

    private static List<String> trace(List<TraceEvent> trace) {
        List<Line> rows = trace.stream().limit(SHOWN).map(Line::of).toList();
        int width = rows.stream().mapToInt(row -> row.ticks().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        rows.forEach(row -> lines.add(" ".repeat(width - row.ticks().length()) + row.ticks() + "  " + row.what()));
        if (trace.size() > SHOWN) {
            lines.add("and " + (trace.size() - SHOWN) + " more; all of them with --format json");
        }
        return lines;
    }

    private record Line(String ticks, String what) {
        static Line of(TraceEvent event) {
            if (event instanceof TraceEvent.Dispatch call) {
                return new Line(call.start() + "–" + call.end(), call(call));
            }
            if (event instanceof TraceEvent.Backoff wait) {
                return new Line(wait.start() + "–" + (wait.start() + wait.spent()), wait(wait));
            }
            if (event instanceof TraceEvent.Exhausted used) {
                return new Line(Long.toString(used.tick()), used.layer() + " has used its attempts, " + used.attempts());
            }
            return event instanceof TraceEvent.Stop stop
                    ? new Line(Long.toString(stop.tick()), stop.layer() + " stops: " + stop.reason().code())
                    : denied((TraceEvent.Denied) event);
        }

        private static String call(TraceEvent.Dispatch call) {
            String attempts = call.attempts().stream().map(String::valueOf).collect(Collectors.joining("/"));
            return "call " + call.number() + ", attempts " + attempts + ", token " + call.token() + ", " + call.remainingTicks() + " left: "
                    + call.observedStatus().code() + ", " + call.observedReason() + ", evidence " + call.evidence().code()
                    + call.supersededBy().map(by -> "; too late, " + by.code()).orElse("");
        }

        private static String wait(TraceEvent.Backoff wait) {
            return wait.layer() + " waits after attempt " + wait.afterAttempt()
                    + wait.cutBy().map(by -> ", " + wait.planned() + " were planned; cut, " + by.code()).orElse("");
        }

        private static Line denied(TraceEvent.Denied denied) {
            return new Line(Long.toString(denied.tick()), "a call of " + denied.layer() + " is refused: " + denied.reason().code());
        }
    }

    private static String why(EndReason reason) {
        return switch (reason) {
            case COMPLETED -> "the call succeeded in time";
            case PERMANENT_FAILURE -> "rejected, and it would be again";
            case ATTEMPTS_EXHAUSTED -> "every layer used its attempts";
            case DISPATCH_BUDGET_EXHAUSTED -> "another call was wanted, and the budget had none left";
            case DEADLINE_EXCEEDED -> "the deadline was met, which says nothing of the effect";
            case CANCELLED -> "it was cancelled, which says nothing of the effect";
            case UNSAFE_RETRY_REQUIRES_RECONCILIATION -> "repeating is not declared safe: find out first";
        };
    }
}
