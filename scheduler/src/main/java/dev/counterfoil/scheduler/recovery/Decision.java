// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.record.Coded;

/** What recovery does next; several rows of the table may come to the same decision. Immutable. */
public enum Decision implements Coded {
    /** Give the recorded response again; nothing is appended. */
    REPLAY,
    /** Report the recorded stop again; nothing is appended. */
    REPORT_STOP,
    /** Append a Closing, settled, with the response that the outcome or the verdict holds. */
    CLOSE_SETTLED,
    /** Append a Closing, stopped, with the lateness as its reason; the response is kept and returned. */
    CLOSE_LATE,
    /** Append a Closing, stopped, permanent: the request needs repair. */
    CLOSE_PERMANENT,
    /** Append a Closing, stopped, abandoned: a person gave up the doubt. */
    CLOSE_ABANDONED,
    /**
     * Append a Closing, stopped, with admission's refusal as its reason. Where the only refusal is that the process is being stopped,
     * append nothing and leave the invocation open.
     */
    CLOSE_REFUSED,
    /** Charge and dispatch the first attempt. */
    ATTEMPT_FRESH,
    /** Charge and dispatch an attempt at the same provider; where that is refused or useless, at the next one in order. */
    RETRY_ELSE_FAILOVER,
    /** Charge and dispatch a redelivery: a new ordinal, the same provider, the same operation key. */
    REDELIVER,
    /** Ask the book about the operation, keep the answer as evidence, and decide again with it. */
    LOOK_UP,
    /** Wait, within the deadline, and ask the book again. */
    WAIT_AND_LOOK_UP,
    /** Append a verdict completed (ground: receipt) with the receipt's result, and a Closing, settled, in one append. */
    ADOPT_RECEIPT,
    /** Append a verdict not_applied (ground: receipt) and a Closing, stopped, permanent, in one append. */
    REJECT_BY_RECEIPT,
    /** Append a verdict not_applied (ground: receipt) and decide again: the doubt is cleared. */
    VERDICT_NOT_APPLIED,
    /** Append a verdict redeliver (ground: contract), then charge and dispatch as {@link #REDELIVER}. */
    VERDICT_REDELIVER,
    /** Leave it open and report it as uncertain: uncertain_outcome, or open_intent where there is no outcome. */
    UNCERTAIN_OUTCOME,
    /** Leave it open and report it as uncertain: receipt_pending. */
    UNCERTAIN_RECEIPT_PENDING,
    /** Leave it open and report it as uncertain: receipt_conflict. */
    UNCERTAIN_RECEIPT_CONFLICT,
    /** Leave it open and report it as uncertain, with the refusal of the attempt that would have cleared it. */
    UNCERTAIN_REFUSAL;

    /**
     * Whether the invocation stays open and waits for somebody.
     *
     * @return true for the four kinds of uncertain
     */
    public boolean isUncertain() {
        return this == UNCERTAIN_OUTCOME
                || this == UNCERTAIN_RECEIPT_PENDING
                || this == UNCERTAIN_RECEIPT_CONFLICT
                || this == UNCERTAIN_REFUSAL;
    }

    /**
     * Whether a new attempt is charged and dispatched, each under an intent of its own.
     *
     * @return true for the four decisions that lead to a dispatch
     */
    public boolean startsAttempt() {
        return this == ATTEMPT_FRESH || this == RETRY_ELSE_FAILOVER || this == REDELIVER || this == VERDICT_REDELIVER;
    }

    /**
     * Whether a book is asked.
     *
     * @return true for the two decisions that look up
     */
    public boolean asksBook() {
        return this == LOOK_UP || this == WAIT_AND_LOOK_UP;
    }
}
