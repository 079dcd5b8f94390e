// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import dev.counterfoil.journal.sqlite.file.SqliteHeader;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.JournalIdentity;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a journal says of itself before it may be opened for writing: read without harm, since even closing a writing connection changes
 * the file, by copying the log into it and removing it. Immutable.
 *
 * @param applicationId whose file it is, log included
 * @param version of which format
 * @param journal what it says of itself
 * @param damages of its structure and against its anchor, as far as an opener looks
 */
public record Admittance(long applicationId, long version, Optional<JournalRow> journal, List<Damage> damages) {
    /** Reads it through a connection that changes nothing. */
    public static Admittance read(JournalFile file, Link link) throws SQLException {
        return read(file, link, Optional.empty());
    }

    /** The same where the structure may be under way elsewhere. */
    public static Admittance read(JournalFile file, Link link, Optional<StructureBeside> beside) throws SQLException {
        try {
            return readBeside(file, link, beside);
        } finally {
            beside.ifPresent(StructureBeside::end);
        }
    }

    private static Admittance readBeside(JournalFile file, Link link, Optional<StructureBeside> beside) throws SQLException {
        long applicationId = link.number("pragma application_id");
        long version = SchemaSteps.version(link);
        if (applicationId != SqliteFormat.APPLICATION_ID || !file.known().knows(version)) {
            return new Admittance(applicationId, version, Optional.empty(), List.of());
        }
        List<Damage> structure = beside.isPresent() ? List.of() : StructureCheck.atOpen(file, link);
        List<Damage> anchor = damages(AnchorCheck.atOpen(link));
        if (beside.isPresent()) {
            structure = beside.get().damages(link);
        }
        return new Admittance(applicationId, version, Optional.of(JournalRow.read(link)),
                Stream.concat(structure.stream(), anchor.stream()).toList());
    }

    /**
     * Refuses what may not be written.
     *
     * @throws StoreException where it is of something else, of another version, or a backup
     * @throws DamagedJournalException where it differs from its anchor or in its structure
     */
    public void require(JournalFile file) {
        if (identity(file).isBackup()) {
            throw new StoreException(StoreProblem.IS_A_BACKUP, file.path().toString(), "it is a backup; restore it before it is written");
        }
        requireNone(file, damages);
    }

    /**
     * Refuses what may not be restored.
     *
     * @return which journal it is a backup of
     * @throws StoreException where it is of something else, of another version, or no backup
     * @throws DamagedJournalException where it differs from its anchor or in its structure
     */
    public JournalIdentity requireBackup(JournalFile file) {
        JournalIdentity identity = identity(file);
        if (!identity.isBackup()) {
            throw new StoreException(StoreProblem.NOT_A_BACKUP, file.path().toString(),
                    "it is a journal, or was restored before; nothing needs to be restored");
        }
        requireNone(file, damages);
        return identity;
    }

    /** A mark that may have been won or lost by damage says nothing. */
    private JournalIdentity identity(JournalFile file) {
        SqliteHeader.requireKnown(file, applicationId, version);
        return journal.orElseThrow().requireSound(file.path());
    }

    private static void requireNone(JournalFile file, List<Damage> found) {
        if (!found.isEmpty()) {
            throw new DamagedJournalException(file.path().toString(), found);
        }
    }

    public static DamagedJournalException damaged(Path path, List<AnchorDifference> found) {
        return new DamagedJournalException(path.toString(), damages(found));
    }

    /** What differs from the anchor, as damage. */
    public static List<Damage> damages(List<AnchorDifference> differences) {
        return differences.stream()
                .map(each -> Damage.of(DamageReason.ANCHOR_DIFFERS, each.where(), each.expected(), each.found())).toList();
    }
}
