// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.chain.ChainScanner;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.chain.TombstoneCheck;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.ReadAhead;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredTombstone;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * Leads a visitor through a journal: invocations in the order of opening, each in one consistent read and a page of them in memory, and
 * past damage. Writes nothing and needs no ownership; what others append meanwhile is seen or not. Confined.
 */
public final class JournalWalk {
    private final JournalSource source;
    private final Law law;

    /**
     * A walk.
     *
     * @param source the journal; not closed by the walk
     * @param law which recorded attempts would have been admitted
     */
    public JournalWalk(JournalSource source, Law law) {
        this.source = source;
        this.law = law;
    }

    /** Is told how far a walk is, and says whether it goes on. */
    @FunctionalInterface
    public interface Progress {
        /** To the end. */
        Progress TO_THE_END = number -> true;

        /**
         * One more invocation was shown, there or pruned.
         *
         * @param number its place in the order of opening
         * @return whether the walk goes on
         */
        boolean goesOn(long number);
    }

    /**
     * Shows every invocation once, there or pruned, in the order of opening, whatever is pruned meanwhile.
     *
     * @param visitor who is shown them
     * @param progress who is told, and may end the walk
     * @throws dev.counterfoil.journal.store.StoreException where the store is not available
     */
    public void all(JournalVisitor visitor, Progress progress) {
        new Pages(source, this, visitor, progress).walk();
    }

    /**
     * A row that is listed and cannot be read by its own name would be left out of every list and sum without a word. One that was pruned
     * since it was listed is shown as that, in its place.
     */
    void listed(ReadAhead listed, JournalVisitor visitor) {
        if (listed.stored().isPresent()) {
            visitor.invocation(ChainScanner.scan(listed.stored().get(), law));
            return;
        }
        InvocationRow row = listed.row();
        if (one(row.id(), visitor)) {
            return;
        }
        try {
            source.tombstone(row.id()).ifPresentOrElse(pruned -> pruned(pruned, visitor),
                    () -> visitor.damage(Optional.of(row.id()), unfindable(row.id())));
        } catch (DamagedJournalException e) {
            e.damages().forEach(damage -> visitor.damage(Optional.of(row.id()), damage));
        }
    }

    /**
     * The damage of an invocation that a store lists and does not find by its name, nor a tombstone of it.
     *
     * @param id its name as it is listed
     * @return what is told
     */
    public static Damage unfindable(InvocationId id) {
        return Damage.of(DamageReason.STRUCTURE_DIFFERS, "the row of invocation " + id, "found by its id", "not found");
    }

    static void pruned(StoredTombstone stored, JournalVisitor visitor) {
        Tombstone tombstone;
        try {
            tombstone = TombstoneCheck.read(stored);
        } catch (DamageException e) {
            visitor.damage(Optional.of(stored.id()), e.damage());
            return;
        }
        visitor.pruned(tombstone);
    }

    /**
     * What is kept of one invocation that was pruned.
     *
     * @param id its name
     * @return empty where none of that name was
     * @throws DamageException where the tombstone is damaged
     * @throws dev.counterfoil.journal.record.JournalException where it cannot be read
     */
    public Optional<Tombstone> tombstone(InvocationId id) {
        return source.tombstone(id).map(TombstoneCheck::read);
    }

    /**
     * Shows one invocation.
     *
     * @param id its name
     * @param visitor who is shown it
     * @return whether there is such an invocation
     * @throws dev.counterfoil.journal.store.StoreException where the store is not available
     */
    public boolean one(InvocationId id, JournalVisitor visitor) {
        Optional<StoredInvocation> stored;
        try {
            stored = source.read(id);
        } catch (DamagedJournalException e) {
            e.damages().forEach(damage -> visitor.damage(Optional.of(id), damage));
            return true;
        }
        stored.ifPresent(each -> visitor.invocation(ChainScanner.scan(each, law)));
        return stored.isPresent();
    }

    /**
     * Recounts what the anchor counts, and shows what differs.
     *
     * @param visitor who is shown it
     * @throws dev.counterfoil.journal.store.StoreException where the store is not available
     */
    public void anchor(JournalVisitor visitor) {
        try {
            source.checkAnchor().forEach(difference -> visitor.damage(Optional.empty(), Damage.of(
                    DamageReason.ANCHOR_DIFFERS, difference.where(), difference.expected(), difference.found())));
        } catch (DamagedJournalException e) {
            e.damages().forEach(damage -> visitor.damage(Optional.empty(), damage));
        }
    }

    /**
     * The greatest number in the order of opening, pruned ones too, found without reading the rows before it.
     *
     * @return 0 where there is no invocation or none can be read
     * @throws dev.counterfoil.journal.store.StoreException where the store is not available
     */
    public long lastNumber() {
        try {
            return Math.max(
                    last(after -> source.invocations(after, 1, JournalSource.Scope.ALL).stream()
                            .mapToLong(InvocationRow::number).findFirst()),
                    last(after -> source.tombstones(after, 1).stream().mapToLong(StoredTombstone::number).findFirst()));
        } catch (DamagedJournalException e) {
            return 0;
        }
    }

    private static long last(LongFunction<OptionalLong> next) {
        long known = 0;
        long step = 1;
        while (step > 0) {
            OptionalLong beyond = next.apply(Math.max(known, known + step - 1));
            known = beyond.orElse(known);
            step = beyond.isEmpty() ? step / 2 : 2 * step;
        }
        return known;
    }
}
