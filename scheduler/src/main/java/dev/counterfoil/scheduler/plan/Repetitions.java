// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How much time each node has, and how much of each retry, failover and hedge fits into it: a line for each retry and failover, parents
 * first. Deadlines are looked at where they start as late as they may, behind everything in front of them, at the last run of what repeats
 * them: those that can be kept at once and not then are warned of. Confined.
 */
final class Repetitions {
    private final BestCase best;
    private final List<RepetitionLine> lines = new ArrayList<>();
    private final List<Warning> late = new ArrayList<>();
    private final List<Warning> unreachable = new ArrayList<>();
    private final double[] completeFits;
    private final boolean[] sureToEnd;

    Repetitions(Measurement measurement, BestCase best) {
        this.best = best;
        this.completeFits = new double[measurement.nodes()];
        Arrays.fill(completeFits, 1);
        this.sureToEnd = new boolean[measurement.nodes()];
        look(measurement.root(), Allowance.UNLIMITED, 0, Double.POSITIVE_INFINITY);
    }

    List<RepetitionLine> lines() {
        return lines;
    }

    /** Of deadlines that start too late. */
    List<Warning> late() {
        return late;
    }

    /** Of attempts that cannot start in time. */
    List<Warning> unreachable() {
        return unreachable;
    }

    /** How many runs of a retry, children of a failover or copies of a hedge are sure to end in time. */
    double completeFit(Measured node) {
        return completeFits[node.index()];
    }

    /** Whether a node is sure to end in time. */
    boolean isSureToEnd(Measured node) {
        return sureToEnd[node.index()];
    }

    /**
     * Looks at a node.
     *
     * @param allowance how much time it has, its first run where it is repeated
     * @param start when it starts at the latest
     * @param cut when the nearest timeout around it ends: nothing starts later
     */
    private void look(Measured node, Allowance allowance, double start, double cut) {
        sureToEnd[node.index()] = node.boundMillis() <= allowance.leftMillis();
        double latest = Math.min(start, cut);
        Policy policy = node.policy();
        if (policy instanceof Policy.Attempt) {
            return;
        }
        if (policy instanceof Policy.Retry retry) {
            again(node, retry.terms(), allowance, latest, cut);
        } else if (policy instanceof Policy.Timeout timeout) {
            double millis = timeout.timeoutMillis();
            look(node.child(), allowance.within(millis, node.place()), latest, Math.min(cut, Amounts.plus(latest, millis)));
        } else if (policy instanceof Policy.Deadline deadline) {
            judge(node, deadline, latest);
            double millis = deadline.remainingMillis();
            look(node.child(), allowance.until(millis, millis - latest, node.place()), latest, cut);
        } else if (policy instanceof Policy.Hedge hedge) {
            completeFits[node.index()] = copiesEndingBy(allowance.leftMillis(), node.child().boundMillis(), hedge);
            look(node.child(), allowance, Amounts.plus(latest, Amounts.times(hedge.max() - 1, hedge.afterMillis())), cut);
        } else if (policy instanceof Policy.RateLimit) {
            double waited = node.boundMillis() - node.child().boundMillis();
            look(node.child(), allowance.after(waited), Amounts.plus(latest, waited), cut);
        } else {
            composed(node, allowance, latest, cut);
        }
    }

    private void again(Measured node, RetryTerms terms, Allowance allowance, double latest, double cut) {
        double each = terms.eachMillis(node.child().boundMillis());
        Runs.Fit fit = allowance.isLimited()
                ? Runs.of(terms, each).within(allowance.leftMillis()) : Runs.Fit.all(terms.times());
        OptionalDouble headroom = allowance.isLimited()
                ? Changes.retryAfterHeadroom(terms, each, allowance.leftMillis()) : OptionalDouble.empty();
        note(node, fit, allowance, RepetitionLine.Waited.of(terms, node.waitedMillis()), headroom);
        double last = Amounts.plus(Amounts.plus(latest, Amounts.times(terms.times() - 1, each)), node.waitedMillis());
        double time = terms.attemptTimeoutMillis().orElse(Double.POSITIVE_INFINITY);
        look(node.child(), allowance.within(time, node.place()), last, Math.min(cut, last + time));
    }

    private void composed(Measured node, Allowance allowance, double latest, double cut) {
        double[] starts = Starts.of(node);
        if (node.policy() instanceof Policy.Failover failover) {
            Runs.Fit fit = Runs.of(failover, node.children()).within(allowance.leftMillis());
            OptionalDouble headroom = allowance.isLimited()
                    ? Changes.retryAfterHeadroom(failover, node.children(), allowance.leftMillis()) : OptionalDouble.empty();
            note(node, fit, allowance, RepetitionLine.Waited.of(failover.waits()), headroom);
        }
        for (int i = 0; i < starts.length; i++) {
            look(node.children().get(i), allowance.after(starts[i]), Amounts.plus(latest, starts[i]), cut);
        }
    }

    private void judge(Measured node, Policy.Deadline deadline, double latest) {
        double bound = node.child().boundMillis();
        double left = Amounts.cap(Math.max(0, deadline.deadlineAtMillis() - deadline.nowMillis() - latest));
        if (bound <= deadline.remainingMillis() && bound > left) {
            late.add(Warning.at(node.place(), WarningCode.DEADLINE_INFEASIBLE_LATE,
                    Map.of(Figure.ESTIMATED_MS, bound, Figure.LIMIT_MS, left, Figure.LATEST_START_MS, latest)));
        }
    }

    /** Copies that have as long as they may need; the first one has what its parts have, whether or not all of it fits. */
    private static double copiesEndingBy(double millis, double bound, Policy.Hedge hedge) {
        double copies = hedge.max();
        if (bound + (copies - 1) * hedge.afterMillis() > millis) {
            copies = Math.max(1, Math.min(copies, Math.floor((millis - bound) / hedge.afterMillis()) + 1));
        }
        // The division may have rounded up.
        return copies > 1 && bound + (copies - 1) * hedge.afterMillis() > millis ? copies - 1 : copies;
    }

    private void note(Measured node, Runs.Fit fit, Allowance allowance, RepetitionLine.Waited waited, OptionalDouble headroom) {
        double left = allowance.leftMillis();
        completeFits[node.index()] = fit.complete();
        OptionalDouble unused = allowance.isLimited() ? OptionalDouble.of(left - fit.endMillis()) : OptionalDouble.empty();
        lines.add(new RepetitionLine(node.place(), fit.declared(), fit.complete(), fit.started(), unused, node.boundMillis(), waited,
                headroom, isSureToEnd(node) ? RepetitionLine.Cures.NONE : Changes.cures(node, allowance, fit.complete(), best)));
        if (fit.started() < fit.declared()) {
            unreachable.add(Warning.at(node.place(), WarningCode.ATTEMPTS_UNREACHABLE,
                    Map.of(Figure.DECLARED, (double) fit.declared(), Figure.START_FIT, (double) fit.started())));
        }
    }
}
