// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Deadlines looked at where they start as late as they may: behind everything in front of them, at the last attempt. Those that can be
 * kept at once and not then are warned of; those that cannot be kept at all have been already. Confined.
 */
final class LatestStarts {
    private final List<Warning> warnings = new ArrayList<>();

    LatestStarts(Measured root) {
        look(root, 0, Double.POSITIVE_INFINITY);
    }

    List<Warning> warnings() {
        return warnings;
    }

    /**
     * Looks at a node.
     *
     * @param start when it starts at the latest
     * @param cut when the nearest timeout around it ends: nothing starts later
     */
    private void look(Measured node, double start, double cut) {
        double late = Math.min(start, cut);
        Policy policy = node.policy();
        if (policy instanceof Policy.Deadline deadline) {
            judge(node, deadline, late);
            look(node.child(), late, cut);
        } else if (policy instanceof Policy.Timeout timeout) {
            look(node.child(), late, Math.min(cut, Amounts.plus(late, timeout.timeoutMillis())));
        } else if (policy instanceof Policy.Retry retry) {
            RetryTerms terms = retry.terms();
            double each = terms.eachMillis(node.child().boundMillis());
            double last = Amounts.plus(Amounts.plus(late, Amounts.times(terms.times() - 1, each)), terms.waitedMillis());
            double ends = Amounts.plus(last, terms.attemptTimeoutMillis().orElse(Double.POSITIVE_INFINITY));
            look(node.child(), last, terms.attemptTimeoutMillis().isPresent() ? Math.min(cut, ends) : cut);
        } else if (policy instanceof Policy.Hedge hedge) {
            look(node.child(), Amounts.plus(late, Amounts.times(hedge.max() - 1, hedge.afterMillis())), cut);
        } else if (policy instanceof Policy.RateLimit limit) {
            look(node.child(), Amounts.plus(late, limit.mintedMillis(node.child().attempts())), cut);
        } else {
            double[] starts = Starts.of(node);
            for (int i = 0; i < starts.length; i++) {
                look(node.children().get(i), Amounts.plus(late, starts[i]), cut);
            }
        }
    }

    private void judge(Measured node, Policy.Deadline deadline, double late) {
        double bound = node.child().boundMillis();
        double left = Amounts.cap(Math.max(0, deadline.deadlineAtMillis() - deadline.nowMillis() - late));
        if (bound <= deadline.remainingMillis() && bound > left) {
            warnings.add(Warning.of(WarningCode.DEADLINE_INFEASIBLE_LATE, node.place()).with(Figure.ESTIMATED_MS, bound)
                    .with(Figure.LIMIT_MS, left).with(Figure.LATEST_START_MS, late));
        }
    }
}
