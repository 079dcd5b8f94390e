// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.runner.InvocationResult;
import java.util.Locale;
import java.util.Optional;

/** A result for a person: one line, and the response below it. Pure; thread-safe. */
public final class ResultText {
    private static final int ID_COLUMN = 24;
    private static final String PLAIN = "\u001b[0m";

    private ResultText() {}

    /**
     * A result in words.
     *
     * @param result what became of the invocation
     * @param console whether to colour it
     * @return one line, and one more for a response
     */
    public static String of(InvocationResult result, Console console) {
        String status = String.format(Locale.ROOT, "%-9s", result.status().code());
        String id = PlainText.line(result.invocation().value());
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-" + ID_COLUMN + "s  ", id))
                .append(console.isOutputTerminal() ? colour(result.status()) + status + PLAIN : status)
                .append(String.format(Locale.ROOT, "  %-22s  %-13s", result.reason(), result.businessState().code()))
                .append("  attempts ").append(result.attempts());
        result.provider().ifPresent(provider -> text.append("  ").append(PlainText.line(provider.value())));
        if (result.totals().costMicros() > 0) {
            text.append("  cost ").append(result.totals().costMicros()).append(" micros");
        }
        if (result.origin() == InvocationResult.Origin.REPLAYED) {
            text.append("  replayed");
        }
        if (result.late() == InvocationResult.Timeliness.LATE) {
            text.append("  late");
        }
        response(result).ifPresent(response -> text.append("\n  ").append(response));
        return text.toString();
    }

    private static Optional<String> response(InvocationResult result) {
        if (result.isResponseErased()) {
            return Optional.of("(response erased, sha256 " + result.responseSha256().orElseThrow() + ")");
        }
        return result.response().map(bytes -> ResultLine.text(bytes).map(ResultText::shown).orElse(described(bytes)));
    }

    private static String described(Bytes bytes) {
        return "(" + bytes.size() + " bytes, sha256 " + bytes.content().sha256() + ")";
    }

    /** Control characters could move the cursor of a terminal, others turn a line around; line ends are indented. */
    private static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.stripTrailing().codePoints().forEach(c -> {
            if (c == '\n') {
                shown.append("\n  ");
            } else if (Character.isISOControl(c) && c != '\t') {
                shown.append('\uFFFD');
            } else {
                shown.append(c == '\t' ? "\t" : PlainText.line(Character.toString(c)));
            }
        });
        return shown.toString();
    }

    private static String colour(InvocationResult.Status status) {
        return switch (status) {
            case SETTLED -> "\u001b[32m";
            case STOPPED -> "\u001b[33m";
            case UNCERTAIN -> "\u001b[31m";
        };
    }
}
