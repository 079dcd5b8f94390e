// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import java.util.Optional;

/** What became of the wish to open an invocation. Immutable. */
public sealed interface Started {
    /**
     * It is open and owned by this runtime.
     *
     * @param journal the way to add to it
     * @param proof the permission to dispatch, where its last record is an intent
     */
    record Opened(InvocationJournal journal, Optional<DurableIntent> proof) implements Started {}

    /** The id is there already; nothing was written. */
    record AlreadyThere() implements Started {}

    /**
     * Nothing was written.
     *
     * @param cause what failed, in one line
     */
    record NotWritten(String cause) implements Started {}

    /**
     * It may be there or not, and the journal cannot be read now.
     *
     * @param cause what failed, in one line
     */
    record FateUnknown(String cause) implements Started {}
}
