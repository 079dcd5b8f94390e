// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import dev.counterfoil.journal.record.Coded;

/**
 * A branch that was consulted, in the order in which branches are consulted. The last one in an answer decided it, apart from
 * {@link #EFFECT_MAY_EXIST}. Immutable.
 */
public enum Reason implements Coded {
    /** Receipt. */
    RECEIPT_UNAVAILABLE("nobody could look"),
    /** Receipt. */
    RECEIPT_STALE("an old snapshot proves nothing"),
    /** Receipt. */
    RECEIPT_ABSENT("the receiver has nothing under this key"),
    /** Receipt. */
    RECEIPT_PENDING("the receiver is at it"),
    /** Receipt. */
    RECEIPT_COMPLETED("the receiver has done it"),
    /** Receipt. */
    RECEIPT_CONFLICT("the receiver has another payload under this key"),
    /** Outcome. */
    OUTCOME_SUCCESS("a good reply came"),
    /** Outcome. */
    OUTCOME_TRANSIENT("a failure that may pass, which says nothing of an effect"),
    /** Outcome. */
    OUTCOME_PERMANENT("rejected, and it would be again"),
    /** Outcome. */
    OUTCOME_UNKNOWN("no usable reply"),
    /** Cancellation. */
    CANCELLED("nothing new is to be begun"),
    /** Safety. */
    SAFE_READ_ONLY("reading again changes nothing"),
    /** Safety. */
    SAFE_IDEMPOTENT("the receiver does it once for the key"),
    /** Safety. */
    SAFE_PROVEN_ABSENT("it did not happen, and no earlier delivery can happen any more"),
    /** Safety. */
    UNSAFE_LOOKUP_NEEDED("it may have happened; the receiver can be asked"),
    /** Safety. */
    UNSAFE_NO_CONTRACT("it may have happened, and nobody can be asked"),
    /** Allowance. */
    ATTEMPTS_AVAILABLE("another delivery is allowed"),
    /** Allowance. */
    ATTEMPTS_EXHAUSTED("all deliveries that were allowed have been started"),
    /** Clock. */
    RETRY_AFTER_APPLIED("the service asked for a longer wait than ours"),
    /** Clock. */
    FITS_DEADLINE("the wait and one attempt end by the deadline"),
    /** Clock. */
    DELAY_EXCEEDS_DEADLINE("our own wait and one attempt do not end by the deadline"),
    /** Clock. */
    RETRY_AFTER_EXCEEDS_DEADLINE("the wait that the service asked for and one attempt do not end by the deadline"),
    /** Doubt. */
    EFFECT_MAY_EXIST("do not report that nothing happened; keep the key and find out later");

    private final String meaning;

    Reason(String meaning) {
        this.meaning = meaning;
    }

    /**
     * What it says, for people.
     *
     * @return half a sentence
     */
    public String meaning() {
        return meaning;
    }
}
