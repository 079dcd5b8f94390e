// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.SqliteBackup;
import dev.counterfoil.journal.store.JournalIdentity;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What became of the wish for a backup: a copy of a journal at one instant, verified as a whole before it has its name. Immutable.
 *
 * <p>A damaged journal gets none: a backup of damage is no backup.
 */
public sealed interface Backup {
    /**
     * It is there, durably, marked: everything but reading refuses it until it is restored.
     *
     * @param identity which journal it is a backup of
     * @param invocations how many it holds
     * @param open how many of them were open
     * @param records how many there are
     * @param bytes size of the file
     * @param lastDigest digest of the record that was written last; zeros where there is none
     */
    record Written(JournalIdentity identity, long invocations, long open, long records, long bytes, Sha256 lastDigest) implements Backup {}

    /**
     * The journal is damaged; there is no backup.
     *
     * @param damages how many damages were told
     */
    record Damaged(long damages) implements Backup {}

    /** The work was told to end; there is no backup. */
    record Stopped() implements Backup {}

    /**
     * Copies a journal, living or not; writers are not kept from writing.
     *
     * @param journal the journal
     * @param file the backup's name; nothing may be there
     * @param law which recorded attempts would have been admitted
     * @param damaged takes each damage
     * @param work is told how far it is
     * @return what became of it
     * @throws dev.counterfoil.journal.store.StoreException where the journal is not available, something is there under the name, or the
     *     file cannot be made
     * @throws dev.counterfoil.journal.store.DamagedJournalException where the journal cannot be read at all
     */
    static Backup write(Path journal, Path file, Law law, BiConsumer<Optional<InvocationId>, Damage> damaged, LongWork work) {
        WholeCheck check = new WholeCheck(law, damaged, work);
        Optional<SqliteBackup.Copy> copy = SqliteBackup.write(journal, file, check::isSound,
                (done, whole) -> work.goesOn(LongWork.Stage.COPYING, done, whole));
        if (copy.isPresent()) {
            return new Written(copy.get().identity(), check.verification().invocations(), check.open(), check.verification().records(),
                    copy.get().bytes(), copy.get().lastDigest());
        }
        long damages = check.verification().damages();
        return damages > 0 ? new Damaged(damages) : new Stopped();
    }
}
