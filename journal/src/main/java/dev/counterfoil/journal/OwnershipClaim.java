// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.ownership.Claim;
import dev.counterfoil.journal.ownership.ClaimResult;
import dev.counterfoil.journal.ownership.Heart;
import dev.counterfoil.journal.ownership.HolderWatch;
import dev.counterfoil.journal.ownership.Tenure;
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
    private final InvocationId id;
    private final HolderWatch watch;
    private Optional<Wish> wish = Optional.empty();

    OwnershipClaim(Journal journal, InvocationId id) {
        this.journal = journal;
        this.id = id;
        this.watch = new HolderWatch(journal.store(), id);
    }

    /** A claim of this runtime, whose heart beats from the first try on. */
    private record Wish(Heart heart, Claim claim) {}

    /** What one look found. */
    public sealed interface Sight {
        /**
         * Nobody living works on it.
         *
         * @param row the invocation
         */
        record Vacant(InvocationRow row) implements Sight {}

        /**
         * A runtime that is not known to be gone has it: look again a little later.
         *
         * @param owner who, and its beat
         */
        record HeldElsewhere(OwnerBeat owner) implements Sight {}

        /** It is closed, or is not there: look anew. */
        record Moved() implements Sight {}
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
     * Looks once, and writes nothing: this runtime needs not be known to the journal for it.
     *
     * @return what was found
     * @throws dev.counterfoil.journal.store.StoreException where the store is not available
     */
    public Sight look() {
        Tenure tenure = watch.look();
        if (tenure instanceof Tenure.Vacant vacant) {
            return new Sight.Vacant(vacant.row());
        }
        if (tenure instanceof Tenure.Held held) {
            return journal.isOurs(held.owner().owner().id()) ? new Sight.Vacant(held.row()) : new Sight.HeldElsewhere(held.owner());
        }
        return new Sight.Moved();
    }

    /**
     * Tries once.
     *
     * @return what became of it
     * @throws dev.counterfoil.journal.record.DamageException where it is damaged
     * @throws dev.counterfoil.journal.store.StoreException where the store is not available
     */
    public Result tryNow() {
        Wish now = wish.orElseGet(this::wish);
        ClaimResult result = now.claim().tryNow();
        if (result instanceof ClaimResult.Acquired acquired) {
            return take(now.heart(), acquired.epoch());
        }
        if (result instanceof ClaimResult.HeldElsewhere held) {
            return new Result.HeldElsewhere(held.holder());
        }
        return result instanceof ClaimResult.HeldHere ? takeAgain(now.heart()) : new Result.Moved();
    }

    private Wish wish() {
        Heart heart = journal.heart();
        Wish made = new Wish(heart, new Claim(watch, heart.owner().id()));
        wish = Optional.of(made);
        return made;
    }

    private Result takeAgain(Heart heart) {
        Optional<Holder> seen = journal.store().row(id).map(InvocationRow::holder);
        return seen.map(holder -> journal.store().acquire(id, heart.owner().id(), holder))
                .filter(Acquisition.Acquired.class::isInstance)
                .map(acquired -> take(heart, ((Acquisition.Acquired) acquired).epoch()))
                .orElseGet(Result.Moved::new);
    }

    private Result take(Heart heart, long epoch) {
        Holder holder = new Holder(Optional.of(heart.owner().id()), epoch);
        Optional<Chronicle> chronicle = journal.read(id).filter(each -> each.row().holder().equals(holder));
        return chronicle
                .<Result>map(each -> new Result.Owned(new InvocationJournal(journal, heart, each, holder)))
                .orElseGet(Result.Moved::new);
    }
}
