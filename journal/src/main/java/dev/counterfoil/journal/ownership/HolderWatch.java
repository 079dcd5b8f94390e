// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.Standing;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Looks again and again who has an invocation, so that a holder's silence can be seen. It writes nothing, and needs no runtime of its own:
 * whoever finds nothing to do but to report leaves no trace. Confined to one thread.
 */
public final class HolderWatch {
    private final CheckpointStore store;
    private final InvocationId invocation;
    private final ProcessTable processes;
    private final LongSupplier nanoTicker;
    private final BeatWatch watch = new BeatWatch();

    /**
     * A watch, with the clock and the processes of this host.
     *
     * @param store where
     * @param invocation what
     */
    public HolderWatch(CheckpointStore store, InvocationId invocation) {
        this(store, invocation, new HostProcesses(), System::nanoTime);
    }

    HolderWatch(CheckpointStore store, InvocationId invocation, ProcessTable processes, LongSupplier nanoTicker) {
        this.store = store;
        this.invocation = invocation;
        this.processes = processes;
        this.nanoTicker = nanoTicker;
    }

    /**
     * Looks once.
     *
     * @return who has it
     * @throws dev.counterfoil.journal.store.StoreException where the store is not available
     */
    public Tenure look() {
        Optional<InvocationRow> row = store.row(invocation).filter(each -> each.standing() == Standing.OPEN);
        if (row.isEmpty()) {
            return new Tenure.NothingToOwn();
        }
        long before = nanoTicker.getAsLong();
        Optional<OwnerBeat> beat = row.get().holder().owner().flatMap(store::owner);
        long after = nanoTicker.getAsLong();
        return beat.isPresent() && !watch.isSilent(beat.get(), before, after) && !isDead(beat.get().owner())
                ? new Tenure.Held(row.get(), beat.get())
                : new Tenure.Vacant(row.get(), beat);
    }

    boolean isDead(Owner holder) {
        return Liveness.of(holder, processes) == Liveness.GONE;
    }

    CheckpointStore store() {
        return store;
    }

    InvocationId invocation() {
        return invocation;
    }
}
