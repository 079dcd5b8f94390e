// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.Paint;
import dev.counterfoil.scheduler.plan.Analysis;
import dev.counterfoil.scheduler.plan.Fits;
import dev.counterfoil.scheduler.plan.Timeline;
import java.util.List;
import java.util.function.UnaryOperator;

/** A plan for people: the verdict, the tree with its timeline, each warning beside its node. Confined. */
public final class PlanText {
    /** Rows that are drawn; of a larger tree the rest is counted. */
    private static final int ROWS = 200;

    private static final int WIDEST_LABEL = 64;

    private final UnaryOperator<String> bold;
    private final UnaryOperator<String> yellow;
    private final UnaryOperator<String> red;
    private final StringBuilder text = new StringBuilder();

    private PlanText(Console console) {
        this.bold = Paint.BOLD.on(console);
        this.yellow = Paint.YELLOW.on(console);
        this.red = Paint.RED.on(console);
    }

    /**
     * Draws a plan.
     *
     * @param console where it will be printed
     * @param analysis the plan, and what is said beyond it
     * @param timeline the timeline of its policy
     * @return lines, without the last end of line
     */
    public static String of(Console console, Analysis analysis, Timeline timeline) {
        PlanText drawn = new PlanText(console);
        drawn.draw(analysis, timeline);
        return drawn.text.toString().stripTrailing();
    }

    private void draw(Analysis analysis, Timeline timeline) {
        Fits verdict = PlanSummary.verdict(analysis);
        UnaryOperator<String> paint = verdict == Fits.ALWAYS ? bold : verdict == Fits.MAYBE ? yellow : red;
        line(paint.apply(PlanSummary.verdictWords(analysis)) + ", " + PlanSummary.bounds(analysis.plan()));
        line("");
        PlanNotes notes = PlanNotes.of(analysis);
        rows(notes, timeline);
        line("");
        PlanSummary.lines(analysis).forEach(this::line);
        notes.below().forEach(note -> note("", note));
    }

    private void rows(PlanNotes notes, Timeline timeline) {
        List<Timeline.Row> shown = timeline.rows().subList(0, Math.min(ROWS, timeline.rows().size()));
        int width = Math.min(WIDEST_LABEL, shown.stream().mapToInt(row -> label(row).length()).max().orElse(0));
        for (Timeline.Row row : shown) {
            line(padded(label(row), width) + "  " + padded(Bar.of(row, timeline.endMillis()), Bar.COLUMNS) + "  "
                    + Millis.words(row.uncutMillis()));
            notes.beside(row.place()).forEach(note -> note("  ".repeat(row.depth() + 1), note));
        }
        if (timeline.rows().size() > ROWS) {
            line("and " + (timeline.rows().size() - ROWS) + " nodes more; --format json has all warnings");
        }
    }

    private static String label(Timeline.Row row) {
        return "  ".repeat(row.depth()) + NodeLabel.of(row.policy());
    }

    private static String padded(String label, int width) {
        return label + " ".repeat(Math.max(0, width - label.length()));
    }

    private void note(String indent, PlanNotes.Note note) {
        line(indent + (note.kind() == PlanNotes.Kind.WARNING ? yellow.apply("!") : bold.apply(">")) + " " + note.text());
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
