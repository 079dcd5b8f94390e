// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.operation.ReceiverBounds;

/**
 * The right to end a pending operation, until somebody takes it over. Immutable.
 *
 * @param operation which
 * @param payload what it is bound to
 * @param claimant who holds it, 1 to 4,096 UTF-8 bytes
 * @param fence from 1; only the newest claim of an operation ends it
 */
public record Claim(Operation operation, PayloadDigest payload, String claimant, long fence) {
    /**
     * Checks name and fence.
     *
     * @throws IllegalArgumentException where the name is empty or too long, or the fence is no fence
     */
    public Claim {
        ReceiverBounds.text("claimant", claimant, ReceiverBounds.TEXT_BYTES);
        if (fence < 1) {
            throw new IllegalArgumentException("fence: must be 1 or more");
        }
    }
}
