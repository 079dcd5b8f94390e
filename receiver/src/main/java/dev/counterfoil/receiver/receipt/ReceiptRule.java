// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import dev.counterfoil.receiver.operation.PayloadDigest;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The one place that decides: from what was found, the fingerprint and an instant to what is said. Immutable.
 *
 * <p>The order is: nothing found; another payload, whatever else is the case; retention; the state. An instant that equals the end of
 * retention is past it. An instant before the row's own counts as the row's own: a clock that was set back makes nothing younger than
 * it is.
 */
public final class ReceiptRule {
    private ReceiptRule() {}

    /**
     * What a look-up is told.
     *
     * @param found the operation's row, where there is one
     * @param asked the fingerprint of the payload that the asker has in mind, where he has one
     * @param now the instant of asking
     * @return the receipt
     */
    public static Receipt receipt(Optional<HeldOperation> found, Optional<PayloadDigest> asked, Instant now) {
        return found.map(held -> receipt(held, asked, now)).orElse(Receipt.ABSENT);
    }

    /**
     * What a delivery leads to.
     *
     * @param found the operation's row, where there is one
     * @param payload the fingerprint of what was delivered
     * @param now the instant of its arrival
     * @return to let it in, or the answer
     */
    public static Decision delivered(Optional<HeldOperation> found, PayloadDigest payload, Instant now) {
        Receipt receipt = receipt(found, Optional.of(payload), now);
        return switch (receipt.state()) {
            case ABSENT -> new Decision.Admit();
            case PENDING -> new Decision.Refer(new Answer.InProgress(receipt.claim()));
            case COMPLETED -> new Decision.Refer(new Answer.Replayed(receipt.effectId().orElseThrow()));
            case REJECTED -> new Decision.Refer(new Answer.Rejected());
            case CONFLICT -> new Decision.Refer(new Answer.Conflict(receipt.payload().orElseThrow()));
            case EXPIRED -> new Decision.Refer(new Answer.Expired());
            case CLOSED -> new Decision.Refer(new Answer.Closed());
        };
    }

    private static Receipt receipt(HeldOperation held, Optional<PayloadDigest> asked, Instant now) {
        boolean differs = asked.isPresent() && held.payload().isPresent() && !asked.equals(held.payload());
        if (differs) {
            return new Receipt(ReceiptState.CONFLICT, OptionalLong.empty(), held.payload(), Optional.empty());
        }
        Instant at = now.isBefore(held.since()) ? held.since() : now;
        OperationState state = held.state();
        if (state instanceof OperationState.Pending pending) {
            return new Receipt(ReceiptState.PENDING, OptionalLong.empty(), held.payload(), Optional.of(pending.claim()));
        }
        if (state instanceof OperationState.Completed completed) {
            ReceiptState word = isOver(completed.expiresAt(), at) ? ReceiptState.EXPIRED : ReceiptState.COMPLETED;
            return ended(word, OptionalLong.of(completed.effectId()), held);
        }
        if (state instanceof OperationState.Rejected rejected) {
            return ended(isOver(rejected.expiresAt(), at) ? ReceiptState.EXPIRED : ReceiptState.REJECTED, OptionalLong.empty(), held);
        }
        if (state instanceof OperationState.Expired expired) {
            return ended(ReceiptState.EXPIRED, expired.effectId(), held);
        }
        return ended(ReceiptState.CLOSED, OptionalLong.empty(), held);
    }

    private static Receipt ended(ReceiptState state, OptionalLong effectId, HeldOperation held) {
        return new Receipt(state, effectId, held.payload(), Optional.empty());
    }

    private static boolean isOver(Optional<Instant> expiresAt, Instant at) {
        return expiresAt.isPresent() && !at.isBefore(expiresAt.get());
    }
}
