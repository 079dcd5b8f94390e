// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.List;

/**
 * When the runs of a retry, or the children of a failover, start and end at worst, counted from the start of the first. Immutable.
 *
 * @param starts when each starts
 * @param ends when each ends
 */
record Runs(double[] starts, double[] ends) {
    /** Summed as the bound is, so that what fits by the one fits by the other. */
    static Runs of(RetryTerms terms, double eachMillis) {
        double[] waits = terms.waits();
        double[] starts = new double[terms.times()];
        double[] ends = new double[terms.times()];
        double waited = 0;
        for (int k = 0; k < terms.times(); k++) {
            waited = k == 0 ? 0 : Amounts.plus(waited, waits[k - 1]);
            starts[k] = Amounts.plus(Amounts.times(k, eachMillis), waited);
            ends[k] = Amounts.plus(Amounts.times(k + 1, eachMillis), waited);
        }
        return new Runs(starts, ends);
    }

    static Runs of(Policy.Failover failover, List<Measured> children) {
        double[] starts = new double[children.size()];
        double[] ends = new double[children.size()];
        double at = 0;
        for (int i = 0; i < ends.length; i++) {
            starts[i] = Amounts.plus(at, failover.waitsMillis().get(i));
            at = Amounts.plus(starts[i], children.get(i).boundMillis());
            ends[i] = at;
        }
        return new Runs(starts, ends);
    }

    int declared() {
        return ends.length;
    }

    /** How many end in so much time; what equals it fits. */
    int endingBy(double millis) {
        int k = 0;
        while (k < ends.length && ends[k] <= millis) {
            k++;
        }
        return k;
    }

    /** How many start before so much time is over. */
    int startingBefore(double millis) {
        int k = 0;
        while (k < starts.length && starts[k] < millis) {
            k++;
        }
        return k;
    }

    /** When the first so many have ended. */
    double endOf(int runs) {
        return runs == 0 ? 0 : ends[runs - 1];
    }
}
