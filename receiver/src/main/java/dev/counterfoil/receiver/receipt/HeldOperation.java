// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import dev.counterfoil.receiver.operation.PayloadDigest;
import java.time.Instant;
import java.util.Optional;

/**
 * The row of an operation. Immutable.
 *
 * @param payload the fingerprint that it is bound to; empty only for one that was closed
 * @param state what became of it
 * @param since when that was, by the clock of whoever wrote it
 * @param fence how often it was claimed or settled
 */
public record HeldOperation(Optional<PayloadDigest> payload, OperationState state, Instant since, long fence) {}
