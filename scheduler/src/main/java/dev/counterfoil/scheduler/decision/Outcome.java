// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import dev.counterfoil.journal.record.Coded;

/**
 * What the last attempt looked like, classified where the operation is understood; the decision never classifies it anew. Coarser than a
 * journal's outcome class: a transient outcome here carries no statement that it had no effect. Immutable.
 */
public enum Outcome implements Coded {
    /** A reply came, and it is a good one. */
    SUCCESS,
    /** A failure that may pass. */
    TRANSIENT,
    /** A rejection that repeating cannot change. */
    PERMANENT,
    /** Nobody knows. */
    UNKNOWN
}
