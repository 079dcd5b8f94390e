// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** What limits leave: a row with a bar for each that adds up over attempts, a sentence for each that holds for one. Confined. */
final class BudgetTable {
    private static final int WIDTH = 100;

    private final Limits limits;
    private final Totals totals;
    private final Consumer<String> to;

    BudgetTable(InvocationState state, Consumer<String> to) {
        this.limits = state.opening().binding().limits();
        this.totals = state.totals();
        this.to = to;
    }

    void write() {
        List<String> rows = new ArrayList<>();
        List<String> each = new ArrayList<>();
        for (Dimension dimension : Dimension.values()) {
            limits.of(dimension).most().ifPresent(most -> {
                OptionalLong used = used(dimension);
                if (used.isPresent()) {
                    rows.add(row(dimension, used.getAsLong(), most));
                } else {
                    each.add(dimension.code() + " " + Amount.of(most));
                }
            });
        }
        to.accept("<h4>Budgets</h4>");
        if (rows.isEmpty()) {
            to.accept("<p>Nothing that adds up is limited.</p>");
        } else {
            to.accept("<table class=\"budgets\"><thead><tr><th scope=\"col\">Limit</th><th scope=\"col\">Used</th>"
                    + "<th scope=\"col\">Left</th></tr></thead><tbody>");
            rows.forEach(to);
            to.accept("</tbody></table>");
        }
        if (!each.isEmpty()) {
            to.accept("<p class=\"faint\">For each attempt: " + String.join(", ", each) + "</p>");
        }
    }

    /** What counts against a limit; empty for one that is no sum over attempts. */
    private OptionalLong used(Dimension dimension) {
        return switch (dimension) {
            case MAX_CALLS -> OptionalLong.of(totals.calls());
            case MAX_RETRIES -> OptionalLong.of(totals.retries());
            case MAX_FAILOVERS -> OptionalLong.of(totals.failovers());
            case MAX_AGGREGATE_TOKENS -> OptionalLong.of(totals.aggregateTokens());
            case MAX_COST_MICROS -> OptionalLong.of(totals.costMicros());
            case MAX_TOTAL_INPUT_BYTES -> OptionalLong.of(totals.requestBytes());
            case MAX_TOTAL_OUTPUT_BYTES -> OptionalLong.of(totals.responseBytesReserved());
            case MAX_CONTEXT_TOKENS, MAX_OUTPUT_TOKENS, MAX_LATENCY_MILLIS, MAX_REQUEST_BYTES, MAX_RESPONSE_BYTES -> OptionalLong.empty();
        };
    }

    private static String row(Dimension dimension, long used, long most) {
        long left = Ceiling.of(most).remainingAfter(used);
        long width = most == 0 ? 0 : Math.round((double) left / most * WIDTH);
        String over = used > most ? ", " + Amount.of(used - most) + " over" : "";
        return "<tr><th scope=\"row\">" + dimension.code() + "</th><td>" + Amount.of(used) + " of " + Amount.of(most) + "</td><td>"
                + (left == 0 ? "<span class=\"held\">0</span>" : Amount.of(left)) + over
                + "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\" focusable=\"false\">"
                + "<rect class=\"busy\" width=\"" + width + "\" height=\"8\"/></svg></td></tr>";
    }
}
