// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver;

import dev.counterfoil.receiver.http.Desk;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.receipt.Answer;
import dev.counterfoil.receiver.receipt.Receipt;
import java.util.Optional;

/**
 * A receiver whose effects are its own rows and nothing else, as a server asks it. A host whose effects write more has a {@link Desk} of
 * its own. Thread-safe.
 *
 * @param receiver answers
 */
public record StandAloneDesk(Receiver receiver) implements Desk {
    @Override
    public Answer deliver(Delivery delivery) {
        return receiver.deliver(delivery, Effect.NONE);
    }

    @Override
    public long perform(OperationScope scope, Payload payload) {
        return receiver.perform(scope, payload, Effect.NONE);
    }

    @Override
    public Receipt lookup(Operation operation, Optional<PayloadDigest> payload) {
        return payload.map(digest -> receiver.lookup(operation, digest)).orElseGet(() -> receiver.lookup(operation));
    }

    @Override
    public Receipt close(Operation operation) {
        return receiver.close(operation);
    }

    @Override
    public long countEffects(Optional<OperationScope> scope) {
        return scope.map(receiver::countEffects).orElseGet(receiver::countEffects);
    }
}
