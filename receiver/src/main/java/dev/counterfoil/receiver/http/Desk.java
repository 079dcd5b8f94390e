// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.receipt.Answer;
import dev.counterfoil.receiver.receipt.Receipt;
import java.util.Optional;

/** Whom the server asks: a receiver whose effect the server does not know. Thread-safe. */
public interface Desk {
    /**
     * Lets an operation in, or says why not.
     *
     * @param delivery what arrived
     * @return the answer
     */
    Answer deliver(Delivery delivery);

    /**
     * Does something without a key.
     *
     * @param scope what it is counted under
     * @param payload what arrived
     * @return the number of the effect
     */
    long perform(OperationScope scope, Payload payload);

    /**
     * What is known of an operation.
     *
     * @param operation which
     * @param payload the fingerprint of the payload that is meant, where one is
     * @return its receipt
     */
    Receipt lookup(Operation operation, Optional<PayloadDigest> payload);

    /**
     * Makes an absence final.
     *
     * @param operation which
     * @return its receipt
     */
    Receipt close(Operation operation);

    /**
     * How many effects there are.
     *
     * @param scope only of this one, where it is given
     * @return their number
     */
    long countEffects(Optional<OperationScope> scope);
}
