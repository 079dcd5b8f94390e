// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.Coded;

/**
 * Where an invocation stands, named from its last record that is not evidence or a cancellation: what the recovery table looks at
 * first. Immutable.
 */
public enum Tail implements Coded {
    /** Opened, nothing attempted. */
    EMPTY,
    /** Closed with a response. */
    SETTLED,
    /** Closed without going on. */
    STOPPED,
    /** A response in time; not closed yet. */
    COMPLETED_IN_TIME,
    /** A response that came at or after the deadline or after the cancellation; not closed yet. */
    COMPLETED_LATE,
    /** Rejected for good; not closed yet. */
    PERMANENT,
    /** Known to have had no effect. */
    SAFE_FAILURE,
    /** An open intent or an uncertain outcome that no verdict has cleared. */
    DOUBT,
    /** A verdict says that it happened. */
    CLEARED_COMPLETED,
    /** A verdict says that it did not happen. */
    CLEARED_NOT_APPLIED,
    /** A verdict permits sending again. */
    CLEARED_REDELIVER,
    /** A person gave up the doubt. */
    CLEARED_ABANDONED;

    /**
     * Whether the last word is a closing.
     *
     * @return true for settled and stopped
     */
    public boolean isClosed() {
        return this == SETTLED || this == STOPPED;
    }

    /**
     * Whether a new attempt is well formed after it.
     *
     * @return true for empty, safe failure and the two verdicts that lead on
     */
    public boolean admitsIntent() {
        return this == EMPTY || this == SAFE_FAILURE || this == CLEARED_NOT_APPLIED || this == CLEARED_REDELIVER;
    }
}
