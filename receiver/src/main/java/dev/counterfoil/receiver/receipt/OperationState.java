// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** What the row of an operation says. Immutable. */
public sealed interface OperationState {
    /**
     * Claimed.
     *
     * @param claim by whom
     */
    record Pending(PendingClaim claim) implements OperationState {}

    /**
     * Done.
     *
     * @param effectId its effect
     * @param expiresAt when its retention is over; empty where it is kept for ever
     */
    record Completed(long effectId, Optional<Instant> expiresAt) implements OperationState {}

    /**
     * Known not to have happened.
     *
     * @param expiresAt when its retention is over; empty where it is kept for ever
     */
    record Rejected(Optional<Instant> expiresAt) implements OperationState {}

    /**
     * A tombstone.
     *
     * @param effectId the effect that it had, where it had one
     */
    record Expired(OptionalLong effectId) implements OperationState {}

    /** Closed before anything arrived. */
    record Closed() implements OperationState {}
}
