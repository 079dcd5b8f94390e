// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.ownership.Claim;
import dev.counterfoil.journal.ownership.ClaimResult;
import dev.counterfoil.journal.ownership.Heart;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Acquisition;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.OwnerBeat;
import java.util.Optional;

/**
 * The wish to own an open invocation, tried until it is granted or patience ends. Confined.
 *
 * <p>Its user promises that nothing else in this process works on the invocation: what this runtime owns by its row and does not work on
 * is taken again, at a new epoch.
 */
public final class OwnershipClaim {
    private final Journal journal;
    private final Heart heart;
    private final InvocationId id;
    private final Claim claim;

    OwnershipClaim(Journal journal, Heart heart, InvocationId id) {
        this.journal = journal;
        this.heart = heart;
        this.id = id;
        this.claim = new Claim(journal.store(), id, heart.owner().id());
    }

    /** What became of one try. */
    public sealed interface Result {
        /**
         * It is ours.
         *
         * @param journal the way to add to it
         */
        record Owned(InvocationJournal journal) implements Result {}

        /**
         * A runtime that is not known to be gone has it: try again a little later.
         *
         * @param owner who, and its beat
         */
        record HeldElsewhere(OwnerBeat owner) implements Result {}

        /** It is closed, changed hands while we asked, or is not there: look anew. */
        record Moved() implements Result {}
    }

    /**
     * Tries once.
     *
     * @return what became of it
     * @throws dev.counterfoil.journal.record.DamageException where it is damaged
     * @throws dev.counterfoil.journal.store.StoreException where the store is not available
     */
    public Result tryNow() {
        ClaimResult result = claim.tryNow();
        if (result instanceof ClaimResult.Acquired acquired) {
            return take(acquired.epoch());
        }
        if (result instanceof ClaimResult.HeldElsewhere held) {
            return new Result.HeldElsewhere(held.holder());
        }
        return result instanceof ClaimResult.HeldHere ? takeAgain() : new Result.Moved();
    }

    private Result takeAgain() {
        Optional<Holder> seen = journal.store().row(id).map(InvocationRow::holder);
        return seen.map(holder -> journal.store().acquire(id, heart.owner().id(), holder))
                .filter(Acquisition.Acquired.class::isInstance)
                .map(acquired -> take(((Acquisition.Acquired) acquired).epoch()))
                .orElseGet(Result.Moved::new);
    }

    private Result take(long epoch) {
        Holder holder = new Holder(Optional.of(heart.owner().id()), epoch);
        Optional<Chronicle> chronicle = journal.read(id).filter(each -> each.row().holder().equals(holder));
        return chronicle
                .<Result>map(each -> new Result.Owned(new InvocationJournal(journal, heart, each, holder)))
                .orElseGet(Result.Moved::new);
    }
}
