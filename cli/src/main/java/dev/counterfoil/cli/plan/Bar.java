// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.scheduler.plan.Timeline;
import java.util.Arrays;

/**
 * A row of a timeline drawn in characters: full where something is tried, dots for waits, a line for what its children do, shaded where it
 * is past a limit; the limit itself is a stroke. Pure; thread-safe.
 */
final class Bar {
    static final int COLUMNS = 48;

    private Bar() {}

    static String of(Timeline.Row row, double endMillis) {
        boolean isCut = row.cutMillis() < endMillis;
        char[] cells = new char[COLUMNS];
        Arrays.fill(cells, ' ');
        for (Timeline.Span span : row.spans()) {
            int from = Math.min(COLUMNS - 1, column(span.fromMillis(), endMillis));
            int to = Math.max(from + (span.filling() == Timeline.Filling.WAIT ? 0 : 1), column(span.toMillis(), endMillis));
            for (int i = from; i < Math.min(COLUMNS, to); i++) {
                cells[i] = drawn(span.filling(), isCut && i >= column(row.cutMillis(), endMillis));
            }
        }
        if (isCut) {
            cells[Math.min(COLUMNS - 1, column(row.cutMillis(), endMillis))] = '│';
        }
        return new String(cells).stripTrailing();
    }

    private static char drawn(Timeline.Filling filling, boolean isPastLimit) {
        return switch (filling) {
            case ATTEMPT -> isPastLimit ? '░' : '█';
            case WAIT -> '·';
            case WHOLE -> isPastLimit ? '╌' : '━';
        };
    }

    private static int column(double millis, double endMillis) {
        return endMillis <= 0 ? 0 : (int) Math.min(COLUMNS, Math.round(millis / endMillis * COLUMNS));
    }
}
