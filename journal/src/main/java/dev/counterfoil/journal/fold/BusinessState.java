// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.Coded;

/**
 * What is known of the effect, apart from how the invocation was controlled: "stopped" never means "did not happen". The first that
 * holds, in this order. Immutable.
 */
public enum BusinessState implements Coded {
    /** There is no intent. */
    NOT_ATTEMPTED,
    /** The operation changes nothing. */
    READ_ONLY,
    /** Some attempt completed, or a verdict says so. */
    CONFIRMED,
    /** Some attempt is in doubt, or a verdict left it unknown. */
    UNKNOWN,
    /** Each attempt is proven to have had no effect. */
    NOT_APPLIED
}
