// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.Optional;

/**
 * The time that a node has. Immutable.
 *
 * @param leftMillis how much; infinite where nothing limits it
 * @param by the timeout or deadline that leaves the least
 * @param limitMillis its own limit
 * @param nextMillis what would be left if that one were not there
 */
record Allowance(double leftMillis, Optional<PolicyPlace> by, double limitMillis, double nextMillis) {
    static final Allowance UNLIMITED =
            new Allowance(Double.POSITIVE_INFINITY, Optional.empty(), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    Allowance limited(double millis, PolicyPlace here) {
        return millis < leftMillis
                ? new Allowance(millis, Optional.of(here), millis, leftMillis)
                : new Allowance(leftMillis, by, limitMillis, Math.min(nextMillis, millis));
    }

    Allowance after(double millis) {
        return new Allowance(Math.max(0, leftMillis - millis), by, limitMillis, Math.max(0, nextMillis - millis));
    }

    boolean isLimited() {
        return leftMillis < Double.POSITIVE_INFINITY;
    }
}
