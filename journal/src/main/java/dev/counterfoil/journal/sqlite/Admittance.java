// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.sql.SQLException;
import java.util.List;

/**
 * What a journal says of itself before it may be opened for writing: read without harm, since even closing a writing connection changes
 * the file, by copying the log into it and removing it. Immutable.
 *
 * @param applicationId whose file it is, log included
 * @param version of which format
 * @param isBackup whether it is a marked copy
 * @param differences from its anchor, as far as an opener looks
 */
record Admittance(long applicationId, long version, boolean isBackup, List<AnchorDifference> differences) {
    /** Reads it through a connection that changes nothing. */
    static Admittance read(Link link) throws SQLException {
        long applicationId = link.number("pragma application_id");
        long version = link.number("pragma user_version");
        if (applicationId != SqliteFormat.APPLICATION_ID || version != SqliteFormat.USER_VERSION) {
            return new Admittance(applicationId, version, false, List.of());
        }
        long backup = link.first("select is_backup from journal", row -> row.getLong(1))
                .orElseThrow(() -> new SQLException("the identity row is gone", "", SqliteFailure.CORRUPT.primary()));
        return new Admittance(applicationId, version, backup != 0, AnchorCheck.atOpen(link));
    }

    /**
     * Refuses what may not be written.
     *
     * @throws StoreException where it is of something else, of another version, or a backup
     * @throws DamagedJournalException where it differs from its anchor
     */
    void require(JournalFile file) {
        SqliteHeader.requireKnown(file, applicationId, version);
        if (isBackup) {
            throw new StoreException(StoreProblem.IS_A_BACKUP, file.path().toString(), "it is a backup; restore it before it is written");
        }
        List<Damage> damages = differences.stream()
                .map(each -> Damage.of(DamageReason.ANCHOR_DIFFERS, each.where(), each.expected(), each.found())).toList();
        if (!damages.isEmpty()) {
            throw new DamagedJournalException(file.path().toString(), damages);
        }
    }
}
