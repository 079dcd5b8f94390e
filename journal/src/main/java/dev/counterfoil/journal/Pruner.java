// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.chain.ChainScanner;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.chain.ScannedRecord;
import dev.counterfoil.journal.chain.TombstoneCheck;
import dev.counterfoil.journal.dump.JournalWalk;
import dev.counterfoil.journal.ownership.IdleRows;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.PruneResult;
import dev.counterfoil.journal.store.Pruning;
import dev.counterfoil.journal.store.Scrubbing;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredTombstone;
import dev.counterfoil.journal.wire.RecordCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Replaces invocations that were closed long enough ago by tombstones, settled and stopped ones alike, in small atomic steps: killed at
 * any instant it is half done and may be done again. One that its last record says was closed later is not looked at any further; any
 * other is read whole and must be sound and lawful first; a damaged one is told and stays, and so is a damaged tombstone. Needs no
 * ownership, for a closed invocation has no owner; works beside runtimes that go on. Confined to one call of its static face.
 *
 * <p>It will not touch an invocation that is open, in doubt or not; nor decide by any clock: what counts is the instant that the closing
 * carries.
 */
public final class Pruner {
    private static final int PAGE = 256;

    /** Others who write wait for one step: so many invocations, or so many bytes beside their records, whichever comes first. */
    private static final int STEP_INVOCATIONS = 32;

    private static final long STEP_BYTES = 4 << 20;
    private static final int TRIES = 4;

    private final JournalSource source;
    private final Law law;
    private final Instant closedBefore;
    private final Watcher watcher;
    private final Step step;
    private final List<Pruning> waiting = new ArrayList<>();
    private long waitingBytes;
    private long found;
    private long records;
    private long moved;
    private long damaged;
    private long damagedTombstones;
    private long kept;

    private Pruner(JournalSource source, Law law, Instant closedBefore, Watcher watcher, Step step) {
        this.source = source;
        this.law = law;
        this.closedBefore = closedBefore;
        this.watcher = watcher;
        this.step = step;
    }

    /** What is done with those that were found. */
    private interface Step {
        Taken take(List<Pruning> batch);
    }

    /** Those it was done to, and those that somebody else did it to meanwhile. */
    private record Taken(Set<InvocationId> ours, Set<InvocationId> others) {}

    /** Is told how it goes, and says whether it goes on. */
    public interface Watcher {
        /**
         * One more invocation was looked at.
         *
         * @param number its place in the order of opening
         * @return whether it goes on; what was found till then is still pruned
         */
        boolean goesOn(long number);

        /**
         * An invocation, or what is left of one that was pruned before, is damaged and stays as it is.
         *
         * @param id its name; empty where not even that could be read
         * @param damage what is wrong
         */
        void damaged(Optional<InvocationId> id, Damage damage);
    }

    /**
     * What was done. Immutable.
     *
     * @param pruned invocations that this call made tombstones of, or would; those that another pruned meanwhile are counted nowhere
     * @param records how many records they had
     * @param kept invocations that were looked at and stay: open, or closed later
     * @param moved those that somebody wrote to meanwhile, so that they stay for now
     * @param damaged those that stay because they are damaged
     * @param damagedTombstones what is left of earlier ones, where that is damaged
     */
    public record Report(long pruned, long records, long kept, long moved, long damaged, long damagedTombstones) {}

    /**
     * Prunes.
     *
     * @param store the journal
     * @param law which recorded attempts would have been admitted
     * @param closedBefore what was closed at this instant or later stays
     * @param watcher is told
     * @return what was done
     * @throws StoreException where the store is not available; what was pruned before stays pruned
     */
    public static Report prune(CheckpointStore store, Law law, Instant closedBefore, Watcher watcher) {
        return new Pruner(store, law, closedBefore, watcher, batch -> pruned(store, batch)).walk();
    }

    /**
     * Finds out what would be pruned, and writes nothing.
     *
     * @param source the journal
     * @param law which recorded attempts would have been admitted
     * @param closedBefore what was closed at this instant or later stays
     * @param watcher is told
     * @return what would be done
     * @throws StoreException where the store is not available
     */
    public static Report rehearse(JournalSource source, Law law, Instant closedBefore, Watcher watcher) {
        return new Pruner(source, law, closedBefore, watcher,
                batch -> new Taken(Set.copyOf(batch.stream().map(Pruning::invocation).toList()), Set.of())).walk();
    }

    /**
     * Makes sure that the bytes of what was pruned are gone from the journal's files: asked when all is done. Rows of runtimes that may
     * have ended on another boot or in another container are in the way of a large file until they were seen silent for long enough, so
     * they are looked at again after each pause.
     *
     * @param store the journal
     * @param pause waits a little, about a second; answers whether to go on
     * @return whether they are gone
     * @throws StoreException where the store is not available
     */
    public static Scrubbing scrub(CheckpointStore store, BooleanSupplier pause) {
        IdleRows rows = IdleRows.of(store);
        return scrub(store, rows::look, pause);
    }

    static Scrubbing scrub(CheckpointStore store, BooleanSupplier look, BooleanSupplier pause) {
        boolean decided = look.getAsBoolean();
        Scrubbing scrubbing = store.scrub();
        while (scrubbing == Scrubbing.IN_USE && !decided && pause.getAsBoolean()) {
            decided = look.getAsBoolean();
            scrubbing = decided ? store.scrub() : scrubbing;
        }
        return scrubbing;
    }

