// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.HtmlText;
import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.Timeline;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** A plan as one page for a browser: the timeline drawn as SVG, nothing loaded from elsewhere. Confined. */
public final class PlanPage {
    /** Rows and spans that are drawn; of a larger tree the rest is counted. */
    private static final int ROWS = 500;

    private static final int SPANS = 200;
    private static final int LINE = 22;
    private static final int INDENT = 14;
    private static final int LABELS = 380;
    private static final int BARS = 620;
    private static final String STYLE = """
            body{font:14px/1.5 system-ui,sans-serif;margin:2em;color:#1c1c1c;background:#fff}
            svg{font:12px ui-monospace,monospace;max-width:100%;height:auto}
            .attempt{fill:#2f6f9f}.wait{fill:#c9d6df}.whole{fill:#8a97a0}.late{fill-opacity:.3}
            .limit{stroke:#b3261e;stroke-width:2}.warning{fill:#9a5b00;color:#9a5b00}.cure{fill:#1b6e3c;color:#1b6e3c}
            @media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#16181a}text{fill:#e6e6e6}.wait{fill:#3a444c}
            .warning{fill:#e0a64a;color:#e0a64a}.cure{fill:#6cc08b;color:#6cc08b}}
            """;

    private final StringBuilder svg = new StringBuilder();
    private int y = LINE;

    private PlanPage() {}

    /**
     * Draws a plan.
     *
     * @param analysis the plan, and what is said beyond it
     * @param timeline the timeline of its policy
     * @return a whole document
     */
    public static String of(Analysis analysis, Timeline timeline) {
        PlanPage page = new PlanPage();
        PlanNotes notes = PlanNotes.of(analysis);
        List<Timeline.Row> shown = timeline.rows().subList(0, Math.min(ROWS, timeline.rows().size()));
        shown.forEach(row -> page.row(row, timeline.endMillis(), notes));
        int height = page.y;
        StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Plan: ")
                .append(PlanSummary.verdictWords(analysis)).append("</title>\n<style>\n").append(STYLE)
                .append("</style></head><body>\n<h1>")
                .append(PlanSummary.verdictWords(analysis)).append("</h1>\n<p>").append(HtmlText.of(PlanSummary.bounds(analysis.plan())))
                .append("</p>\n<svg role=\"img\" aria-label=\"timeline\" viewBox=\"0 0 ").append(LABELS + BARS + 100).append(' ')
                .append(height).append("\" width=\"").append(LABELS + BARS + 100).append("\">\n").append(page.svg).append("</svg>\n");
        if (timeline.rows().size() > ROWS) {
            html.append("<p>and ").append(timeline.rows().size() - ROWS).append(" nodes more</p>\n");
        }
        html.append("<ul>\n");
        PlanSummary.lines(analysis).forEach(line -> html.append("<li>").append(HtmlText.of(line)).append("</li>\n"));
        notes.below().forEach(note -> html.append("<li class=\"").append(style(note)).append("\">").append(HtmlText.of(note.text()))
                .append("</li>\n"));
        return html.append("</ul>\n</body></html>").toString();
    }

    private void row(Timeline.Row row, double end, PlanNotes notes) {
        int x = row.depth() * INDENT;
        text(x, "", NodeLabel.of(row.policy()));
        row.spans().stream().limit(SPANS).forEach(span -> span(span, row.cutMillis(), end));
        if (row.cutMillis() < end) {
            String at = at(row.cutMillis(), end);
            svg.append("<line class=\"limit\" x1=\"").append(at).append("\" x2=\"").append(at).append("\" y1=\"").append(y - LINE + 6)
                    .append("\" y2=\"").append(y + 4).append("\"/>\n");
        }
        text(LABELS + BARS + 8, "", Millis.words(row.uncutMillis()));
        y += LINE;
        for (PlanNotes.Note note : notes.beside(row.place())) {
            text(x + INDENT, style(note), note.text());
            y += LINE;
        }
    }

    private void span(Timeline.Span span, double cut, double end) {
        String late = span.fromMillis() >= cut ? " late" : "";
        String kind = switch (span.filling()) {
            case ATTEMPT -> "attempt";
            case WAIT -> "wait";
            case WHOLE -> "whole";
        };
        int thick = span.filling() == Timeline.Filling.ATTEMPT ? 14 : 4;
        svg.append("<rect class=\"").append(kind).append(late).append("\" x=\"").append(at(span.fromMillis(), end)).append("\" y=\"")
                .append(y - 4 - thick / 2).append("\" width=\"")
                .append(number((span.toMillis() - span.fromMillis()) / Math.max(end, 1) * BARS))
                .append("\" height=\"").append(thick).append("\"/>\n");
    }

    private static String at(double millis, double end) {
        return number(LABELS + millis / Math.max(end, 1) * BARS);
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).setScale(1, RoundingMode.HALF_UP).toPlainString();
    }

    private void text(int x, String style, String words) {
        svg.append("<text x=\"").append(x).append("\" y=\"").append(y).append('"')
                .append(style.isEmpty() ? "" : " class=\"" + style + "\"").append('>').append(HtmlText.of(words)).append("</text>\n");
    }

    private static String style(PlanNotes.Note note) {
        return note.kind() == PlanNotes.Kind.WARNING ? "warning" : "cure";
    }
}
