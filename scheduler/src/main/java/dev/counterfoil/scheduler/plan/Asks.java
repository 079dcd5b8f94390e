// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * What the retries that name one budget may ask of it, in the order of the tree. A retry's ask is multiplied by all that may run it again;
 * what of that names the same budget is kept apart, so that all of them can be cut together. Confined.
 */
final class Asks {
    private static final int NOBODY = -1;

    private final List<Ask> asks = new ArrayList<>();
    private int around = NOBODY;

    /**
     * The ask of one retry.
     *
     * @param amount retries that it may make, all its runs taken together
     * @param times its attempts
     * @param depth steps from the root
     * @param around the nearest retry around it that names the same budget
     * @param repeated how often it may be run by what stands between that one, or the root, and itself
     */
    private record Ask(double amount, int times, int depth, int around, double repeated) {}

    /**
     * Enters a retry; what is asked until it is left stands in it.
     *
     * @param times its attempts
     * @param runs how often it may run
     * @param depth steps from the root
     * @param repeats how often each node on the way from the root repeats what is in it, by depth
     */
    void enter(int times, double runs, int depth, double[] repeats) {
        double repeated = 1;
        for (int above = around == NOBODY ? 0 : asks.get(around).depth() + 1; above < depth; above++) {
            repeated = Amounts.times(repeated, repeats[above]);
        }
        asks.add(new Ask(Amounts.times(times - 1, runs), times, depth, around, repeated));
        around = asks.size() - 1;
    }

    /** Leaves the retry that was entered last and not left yet. */
    void leave() {
        around = asks.get(around).around();
    }

    /** All together. */
    double required() {
        double sum = 0;
        for (Ask ask : asks) {
            sum = Amounts.plus(sum, ask.amount());
        }
        return sum;
    }

    /** All together where none of the retries makes more attempts than so many. */
    double requiredWith(int most) {
        double[] within = new double[asks.size()];
        double sum = 0;
        for (int i = 0; i < within.length; i++) {
            Ask ask = asks.get(i);
            double runs = Amounts.times(ask.around() == NOBODY ? 1 : within[ask.around()], ask.repeated());
            int times = Math.min(most, ask.times());
            within[i] = Amounts.times(times, runs);
            sum = Amounts.plus(sum, Amounts.times(times - 1, runs));
        }
        return sum;
    }

    /** How many of the retries, in order, so much pays in full. */
    int admitted(double remaining) {
        double asked = 0;
        for (int callers = 0; callers < asks.size(); callers++) {
            asked = Amounts.plus(asked, asks.get(callers).amount());
            if (asked > remaining) {
                return callers;
            }
        }
        return asks.size();
    }
}
