// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.store.Holder;
import java.util.Optional;

/** What became of an append to one invocation. Immutable. */
public sealed interface Commit {
    /**
     * It is durable.
     *
     * @param proof the permission to dispatch, where its last record is an intent
     */
    record Committed(Optional<DurableIntent> proof) implements Commit {}

    /**
     * Nothing was written: somebody appended evidence or a cancellation, which may have closed it. The journal's state is the new one;
     * decide again.
     */
    record Moved() implements Commit {}

    /**
     * Another runtime owns it now. Nothing was written; or, where the answer to the append was lost, what was written is there for the
     * other runtime to go on from.
     *
     * @param holder who holds it
     */
    record Lost(Holder holder) implements Commit {}

    /**
     * Nothing was written.
     *
     * @param cause what failed, in one line
     */
    record NotWritten(String cause) implements Commit {}

    /**
     * It may be in the journal or not, and the journal cannot be read now.
     *
     * @param cause what failed, in one line
     */
    record FateUnknown(String cause) implements Commit {}
}
