// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** What reconciliation found. Immutable. */
public enum VerdictKind implements Coded {
    /** It happened. */
    COMPLETED,
    /** It did not happen and will not. */
    NOT_APPLIED,
    /** Unknown, and sending again to the same receiver is harmless. */
    REDELIVER,
    /** Unknown, and it stays so. */
    ABANDONED
}
