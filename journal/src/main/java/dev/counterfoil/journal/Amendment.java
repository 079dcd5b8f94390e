// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tombstone;

/** What became of an amendment by somebody who does not own the invocation. Immutable. */
public sealed interface Amendment {
    /**
     * It is durable.
     *
     * @param state what the records say now
     */
    record Amended(InvocationState state) implements Amendment {}

    /**
     * Nothing had to be written.
     *
     * @param state what the records say
     */
    record Unchanged(InvocationState state) implements Amendment {}

    /** There is no such invocation. */
    record Absent() implements Amendment {}

    /**
     * It was closed and is pruned: nothing can be added to it.
     *
     * @param tombstone what is kept of it
     */
    record Pruned(Tombstone tombstone) implements Amendment {}

    /**
     * It could not be written, or whether it was is not known.
     *
     * @param cause what failed, in one line
     */
    record Failed(String cause) implements Amendment {}
}
