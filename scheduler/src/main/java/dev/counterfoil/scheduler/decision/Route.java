// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import dev.counterfoil.journal.record.Coded;

/** What to do next, in order of precedence: the first whose condition holds is the answer. Immutable. */
public enum Route implements Coded {
    /** The key belongs to another payload: no reply and no record under it can be ours. */
    STOP_CONFLICT,
    /** It happened, and the receiver knows its result. */
    REUSE_RECORDED_RESULT,
    /** The reply is the fact. */
    ACCEPT_REPLY,
    /** Nothing new is to be begun. */
    STOP_CANCELLED,
    /** It is under way: ask again after the delay. */
    WAIT_FOR_PENDING,
    /** Repeating cannot change it. */
    STOP_PERMANENT,
    /** Find out after the delay, before anything is decided. */
    RECONCILE_FIRST,
    /** Repeating is not known to be safe, and nobody can be asked. */
    STOP_FOR_REVIEW,
    /** No delivery is left. */
    STOP_ATTEMPTS_EXHAUSTED,
    /** No time is left. */
    STOP_DEADLINE,
    /** Deliver the same operation again after the delay, under the same key. */
    RETRY_SAME_OPERATION_KEY
}
