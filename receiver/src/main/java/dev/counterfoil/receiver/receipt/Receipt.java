// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import dev.counterfoil.receiver.operation.PayloadDigest;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the receiver says about an operation. Immutable.
 *
 * @param state the word
 * @param effectId its effect, where it has one that belongs to the payload asked for
 * @param payload the fingerprint that the operation is bound to, where it is
 * @param claim who has it in hand, where it is pending
 */
public record Receipt(ReceiptState state, OptionalLong effectId, Optional<PayloadDigest> payload, Optional<PendingClaim> claim) {
    /** Of an operation that nothing is known of. */
    static final Receipt ABSENT = new Receipt(ReceiptState.ABSENT, OptionalLong.empty(), Optional.empty(), Optional.empty());

    /**
     * As it is told to programs, over HTTP and by the command. The claimant is not: his name is for people.
     *
     * @return one JSON object: {@code state}, {@code final}, {@code effect_id}, {@code payload_sha256}
     */
    public String json() {
        String number = effectId.isPresent() ? Long.toString(effectId.getAsLong()) : "null";
        String digest = payload.map(bound -> "\"" + bound.hex() + "\"").orElse("null");
        return "{\"state\":\"" + state.code() + "\",\"final\":" + state.isFinal() + ",\"effect_id\":" + number + ",\"payload_sha256\":"
                + digest + "}";
    }
}
