// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.answer;

import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.scheduler.decision.Reason;
import dev.counterfoil.scheduler.decision.RecoveryAnswer;
import dev.counterfoil.scheduler.decision.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A recovery decision, printed. Pure; thread-safe. */
public final class DecisionAnswer {
    private DecisionAnswer() {}

    /**
     * A decision.
     *
     * @param decided the decision
     * @return its answer
     */
    public static Answer of(RecoveryAnswer.Decided decided) {
        return new Answer(json(decided), () -> text(decided));
    }

    private static String json(RecoveryAnswer.Decided decided) {
        return new JsonLine()
                .put("route", decided.route().code())
                .put("delay_ms", decided.delayMillis())
                .put("result", decided.result())
                .words("reasons", decided.reasons().stream().map(Coded::code).toList())
                .toString();
    }

    private static String text(RecoveryAnswer.Decided decided) {
        List<String> lines = new ArrayList<>();
        decided.delayMillis().ifPresentOrElse(
                millis -> lines.add(words(decided.route()) + ", after " + millis + " ms"),
                () -> lines.add(words(decided.route())));
        lines.add(advice(decided.route()));
        result(decided).ifPresent(result -> lines.add("result: " + PlainText.line(result)));
        lines.add("");
        lines.add("consulted, in this order:");
        int width = decided.reasons().stream().mapToInt(reason -> reason.code().length()).max().orElse(0);
        for (Reason reason : decided.reasons()) {
            lines.add("  " + reason.code() + " ".repeat(width - reason.code().length()) + "  " + reason.meaning());
        }
        return String.join("\n", lines);
    }

    private static Optional<String> result(RecoveryAnswer.Decided decided) {
        boolean given = decided.route() == Route.ACCEPT_REPLY || decided.route() == Route.REUSE_RECORDED_RESULT;
        return given ? Optional.of(decided.result().orElse("(none)")) : Optional.empty();
    }

    private static String words(Route route) {
        return route.code().replace('_', ' ');
    }

    private static String advice(Route route) {
        return switch (route) {
            case STOP_CONFLICT -> "Use neither reply nor record: this key belongs to another payload. Find out who used it.";
            case REUSE_RECORDED_RESULT -> "It happened. Hand on the recorded result; send nothing.";
            case ACCEPT_REPLY -> "It happened. Hand on the reply; send nothing.";
            case STOP_CANCELLED -> "Begin nothing new, no poll either.";
            case WAIT_FOR_PENDING -> "Wait, then look up the receipt again; send nothing.";
            case STOP_PERMANENT -> "Send it to repair or review: the same request will be rejected again.";
            case RECONCILE_FIRST -> "Wait, then look up the receipt; decide again with what it says.";
            case STOP_FOR_REVIEW -> "A person must find out whether it happened. Time and attempts left do not make it safe.";
            case STOP_ATTEMPTS_EXHAUSTED -> "No delivery is left: allow more attempts, or give it up.";
            case STOP_DEADLINE -> "No time is left for the wait and one attempt.";
            case RETRY_SAME_OPERATION_KEY -> "Wait, then deliver the same operation again, under the same key.";
        };
    }
}
