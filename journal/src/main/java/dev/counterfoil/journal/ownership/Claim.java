// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Acquisition;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.Standing;
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

    private final CheckpointStore store;
    private final InvocationId invocation;
    private final OwnerId owner;
    private final ProcessTable processes;
    private final LongSupplier nanoTicker;
    private final BeatWatch watch = new BeatWatch();

    /**
     * A wish, with the clock and the processes of this host.
     *
     * @param store where
     * @param invocation what
     * @param owner who; registered
     */
    public Claim(CheckpointStore store, InvocationId invocation, OwnerId owner) {
        this(store, invocation, owner, new HostProcesses(), System::nanoTime);
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
        this.store = store;
        this.invocation = invocation;
        this.owner = owner;
        this.processes = processes;
        this.nanoTicker = nanoTicker;
    }

    /**
     * Tries once.
     *
     * @return what became of it
     * @throws StoreException where the store is not available
     */
    public ClaimResult tryNow() {
        for (int i = 0; i < TRIES; i++) {
            Optional<InvocationRow> row = store.row(invocation).filter(each -> each.standing() == Standing.OPEN);
            if (row.isEmpty()) {
                return new ClaimResult.NothingToOwn();
            }
            Holder holder = row.get().holder();
            if (holder.owner().equals(Optional.of(owner))) {
                return new ClaimResult.HeldHere();
            }
            long before = nanoTicker.getAsLong();
            Optional<OwnerBeat> beat = holder.owner().flatMap(store::owner);
            long after = nanoTicker.getAsLong();
            if (beat.isPresent() && !isGone(beat.get(), before, after)) {
                return new ClaimResult.HeldElsewhere(beat.get());
            }
            Acquisition acquisition = store.acquire(invocation, owner, holder);
            if (acquisition instanceof Acquisition.Acquired acquired) {
                beat.map(OwnerBeat::owner).filter(this::isDead).ifPresent(this::forget);
                return new ClaimResult.Acquired(acquired.epoch());
            }
            if (acquisition instanceof Acquisition.NothingToOwn) {
                return new ClaimResult.NothingToOwn();
            }
        }
        throw new StoreException(StoreProblem.BUSY, "invocation " + invocation, "others kept taking it; try again");
    }

    private boolean isGone(OwnerBeat holder, long beforeNanos, long afterNanos) {
        return watch.isSilent(holder, beforeNanos, afterNanos) || isDead(holder.owner());
    }

    private boolean isDead(Owner holder) {
        return Liveness.of(holder, processes) == Liveness.GONE;
    }

    /** A process that ended unregisters nothing: its row would stay for ever, and what else it held. One that is only silent keeps both. */
    private void forget(Owner dead) {
        try {
            store.unregister(dead.id());
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "the row of an owner that is gone stays for now: {0}", e.getMessage());
        }
    }
}
