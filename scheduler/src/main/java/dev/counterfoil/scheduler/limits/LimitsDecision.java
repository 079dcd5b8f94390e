// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.limits;

import dev.counterfoil.journal.record.Dimension;

/**
 * What intersecting limits gives. Immutable.
 */
public sealed interface LimitsDecision {
    /**
     * They make sense.
     *
     * @param limits the intersection
     */
    record Effective(EffectiveLimits limits) implements LimitsDecision {}

    /**
     * They do not.
     *
     * @param rejection why
     * @param dimension of which number
     */
    record Rejected(LimitsRejection rejection, Dimension dimension) implements LimitsDecision {
        /**
         * The rejection in one line.
         *
         * @return code and member
         */
        public String message() {
            return switch (rejection) {
                case MISSING -> "missing: give " + dimension.code() + " in at least one source";
                case NEGATIVE_LIMIT -> "negative_limit: " + dimension.code() + " is below zero in at least one source";
                case ZERO_IMPOSSIBLE -> "zero_impossible: " + dimension.code() + " is 0, which permits no attempt";
            };
        }
    }
}
