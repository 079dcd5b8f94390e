// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.InvocationJournal;
import dev.counterfoil.journal.Journal;
import dev.counterfoil.journal.OwnershipClaim;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.OwnerBeat;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Waits until nobody living has an open invocation, and asks for its ownership, until patience is over. Looking writes nothing; whoever
 * has nothing to append does not ask. Confined.
 */
final class Takeover {
    private final OwnershipClaim claim;
    private final Patience patience;

    Takeover(Journal journal, InvocationId id, Patience patience) {
        this.claim = journal.claim(id);
        this.patience = patience;
    }

    /** What a look found, once it has waited. */
    sealed interface Vacancy {
        /** Nobody living works on it. */
        record Free(InvocationRow row) implements Vacancy {}

        /** A living runtime keeps it. */
        record Held(OwnerBeat owner) implements Vacancy {}

        /** It was closed: look anew. */
        record Gone() implements Vacancy {}

        default <T> T match(Function<InvocationRow, T> free, Function<OwnerBeat, T> held, Supplier<T> gone) {
            if (this instanceof Free vacant) {
                return free.apply(vacant.row());
            }
            return this instanceof Held theirs ? held.apply(theirs.owner()) : gone.get();
        }
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

    Vacancy vacancy() {
        while (true) {
            OwnershipClaim.Sight sight = claim.look();
            if (sight instanceof OwnershipClaim.Sight.Vacant vacant) {
                return new Vacancy.Free(vacant.row());
            }
            if (sight instanceof OwnershipClaim.Sight.Moved) {
                return new Vacancy.Gone();
            }
            if (!patience.isLeft()) {
                return new Vacancy.Held(((OwnershipClaim.Sight.HeldElsewhere) sight).owner());
            }
        }
    }

    Granted attempt() {
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
