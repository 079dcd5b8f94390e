// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

/** What became of an append. Immutable. */
public sealed interface AppendResult {
    /** It is durable. */
    record Appended() implements AppendResult {}

    /**
     * It is not there: the head is another than expected, or the invocation exists already, or does not.
     */
    record HeadMoved() implements AppendResult {}

    /**
     * It is not there: the invocation has another owner or epoch now.
     *
     * @param holder who holds it
     */
    record EpochMoved(Holder holder) implements AppendResult {}

    /**
     * It may be there or not: the commit failed or was not answered. A later read tells, and nothing else does.
     *
     * @param cause what failed, in one line
     */
    record Unknown(String cause) implements AppendResult {}
}
