// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.operation.PayloadDigest;
import java.time.Instant;
import java.util.Optional;

/**
 * What the row of an operation says when it is inserted, or claimed anew. Immutable.
 *
 * @param state pending or closed
 * @param payload the fingerprint that it is bound to
 * @param claimant who has it in hand
 * @param fence how often it was claimed
 * @param since the instant
 */
public record NewRow(String state, Optional<PayloadDigest> payload, Optional<String> claimant, long fence, Instant since) {
    /**
     * One that ends in the transaction that begins it.
     *
     * @param payload the fingerprint
     * @param now the instant
     * @return the row
     */
    public static NewRow arriving(PayloadDigest payload, Instant now) {
        return new NewRow("pending", Optional.of(payload), Optional.empty(), 0, now);
    }

    /**
     * One that somebody has in hand.
     *
     * @param payload the fingerprint
     * @param claimant who
     * @param fence how often it was claimed
     * @param now the instant
     * @return the row
     */
    public static NewRow claimed(PayloadDigest payload, String claimant, long fence, Instant now) {
        return new NewRow("pending", Optional.of(payload), Optional.of(claimant), fence, now);
    }

    /**
     * One that nothing is let in to.
     *
     * @param now the instant
     * @return the row
     */
    public static NewRow closed(Instant now) {
        return new NewRow("closed", Optional.empty(), Optional.empty(), 0, now);
    }
}
