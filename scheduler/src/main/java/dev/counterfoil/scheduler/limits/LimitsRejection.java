// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.limits;

import dev.counterfoil.journal.record.Coded;

/** Why limits make no sense. Immutable. */
public enum LimitsRejection implements Coded {
    /** No source gives the number, and one must: only asked of {@code max_calls}, and only where a whole spec is read. */
    MISSING,
    /** The effective number is below zero. */
    NEGATIVE_LIMIT,
    /** The effective number is zero where zero would permit nothing at all: only {@code max_calls}. */
    ZERO_IMPOSSIBLE
}
