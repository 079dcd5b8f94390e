// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.util.Optional;

/** Is shown what a journal holds, one invocation at a time. An implementation is confined to one walk. */
public interface JournalVisitor {
    /**
     * An invocation, sound or damaged.
     *
     * @param chronicle its sound records, and the first damage where there is one
     */
    void invocation(Chronicle chronicle);

    /**
     * An invocation that was pruned. Shown in its place in the order of opening.
     *
     * @param tombstone what is kept of it
     */
    default void pruned(Tombstone tombstone) {}

    /**
     * A damage that belongs to no chronicle: bytes that the store cannot read, or the anchor's.
     *
     * @param id the invocation that could not be read; empty for the anchor and the file
     * @param damage what is wrong
     */
    void damage(Optional<InvocationId> id, Damage damage);
}
