// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.dump.ListedState;
import dev.counterfoil.journal.dump.Replay;
import dev.counterfoil.journal.dump.ReplayGroup;
import dev.counterfoil.journal.fold.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Totals for people, one line a group and one for the whole, numbers under each other. Pure; thread-safe. */
public final class TotalsTable {
    private static final List<String> HEADS = List.of("", "invocations", "calls", "retries", "failovers", "context", "output", "tokens",
            "cost_micros", "request_bytes", "response_bytes");

    private TotalsTable() {}

    /**
     * What a replay found.
     *
     * @param replay the replay, finished
     * @return several lines
     */
    public static String of(Replay replay) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADS);
        for (ReplayGroup group : replay.groups()) {
            rows.add(row(group.by().code() + " " + PlainText.line(group.key()), group.invocations(), group.totals()));
        }
        rows.add(row("total", replay.invocations(), replay.totals()));
        return replay.invocations() + " invocations, " + replay.count(ListedState.OPEN) + " open, "
                + replay.count(ListedState.UNCERTAIN) + " uncertain\n" + aligned(rows);
    }

    private static List<String> row(String name, long invocations, Totals totals) {
        List<String> row = new ArrayList<>();
        row.add(name);
        for (long number : new long[] {
            invocations, totals.calls(), totals.retries(), totals.failovers(), totals.contextTokens(), totals.outputTokens(),
            totals.aggregateTokens(), totals.costMicros(), totals.requestBytes(), totals.responseBytesReserved()
        }) {
            row.add(Long.toString(number));
        }
        return row;
    }

    private static String aligned(List<List<String>> rows) {
        int[] widths = new int[HEADS.size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder(row.get(0)).append(" ".repeat(widths[0] - row.get(0).length()));
        for (int i = 1; i < widths.length; i++) {
            line.append("  ").append(" ".repeat(widths[i] - row.get(i).length())).append(row.get(i));
        }
        return line.toString();
    }
}
