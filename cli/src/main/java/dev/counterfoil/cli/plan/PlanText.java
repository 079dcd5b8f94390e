// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.Paint;
import dev.counterfoil.scheduler.plan.Fits;
import dev.counterfoil.scheduler.plan.Timeline;
import java.util.function.UnaryOperator;

/** A plan for people: the verdict, the tree with its timeline, each warning beside its node. Confined. */
public final class PlanText {
    /** Rows that are drawn; of a larger tree the rest is counted. */
    public static final int ROWS = 200;

    private static final int WIDEST_LABEL = 64;

    /** Levels that are told apart; what is deeper is not moved further to the right. */
    private static final int LEVELS = 20;

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
     * @param answer the plan
     * @param timeline the timeline of its policy, {@link #ROWS} of it
     * @return lines, without the last end of line
     */
    public static String of(Console console, PlanAnswer answer, Timeline timeline) {
        PlanText drawn = new PlanText(console);
        drawn.draw(answer, timeline);
        return drawn.text.toString().stripTrailing();
    }

    private void draw(PlanAnswer answer, Timeline timeline) {
        Fits verdict = answer.verdict();
        UnaryOperator<String> paint = verdict == Fits.ALWAYS ? bold : verdict == Fits.MAYBE ? yellow : red;
        line(paint.apply(answer.verdictWords()) + ", " + PlanSummary.bounds(answer.plan()));
        line("");
        PlanNotes notes = PlanNotes.of(answer);
        rows(notes, timeline);
        line("");
        answer.lines().forEach(this::line);
        notes.below().forEach(note -> note("", note));
    }

    private void rows(PlanNotes notes, Timeline timeline) {
        int width = timeline.rows().stream().mapToInt(row -> FixedWidth.of(label(row))).max().orElse(0);
        for (Timeline.Row row : timeline.rows()) {
            line(FixedWidth.padded(label(row), width) + "  " + FixedWidth.padded(Bar.of(row, timeline.endMillis()), Bar.COLUMNS) + "  "
                    + Millis.words(row.uncutMillis()));
            notes.beside(row.place()).forEach(note -> note(indent(row) + "  ", note));
        }
        if (timeline.nodes() > timeline.rows().size()) {
            line("and " + (timeline.nodes() - timeline.rows().size()) + " nodes more; --format json has all warnings");
        }
    }

    private static String label(Timeline.Row row) {
        return FixedWidth.cut(indent(row) + NodeLabel.of(row.policy()), WIDEST_LABEL);
    }

    private static String indent(Timeline.Row row) {
        return "  ".repeat(Math.min(LEVELS, row.depth()));
    }

    private void note(String indent, PlanNotes.Note note) {
        line(indent + (note.kind() == PlanNotes.Kind.WARNING ? yellow.apply("!") : bold.apply(">")) + " " + note.text());
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
