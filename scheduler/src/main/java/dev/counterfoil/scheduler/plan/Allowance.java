// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.Optional;

/**
 * The time that a node has. Immutable. It is kept below nothing too: a longer limit has to make up for all that was used before.
 *
 * @param restMillis how much; negative where what stands before it may take more than there is, infinite where nothing limits it
 * @param by the timeout or deadline that leaves the least
 * @param limitMillis its own limit
 * @param nextMillis what would be left if that one were not there
 */
record Allowance(double restMillis, Optional<PolicyPlace> by, double limitMillis, double nextMillis) {
    static final Allowance UNLIMITED =
            new Allowance(Double.POSITIVE_INFINITY, Optional.empty(), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** Within a timeout. */
    Allowance limited(double millis, PolicyPlace here) {
        return limited(millis, millis, here);
    }

    /** Within a limit of which so much is left. */
    Allowance limited(double millis, double rest, PolicyPlace here) {
        return rest < restMillis
                ? new Allowance(rest, Optional.of(here), millis, restMillis)
                : new Allowance(restMillis, by, limitMillis, Math.min(nextMillis, rest));
    }

    Allowance after(double millis) {
        return millis == 0 ? this : new Allowance(restMillis - millis, by, limitMillis, nextMillis - millis);
    }

    /** What is left, at least nothing. */
    double leftMillis() {
        return Math.max(0, restMillis);
    }

    boolean isLimited() {
        return restMillis < Double.POSITIVE_INFINITY;
    }
}
