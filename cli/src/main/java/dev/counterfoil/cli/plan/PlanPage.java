// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.HtmlText;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.scheduler.plan.Timeline;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** A plan as one page for a browser: the timeline drawn as SVG, nothing loaded from elsewhere. Confined. */
public final class PlanPage {
    /** Rows that are drawn; of a larger tree the rest is counted. */
    public static final int ROWS = 500;

    /** The end of a page. */
    public static final String END = "</body></html>";

    /** Spans that are drawn of a row; the rest is left out. */
    private static final int SPANS = 200;

    private static final int LINE = 22;
    private static final int INDENT = 14;
    private static final int LABELS = 380;

    /** Levels that are told apart; what is deeper is not moved further to the right. */
    private static final int LEVELS = 16;

    /** How wide a character of a label is, at least. */
    private static final int COLUMN = 8;

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
     * The page of one plan.
     *
     * @param answer the plan
     * @param timeline the timeline of its policy, {@link #ROWS} of it
     * @return a whole document
     */
    public static String of(PlanAnswer answer, Timeline timeline) {
        return begin("Plan: " + answer.verdictWords()) + "\n" + heading(1, answer.verdictWords())
                + drawn(answer, timeline, List.of()) + END;
    }

    /**
     * The beginning of a page of several plans.
     *
     * @param title what it is called
     * @return lines, without the last end of line
     */
    public static String begin(String title) {
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + HtmlText.of(title)
                + "</title>\n<style>\n" + STYLE + "</style></head><body>";
    }

    /**
     * One plan of several.
     *
     * @param name what is planned
     * @param answer its plan
     * @param timeline the timeline of its policy, {@link #ROWS} of it
     * @param below what is said below it
     * @return lines, without the last end of line
     */
    public static String section(String name, PlanAnswer answer, Timeline timeline, List<String> below) {
        return "<section>" + heading(2, PlainText.line(name) + ": " + answer.verdictWords()) + drawn(answer, timeline, below)
                + "</section>";
    }

    /**
     * What has no plan.
     *
     * @param words what is said of it
     * @return lines, without the last end of line
     */
    public static String section(String words) {
        return "<section>" + heading(2, words) + "</section>";
    }

    private static String heading(int level, String words) {
        return "<h" + level + ">" + HtmlText.of(words) + "</h" + level + ">\n";
    }

    private static String drawn(PlanAnswer answer, Timeline timeline, List<String> below) {
        PlanPage page = new PlanPage();
        PlanNotes notes = PlanNotes.of(answer);
        timeline.rows().forEach(row -> page.row(row, timeline.endMillis(), notes));
        StringBuilder html = new StringBuilder("<p>").append(HtmlText.of(PlanSummary.bounds(answer.plan())))
                .append("</p>\n<svg role=\"img\" aria-label=\"timeline\" viewBox=\"0 0 ").append(LABELS + BARS + 100).append(' ')
                .append(page.y).append("\" width=\"").append(LABELS + BARS + 100).append("\">\n").append(page.svg).append("</svg>\n");
        int more = timeline.nodes() - timeline.rows().size();
        if (more > 0) {
            html.append("<p>and ").append(more).append(" nodes more</p>\n");
        }
        html.append("<ul>\n");
        answer.lines().forEach(line -> html.append("<li>").append(HtmlText.of(line)).append("</li>\n"));
        notes.below().forEach(note -> html.append("<li class=\"").append(style(note)).append("\">").append(HtmlText.of(note.text()))
                .append("</li>\n"));
        below.forEach(line -> html.append("<li>").append(HtmlText.of(line)).append("</li>\n"));
        return html.append("</ul>\n").toString();
    }

    private void row(Timeline.Row row, double end, PlanNotes notes) {
        int x = Math.min(LEVELS, row.depth()) * INDENT;
        text(x, "", FixedWidth.cut(NodeLabel.of(row.policy()), (LABELS - x) / COLUMN));
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
