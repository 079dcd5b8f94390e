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
            starts[i] = Amounts.plus(at, failover.waits().get(i).mostMillis());
            at = Amounts.plus(starts[i], children.get(i).boundMillis());
            ends[i] = at;
        }
        return new Runs(starts, ends);
    }

    /**
     * How many fit into the time that there is. Immutable.
     *
     * @param declared how many there are
     * @param complete how many end in time, one after another; what equals it fits
     * @param started how many start before the time is over
     * @param endMillis when those that end in time have ended
     */
    record Fit(int declared, int complete, int started, double endMillis) {
        /** All, where nothing limits them. */
        static Fit all(int declared) {
            return new Fit(declared, declared, declared, 0);
        }
    }

    Fit within(double millis) {
        int complete = 0;
        while (complete < ends.length && ends[complete] <= millis) {
            complete++;
        }
        int started = 0;
        while (started < starts.length && starts[started] < millis) {
            started++;
        }
        return new Fit(ends.length, complete, started, endOf(complete));
    }

    /** When the first so many have ended. */
    double endOf(int runs) {
        return runs == 0 ? 0 : ends[runs - 1];
    }
}
