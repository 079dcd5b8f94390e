// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

/** What asking for a claim gives. Immutable. */
public sealed interface Claiming {
    /**
     * The claim is durable; whoever asked may perform the effect, and then ends the operation.
     *
     * @param claim the right to do so
     */
    record Claimed(Claim claim) implements Claiming {}

    /**
     * No claim; nothing was changed.
     *
     * @param answer why
     */
    record Referred(Answer answer) implements Claiming {}
}
