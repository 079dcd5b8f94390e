// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import dev.counterfoil.receiver.operation.PayloadDigest;
import java.util.Optional;

/** What a delivery is answered. Only {@link Accepted} had an effect in this call. Immutable. */
public sealed interface Answer {
    /**
     * It arrived for the first time: its effect and its receipt are durable.
     *
     * @param effectId the effect
     */
    record Accepted(long effectId) implements Answer {}

    /**
     * It had arrived before, with the same payload; nothing was done.
     *
     * @param effectId the effect of then
     */
    record Replayed(long effectId) implements Answer {}

    /**
     * The same key with another payload; nothing was done.
     *
     * @param bound the fingerprint that the operation is bound to
     */
    record Conflict(PayloadDigest bound) implements Answer {}

    /**
     * Somebody has it in hand; nothing was done.
     *
     * @param claim who; empty where another delivery of the key is in its transaction just now, so that not even its payload is known
     */
    record InProgress(Optional<PendingClaim> claim) implements Answer {}

    /** It is known to have had no effect, and never gets one. */
    record Rejected() implements Answer {}

    /** It had arrived before, and its retention is over; nothing was done. */
    record Expired() implements Answer {}

    /** It was closed before it arrived; nothing was done. */
    record Closed() implements Answer {}
}
