// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** How much time each node has, and how much of each retry and failover fits into it: a line for each, parents first. Confined. */
final class Repetitions {
    private final List<RepetitionLine> lines = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();
    private final Map<Measured, Integer> completeFits = new IdentityHashMap<>();
    private final Map<Measured, Double> allowances = new IdentityHashMap<>();

    Repetitions(Measured root) {
        look(root, Allowance.UNLIMITED);
    }

    List<RepetitionLine> lines() {
        return lines;
    }

    List<Warning> warnings() {
        return warnings;
    }

    /** How many runs of a retry, or children of a failover, are sure to end in time. */
    int completeFit(Measured node) {
        return completeFits.getOrDefault(node, 1);
    }

    /** Whether a node is sure to end in time. */
    boolean isSureToEnd(Measured node) {
        return node.boundMillis() <= allowances.getOrDefault(node, Double.POSITIVE_INFINITY);
    }

    private void look(Measured node, Allowance allowance) {
        allowances.put(node, allowance.leftMillis());
        Policy policy = node.policy();
        if (policy instanceof Policy.Retry retry) {
            RetryTerms terms = retry.terms();
            note(node, Runs.of(terms, terms.eachMillis(node.child().boundMillis())), allowance);
            double each = terms.attemptTimeoutMillis().orElse(Double.POSITIVE_INFINITY);
            look(node.child(), allowance.limited(each, node.place()));
        } else if (policy instanceof Policy.Timeout timeout) {
            look(node.child(), allowance.limited(timeout.timeoutMillis(), node.place()));
        } else if (policy instanceof Policy.Deadline deadline) {
            look(node.child(), allowance.limited(deadline.remainingMillis(), node.place()));
        } else {
            if (policy instanceof Policy.Failover failover) {
                note(node, Runs.of(failover, node.children()), allowance);
            }
            double[] starts = Starts.of(node);
            for (int i = 0; i < starts.length; i++) {
                look(node.children().get(i), allowance.after(starts[i]));
            }
        }
    }

    private void note(Measured node, Runs runs, Allowance allowance) {
        double left = allowance.leftMillis();
        int complete = runs.endingBy(left);
        int started = runs.startingBefore(left);
        completeFits.put(node, complete);
        OptionalDouble unused = allowance.isLimited() ? OptionalDouble.of(left - runs.endOf(complete)) : OptionalDouble.empty();
        boolean cut = node.boundMillis() > left;
        RetryTerms terms = node.policy() instanceof Policy.Retry retry ? retry.terms() : RetryTerms.of(1);
        boolean retried = node.policy() instanceof Policy.Retry;
        RepetitionLine.Waited waited = node.policy() instanceof Policy.Failover failover
                ? RepetitionLine.Waited.exactly(failover.waitsMillis()) : RepetitionLine.Waited.of(terms);
        lines.add(new RepetitionLine(node.place(), runs.declared(), complete, started, unused, node.boundMillis(), waited,
                retried && allowance.isLimited() ? Changes.retryAfterHeadroom(node, terms, left) : OptionalDouble.empty(),
                cut ? Changes.cures(node, allowance, complete) : RepetitionLine.Cures.NONE));
        if (started < runs.declared()) {
            warnings.add(Warning.of(WarningCode.ATTEMPTS_UNREACHABLE, node.place()).with(Figure.DECLARED, runs.declared())
                    .with(Figure.START_FIT, started));
        }
    }
}
