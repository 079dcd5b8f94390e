// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.InvocationJournal;
import dev.counterfoil.journal.Journal;
import dev.counterfoil.journal.OwnershipClaim;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.OwnerBeat;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks for the ownership of an open invocation until it is granted, or patience is over. Confined. */
final class Takeover {
    private final Journal journal;
    private final InvocationId id;
    private final Patience patience;

    Takeover(Journal journal, InvocationId id, Patience patience) {
        this.journal = journal;
        this.id = id;
        this.patience = patience;
    }

    /** What became of it. */
    sealed interface Granted {
        /** It is ours. */
        record Owned(InvocationJournal journal) implements Granted {}

        /** A living runtime keeps it. */
        record Held(OwnerBeat owner) implements Granted {}

        /** It was closed, or changed hands again: look anew. */
        record Gone() implements Granted {}

        default <T> T match(Function<InvocationJournal, T> owned, Function<OwnerBeat, T> held, Supplier<T> gone) {
            if (this instanceof Owned ours) {
                return owned.apply(ours.journal());
            }
            return this instanceof Held theirs ? held.apply(theirs.owner()) : gone.get();
        }
    }

    Granted attempt() {
        OwnershipClaim claim = journal.claim(id);
        while (true) {
            OwnershipClaim.Result result = claim.tryNow();
            if (result instanceof OwnershipClaim.Result.Owned owned) {
                return new Granted.Owned(owned.journal());
            }
            if (result instanceof OwnershipClaim.Result.Moved) {
                return new Granted.Gone();
            }
            if (!patience.isLeft()) {
                return new Granted.Held(((OwnershipClaim.Result.HeldElsewhere) result).owner());
            }
        }
    }
}
