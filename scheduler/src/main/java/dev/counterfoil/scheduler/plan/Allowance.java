// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.Optional;

/**
 * The time that a node has. Immutable. It is kept below nothing too: a longer limit has to make up for all that was used before.
 *
 * @param restMillis how much; negative where what stands before it may take more than there is, infinite where nothing limits it
 * @param by the timeout or deadline that leaves the least
 * @param limitMillis its own limit
 * @param longestMillis the longest limit that can be declared there
 * @param nextMillis what would be left if that one were not there
 */
record Allowance(double restMillis, Optional<PolicyPlace> by, double limitMillis, double longestMillis, double nextMillis) {
    static final Allowance UNLIMITED = new Allowance(
            Double.POSITIVE_INFINITY, Optional.empty(), Double.POSITIVE_INFINITY, Amounts.CAP, Double.POSITIVE_INFINITY);

    /** Within a timeout. */
    Allowance within(double millis, PolicyPlace here) {
        return limited(millis, here, millis, Amounts.LONGEST_MILLIS);
    }

    /** Within a deadline that is so far away when the whole starts, and of which so much is left. */
    Allowance until(double millis, double left, PolicyPlace here) {
        return limited(left, here, millis, Amounts.CAP);
    }

    private Allowance limited(double left, PolicyPlace here, double limit, double longest) {
        return left < restMillis
                ? new Allowance(left, Optional.of(here), limit, longest, restMillis)
                : new Allowance(restMillis, by, limitMillis, longestMillis, Math.min(nextMillis, left));
    }

    Allowance after(double millis) {
        return millis == 0 ? this : new Allowance(restMillis - millis, by, limitMillis, longestMillis, nextMillis - millis);
    }

    /** What is left, at least nothing. */
    double leftMillis() {
        return Math.max(0, restMillis);
    }

    boolean isLimited() {
        return restMillis < Double.POSITIVE_INFINITY;
    }
}
