// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.operation;

/**
 * An operation as it arrived, for the first time or again. Immutable.
 *
 * @param operation which
 * @param payload with what
 */
public record Delivery(Operation operation, Payload payload) {}
