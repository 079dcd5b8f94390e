// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.OwnerId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Rows of runtimes that hold nothing open and whose process ended without forgetting them: nobody ever takes over from one, so they would
 * stay for ever. Confined.
 *
 * <p>One whose process is known to be gone is removed at once; one of which nothing is known (another boot, another container) after its
 * beat was seen unchanged for {@link Lease#SILENCE} of the asker's own time, as where an invocation is taken over. A runtime that was
 * merely paused finds its row gone, and opens under its next name.
 */
public final class IdleRows {
    private static final Logger LOG = System.getLogger(IdleRows.class.getName());

    /** More are asked for until all are seen: rows have no order. */
    private static final int FIRST_PAGE = 64;

    private static final int MOST = 1 << 16;

    private final CheckpointStore store;
    private final ProcessTable processes;
    private final LongSupplier nanoTicker;
    private final Map<OwnerId, Seen> silent = new HashMap<>();
    private final Set<OwnerId> beating = new HashSet<>();
    private boolean settled;

    IdleRows(CheckpointStore store, ProcessTable processes, LongSupplier nanoTicker) {
        this.store = store;
        this.processes = processes;
        this.nanoTicker = nanoTicker;
    }

    /**
     * Those of a journal, judged by the processes of this host and its own clock.
     *
     * @param store the journal
     * @return nothing looked at yet
     */
    public static IdleRows of(CheckpointStore store) {
        return new IdleRows(store, new HostProcesses(), System::nanoTime);
    }

    private record Seen(long beat, long sinceNanos) {}

    /**
     * Looks once; after the first look only while some row is neither known to beat nor silent for long enough. A failure is logged and
     * left to the next look.
     *
     * @return whether every row was decided: it is removed, or its runtime lives
     */
    public boolean look() {
        if (settled) {
            return true;
        }
        try {
            List<Owner> idle = all();
            Set<OwnerId> undecided = new HashSet<>();
            for (Owner owner : idle) {
                if (!decided(owner)) {
                    undecided.add(owner.id());
                }
            }
            silent.keySet().retainAll(undecided);
            settled = undecided.isEmpty();
        } catch (JournalException e) {
            LOG.log(Level.DEBUG, "rows of runtimes that are gone stay for now: {0}", e.getMessage());
        }
        return settled;
    }

    private List<Owner> all() {
        int limit = FIRST_PAGE;
        List<Owner> found = store.idleOwners(limit);
        while (found.size() == limit && limit < MOST) {
            limit *= 2;
            found = store.idleOwners(limit);
        }
        return found;
    }

    /** Whether nothing is left to be seen of it: it is removed, it lives, or it beats. */
    private boolean decided(Owner owner) {
        if (beating.contains(owner.id())) {
            return true;
        }
        Optional<Long> beat = store.owner(owner.id()).map(OwnerBeat::beat);
        if (beat.isEmpty()) {
            return true;
        }
        if (Liveness.of(owner, processes) == Liveness.GONE) {
            store.forget(new OwnerBeat(owner, beat.get()));
            return true;
        }
        long now = nanoTicker.getAsLong();
        Seen seen = silent.putIfAbsent(owner.id(), new Seen(beat.get(), now));
        if (seen == null) {
            return false;
        }
        if (seen.beat() != beat.get()) {
            beating.add(owner.id());
            return true;
        }
        if (now - seen.sinceNanos() <= Lease.SILENCE.toNanos()) {
            return false;
        }
        store.forget(new OwnerBeat(owner, beat.get()));
        return true;
    }
}
