// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.chain.ChainScanner;
import dev.counterfoil.journal.chain.ChainWriter;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.permit.Verified;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.journal.sqlite.SqliteRestoration;
import dev.counterfoil.journal.store.JournalIdentity;
import dev.counterfoil.journal.store.StoredRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What became of the wish to make a journal of a backup. Immutable.
 *
 * <p>It decides nothing: what is recorded about the open invocations is its caller's word, checked by the grammar, and held to leave a
 * doubt wherever the original may have gone on.
 */
public sealed interface Restoration {
    /**
     * It is a journal of its own now.
     *
     * @param identity its new identity
     * @param backup which journal it was a backup of
     */
    record Restored(JournalIdentity identity, JournalIdentity backup) implements Restoration {}

    /**
     * The backup is damaged; it is as it was.
     *
     * @param damages how many damages were told
     */
    record Damaged(long damages) implements Restoration {}

    /** The work was told to end; the backup is as it was. */
    record Stopped() implements Restoration {}

    /** Says what is recorded about an open invocation of a backup. */
    interface Author {
        /**
         * Writes.
         *
         * @param chronicle the invocation, sound; its row has no owner and its new epoch
         * @param backup which journal the backup is of
         * @return what is recorded, with contiguous sequences: it leaves it open, in doubt where it is in doubt or an attempt could have
         *     followed, and has evidence of the restoration while there is room
         */
        List<Entry> entries(Chronicle chronicle, JournalIdentity backup);
    }

    /**
     * Verifies a backup and makes it a journal, in one transaction.
     *
     * @param file the backup
     * @param law which recorded attempts would have been admitted, and from where one could have followed
     * @param author asked once for each open invocation
     * @param damaged takes each damage
     * @param work is told how far the verification is
     * @return what became of it
     * @throws dev.counterfoil.journal.store.StoreException where there is no backup, or it cannot be written
     * @throws dev.counterfoil.journal.store.DamagedJournalException where it cannot be read, or differs from its anchor
     * @throws IllegalStateException where the author's entries are not well formed: a fault of the caller; nothing is written
     */
    static Restoration restore(Path file, Law law, Author author, BiConsumer<Optional<InvocationId>, Damage> damaged, LongWork work) {
        JournalIdentity backup = SqliteRestoration.requireBackup(file);
        WholeCheck check = new WholeCheck(law, damaged, work);
        try (SqliteJournalReader reader = SqliteJournalReader.open(file)) {
            if (!check.isSound(reader)) {
                long damages = check.verification().damages();
                return damages > 0 ? new Damaged(damages) : new Stopped();
            }
        }
        JournalIdentity identity = SqliteRestoration.restore(
                file, (stored, from) -> records(ChainScanner.scan(stored, law), law, author, from), new Verified());
        return new Restored(identity, backup);
    }

    private static List<StoredRecord> records(Chronicle chronicle, Law law, Author author, JournalIdentity backup) {
        InvocationState state = chronicle.soundState();
        List<Entry> entries = author.entries(chronicle, backup);
        InvocationState restored = InvocationJournal.fold(state, entries);
        if (restored.closing().isPresent()) {
            throw new IllegalStateException("what is restored stays open");
        }
        if (restored.tail() != Tail.DOUBT && (state.tail() == Tail.DOUBT || law.goesOn(state))) {
            throw new IllegalStateException("what the original may have gone on with is in doubt");
        }
        boolean told = entries.stream().anyMatch(entry -> entry.record() instanceof Evidence kept && kept.what() == EvidenceKind.RESTORED);
        if (!told && state.evidenceCount(-1) < Bounds.EVIDENCE_PER_ATTEMPT) {
            throw new IllegalStateException("what is restored says so");
        }
        return ChainWriter.link(chronicle.id(), chronicle.head(), entries);
    }
}
