// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * When each part of a policy runs at worst, counted from the start of the whole: a row for each node, parents before their children.
 * Immutable. Of what is repeated the first run has its rows; all runs are spans of the row that repeats it.
 *
 * @param rows a row for each node, or for the first ones
 * @param nodes how many nodes there are, with or without a row
 * @param endMillis where the latest of them ends, cut or not
 */
public record Timeline(List<Row> rows, int nodes, double endMillis) {
    /** Copies the rows. */
    public Timeline {
        rows = List.copyOf(rows);
    }

    /** What fills a span. Immutable. */
    public enum Filling {
        /** Something is tried. */
        ATTEMPT,
        /** Nothing is done but wait. */
        WAIT,
        /** Whatever the children do. */
        WHOLE
    }

    /**
     * A stretch of time.
     *
     * @param fromMillis where it begins
     * @param toMillis where it ends
     * @param filling what fills it
     */
    public record Span(double fromMillis, double toMillis, Filling filling) {}

    /**
     * A node.
     *
     * @param place where it stands
     * @param depth steps from the root
     * @param policy the node
     * @param boundMillis how long it may take, where it does not have more time than it has
     * @param uncutMillis how long its child may take, for a timeout or deadline; otherwise the same as the bound
     * @param cutMillis the earliest end of a timeout, a deadline or an attempt's time around it or its own; infinite where there is none
     * @param spans its spans, in order; infinite ones are left out
     */
    public record Row(
            PolicyPlace place, int depth, Policy policy, double boundMillis, double uncutMillis, double cutMillis, List<Span> spans) {
        /** Copies the spans. */
        public Row {
            spans = List.copyOf(spans);
        }
    }

    /**
     * The timeline of a policy.
     *
     * @param policy the tree
     * @param most how many rows are made; of a larger tree those that stand first, in the order of the tree
     * @return its rows
     * @throws IllegalArgumentException where a node is deeper than {@link Policy#DEPTH}
     */
    public static Timeline of(Policy policy, int most) {
        Measurement measurement = new Measurement(policy);
        Drawing drawing = new Drawing(most);
        drawing.draw(measurement.root(), 0, 0, Double.POSITIVE_INFINITY);
        return new Timeline(drawing.rows, measurement.nodes(), drawing.end);
    }

    /** Rows in the making. All nodes are walked through, since the last one may end the latest. Confined. */
    private static final class Drawing {
        private final int most;
        private final List<Row> rows = new ArrayList<>();
        private double end;

        Drawing(int most) {
            this.most = most;
        }

        void draw(Measured node, int depth, double start, double cut) {
            double own = Math.min(cut, limitedAt(node.policy(), start));
            double uncut = isLimit(node.policy()) ? node.child().boundMillis() : node.boundMillis();
            end = Math.max(end, Amounts.plus(start, uncut));
            if (rows.size() < most) {
                rows.add(new Row(node.place(), depth, node.policy(), node.boundMillis(), uncut, own, spans(node, start)));
            }
            double[] starts = Starts.of(node);
            for (int i = 0; i < starts.length; i++) {
                double at = Amounts.plus(start, starts[i]);
                draw(node.children().get(i), depth + 1, at, Math.min(own, attemptCut(node.policy(), at)));
            }
        }
    }

    /** Of a retry whose attempts have a time of their own, when that of the first one is over. */
    private static double attemptCut(Policy policy, double start) {
        return policy instanceof Policy.Retry retry
                ? start + retry.terms().attemptTimeoutMillis().orElse(Double.POSITIVE_INFINITY) : Double.POSITIVE_INFINITY;
    }

    private static boolean isLimit(Policy policy) {
        return policy instanceof Policy.Timeout || policy instanceof Policy.Deadline;
    }

    private static double limitedAt(Policy policy, double start) {
        if (policy instanceof Policy.Timeout timeout) {
            return Amounts.plus(start, timeout.timeoutMillis());
        }
        return policy instanceof Policy.Deadline deadline ? deadline.remainingMillis() : Double.POSITIVE_INFINITY;
    }

    private static List<Span> spans(Measured node, double start) {
        if (node.policy() instanceof Policy.Retry retry) {
            return runs(retry.terms(), retry.terms().eachMillis(node.child().boundMillis()), start);
        }
        Filling filling = node.policy() instanceof Policy.Attempt ? Filling.ATTEMPT : Filling.WHOLE;
        double length = isLimit(node.policy()) ? node.child().boundMillis() : node.boundMillis();
        return List.of(new Span(start, Amounts.plus(start, length), filling));
    }

    private static List<Span> runs(RetryTerms terms, double each, double start) {
        List<Span> spans = new ArrayList<>();
        double end = Amounts.plus(start, each);
        spans.add(new Span(start, end, Filling.ATTEMPT));
        for (double wait : terms.waits()) {
            double next = Amounts.plus(end, wait);
            spans.add(new Span(end, next, Filling.WAIT));
            end = Amounts.plus(next, each);
            spans.add(new Span(next, end, Filling.ATTEMPT));
        }
        return spans;
    }
}
