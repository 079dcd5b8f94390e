// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Acquisition;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The wish of one runtime to own one invocation. It tries and never waits: the caller waits and tries again, so that a holder's silence
 * can be seen. Confined to one thread.
 */
public final class Claim {
    /** Holders may change between look and acquisition; each such change is another runtime's progress, so a few tries suffice. */
    private static final int TRIES = 16;

    private static final Logger LOG = System.getLogger(Claim.class.getName());

    private final HolderWatch watch;
    private final OwnerId owner;

    /**
     * A wish that goes on from what a watch has seen so far.
     *
     * @param watch who has it
     * @param owner who wishes; registered
     */
    public Claim(HolderWatch watch, OwnerId owner) {
        this.watch = watch;
        this.owner = owner;
    }

    /**
     * A wish.
     *
     * @param store where
     * @param invocation what
     * @param owner who; registered
     * @param processes what is said of other processes
     * @param nanoTicker a monotonic clock in nanoseconds of any origin
     */
    public Claim(CheckpointStore store, InvocationId invocation, OwnerId owner, ProcessTable processes, LongSupplier nanoTicker) {
        this(new HolderWatch(store, invocation, processes, nanoTicker), owner);
    }

    /**
     * Tries once.
     *
     * @return what became of it
     * @throws StoreException where the store is not available
     */
    public ClaimResult tryNow() {
        for (int i = 0; i < TRIES; i++) {
            Tenure tenure = watch.look();
            if (tenure instanceof Tenure.NothingToOwn) {
                return new ClaimResult.NothingToOwn();
            }
            Holder holder = tenure instanceof Tenure.Held held ? held.row().holder() : ((Tenure.Vacant) tenure).row().holder();
            if (holder.owner().equals(Optional.of(owner))) {
                return new ClaimResult.HeldHere();
            }
            if (tenure instanceof Tenure.Held held) {
                return new ClaimResult.HeldElsewhere(held.owner());
            }
            Acquisition acquisition = watch.store().acquire(watch.invocation(), owner, holder);
            if (acquisition instanceof Acquisition.Acquired acquired) {
                ((Tenure.Vacant) tenure).last().map(OwnerBeat::owner).filter(watch::isDead).ifPresent(this::forget);
                return new ClaimResult.Acquired(acquired.epoch());
            }
            if (acquisition instanceof Acquisition.NothingToOwn) {
                return new ClaimResult.NothingToOwn();
            }
        }
        throw new StoreException(StoreProblem.BUSY, "invocation " + watch.invocation(), "others kept taking it; try again");
    }

    /** A process that ended unregisters nothing: its row would stay for ever, and what else it held. One that is only silent keeps both. */
    private void forget(Owner dead) {
        try {
            watch.store().unregister(dead.id());
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "the row of an owner that is gone stays for now: {0}", e.getMessage());
        }
    }
}
