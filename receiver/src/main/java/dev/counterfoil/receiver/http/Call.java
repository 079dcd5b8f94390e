// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.operation.PayloadDigest;
import java.util.Optional;

/** What a request asks for, as far as its head says it. Immutable. */
sealed interface Call {
    /** Let this operation in. */
    record Deliver(Operation operation) implements Call {}

    /** Do it, without a key. */
    record Perform(OperationScope scope) implements Call {}

    /** What is known of it? */
    record Lookup(Operation operation, Optional<PayloadDigest> payload) implements Call {}

    /** Make its absence final. */
    record Close(Operation operation) implements Call {}

    /** How many effects are there? */
    record Count(Optional<OperationScope> scope) implements Call {}

    /** Nothing that there is. */
    record Refused(Reply reply) implements Call {}
}
