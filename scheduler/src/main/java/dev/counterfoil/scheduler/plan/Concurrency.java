// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

/**
 * How much may run at once, and how much work limits let happen. Immutable.
 *
 * @param peak most attempts at one time, capped
 * @param workWithinLimitMillis time of all attempts, where a limit lets nothing run longer than itself
 */
record Concurrency(double peak, double workWithinLimitMillis) {
    static Concurrency of(Measured node) {
        Policy policy = node.policy();
        if (policy instanceof Policy.Attempt attempt) {
            return new Concurrency(1, attempt.durationMillis());
        }
        double work = 0;
        double most = 0;
        double sum = 0;
        for (Measured child : node.children()) {
            Concurrency one = of(child);
            work = Amounts.plus(work, one.workWithinLimitMillis);
            most = Math.max(most, one.peak);
            sum = Amounts.plus(sum, one.peak);
        }
        Concurrency together = new Concurrency(policy instanceof Policy.Parallel ? sum : most, work);
        if (policy instanceof Policy.Retry retry) {
            double each = retry.terms().attemptTimeoutMillis().orElse(Double.POSITIVE_INFINITY);
            return new Concurrency(most, Amounts.times(retry.terms().times(), together.within(each)));
        }
        if (policy instanceof Policy.Hedge hedge) {
            return new Concurrency(Amounts.times(hedge.max(), most), Amounts.times(hedge.max(), work));
        }
        if (policy instanceof Policy.Timeout timeout) {
            return new Concurrency(most, together.within(timeout.timeoutMillis()));
        }
        return policy instanceof Policy.Deadline deadline
                ? new Concurrency(most, together.within(deadline.remainingMillis())) : together;
    }

    private double within(double limitMillis) {
        return peak == 0 ? 0 : Math.min(workWithinLimitMillis, Amounts.times(limitMillis, peak));
    }
}
