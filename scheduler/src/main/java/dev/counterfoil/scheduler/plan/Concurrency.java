// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.List;

/**
 * How much may run at once, and how much work limits let happen. Immutable.
 *
 * @param peak most attempts at one time, capped
 * @param workWithinLimitMillis time of all attempts, where a limit lets nothing run longer than itself
 */
record Concurrency(double peak, double workWithinLimitMillis) {
    static Concurrency of(Measured node) {
        List<Concurrency> children = node.children().stream().map(Concurrency::of).toList();
        Policy policy = node.policy();
        if (policy instanceof Policy.Attempt attempt) {
            return new Concurrency(1, attempt.durationMillis());
        }
        double work = children.stream().mapToDouble(Concurrency::workWithinLimitMillis).reduce(0, Amounts::plus);
        double most = children.stream().mapToDouble(Concurrency::peak).reduce(0, Math::max);
        if (policy instanceof Policy.Parallel) {
            return new Concurrency(children.stream().mapToDouble(Concurrency::peak).reduce(0, Amounts::plus), work);
        }
        if (policy instanceof Policy.Retry retry) {
            return new Concurrency(most, Amounts.times(retry.terms().times(), work));
        }
        if (policy instanceof Policy.Hedge hedge) {
            return new Concurrency(Amounts.times(hedge.max(), most), Amounts.times(hedge.max(), work));
        }
        if (policy instanceof Policy.Timeout timeout) {
            return new Concurrency(most, Math.min(work, Amounts.times(timeout.timeoutMillis(), most)));
        }
        return policy instanceof Policy.Deadline deadline
                ? new Concurrency(most, Math.min(work, Amounts.times(deadline.remainingMillis(), most)))
                : new Concurrency(most, work);
    }
}
