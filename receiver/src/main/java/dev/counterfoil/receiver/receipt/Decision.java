// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

/** What a delivery leads to. Immutable. */
public sealed interface Decision {
    /** Nothing is known of the operation: it may be let in. */
    record Admit() implements Decision {}

    /**
     * Nothing is done.
     *
     * @param answer why
     */
    record Refer(Answer answer) implements Decision {}
}