    /** What an earlier try did without an answer is ours, though the next one finds it done. */
    private static Taken pruned(CheckpointStore store, List<Pruning> batch) {
        String cause = "";
        for (int i = 0; i < TRIES; i++) {
            PruneResult result = store.prune(batch);
            if (result instanceof PruneResult.Pruned done) {
                Set<InvocationId> ours = new HashSet<>(done.pruned());
                ours.addAll(i > 0 ? done.already() : Set.of());
                return new Taken(ours, i > 0 ? Set.of() : done.already());
            }
            cause = ((PruneResult.Unknown) result).cause();
        }
        throw new StoreException(StoreProblem.IO_FAILED, "prune", cause + "; what was pruned stays so, prune again");
    }

    private Report walk() {
        long after = 0;
        List<InvocationRow> page;
        boolean goesOn = true;
        do {
            try {
                page = source.invocations(after, PAGE, JournalSource.Scope.ALL);
            } catch (DamagedJournalException e) {
                damaged++;
                tell(Optional.empty(), e.damages());
                break;
            }
            for (InvocationRow row : page) {
                consider(row);
                after = row.number();
                goesOn = watcher.goesOn(after);
                if (!goesOn) {
                    break;
                }
            }
        } while (goesOn && page.size() == PAGE);
        flush();
        if (goesOn) {
            tombstones(after);
        }
        return new Report(found, records, kept, moved, damaged, damagedTombstones);
    }

    /** Nobody else would look at them for as long as they are kept: what was pruned is read by whoever asks for its id, and by no other. */
    private void tombstones(long last) {
        long after = 0;
        List<StoredTombstone> page;
        do {
            try {
                page = source.tombstones(after, PAGE);
            } catch (DamagedJournalException e) {
                damagedTombstones++;
                tell(Optional.empty(), e.damages());
                return;
            }
            for (StoredTombstone stored : page) {
                after = stored.number();
                try {
                    TombstoneCheck.read(stored);
                } catch (DamageException e) {
                    damagedTombstones++;
                    watcher.damaged(Optional.of(stored.id()), e.damage());
                }
            }
        } while (page.size() == PAGE && watcher.goesOn(last));
    }

    private void consider(InvocationRow row) {
        if (row.standing() == Standing.OPEN) {
            kept++;
            return;
        }
        Optional<StoredInvocation> stored;
        try {
            if (isTooYoung(row.id())) {
                kept++;
                return;
            }
            stored = source.read(row.id());
        } catch (DamagedJournalException e) {
            damaged++;
            tell(Optional.of(row.id()), e.damages());
            return;
        }
        Optional<Chronicle> chronicle = stored.map(each -> ChainScanner.scan(each, law));
        if (chronicle.isEmpty()) {
            vanished(row.id());
            return;
        }
        if (chronicle.get().damage().isPresent()) {
            damaged++;
            watcher.damaged(Optional.of(row.id()), chronicle.get().damage().get());
            return;
        }
        Optional<Closing> closing = chronicle.get().soundState().closing();
        if (closing.filter(each -> each.stamp().at().isBefore(closedBefore)).isPresent()) {
            add(chronicle.get());
        } else {
            kept++;
        }
    }

    /**
     * What ends with a closing of that instant or later stays, whatever is before it. Anything else is read whole: a closing may be
     * followed by evidence, and what is to go is verified first.
     */
    private boolean isTooYoung(InvocationId id) {
        Optional<JournalRecord> last = source.last(id).flatMap(stored -> RecordCodec.decode(stored.body().toArray()).record());
        return last.filter(record -> record instanceof Closing && !record.stamp().at().isBefore(closedBefore)).isPresent();
    }

    /** Somebody else prunes too; where it was not that, the row cannot be found by its own name. */
    private void vanished(InvocationId id) {
        try {
            if (source.tombstone(id).isEmpty()) {
                damaged++;
                tell(Optional.of(id), List.of(JournalWalk.unfindable(id)));
            }
        } catch (DamagedJournalException e) {
            damaged++;
            tell(Optional.of(id), e.damages());
        }
    }

    private void tell(Optional<InvocationId> id, List<Damage> damages) {
        damages.forEach(damage -> watcher.damaged(id, damage));
    }

    private void add(Chronicle chronicle) {
        waiting.add(TombstoneCheck.pruning(chronicle));
        waitingBytes += chronicle.records().stream().map(ScannedRecord::stored)
                .flatMap(record -> Stream.of(record.payload(), record.attachment()).flatMap(Optional::stream))
                .map(StoredPayload::bytes).mapToLong(bytes -> bytes.size()).sum();
        if (waiting.size() == STEP_INVOCATIONS || waitingBytes >= STEP_BYTES) {
            flush();
        }
    }

    private void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        Map<InvocationId, Long> counts = new HashMap<>();
        waiting.forEach(pruning -> counts.put(pruning.invocation(), pruning.expected().records()));
        Taken taken = step.take(List.copyOf(waiting));
        found += taken.ours().size();
        records += taken.ours().stream().mapToLong(counts::get).sum();
        moved += waiting.size() - taken.ours().size() - taken.others().size();
        waiting.clear();
        waitingBytes = 0;
    }
}
