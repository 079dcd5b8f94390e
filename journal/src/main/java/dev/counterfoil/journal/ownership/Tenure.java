// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.OwnerBeat;
import java.util.Optional;

/** Who has an invocation, as one look found it. Immutable. */
public sealed interface Tenure {
    /** There is no such invocation, or it is closed. */
    record NothingToOwn() implements Tenure {}

    /**
     * A runtime that is not known to be gone has it.
     *
     * @param row the invocation
     * @param owner who, and its beat
     */
    record Held(InvocationRow row, OwnerBeat owner) implements Tenure {}

    /**
     * Nobody has it, or nobody who lives.
     *
     * @param row the invocation
     * @param last the last owner, where its row is still there
     */
    record Vacant(InvocationRow row, Optional<OwnerBeat> last) implements Tenure {}
}
