// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.sql.SQLException;

/**
 * Whose file it is. Asked through SQLite with {@code immutable=1}: that takes no lock, ignores and creates no -wal, and both numbers stand
 * in the first page since the file was published.
 */
final class SqliteHeader {
    private SqliteHeader() {}

    /**
     * Checks application id and version.
     *
     * @throws StoreException where the file is of something else or of another version
     * @throws dev.counterfoil.journal.store.DamagedJournalException where it is ours and SQLite cannot read it
     */
    static void require(JournalFile file) {
        try (Link link = Link.open(file.path(), file.key(), Link.Mode.IMMUTABLE)) {
            requireKnown(file, link.number("pragma application_id"), link.number("pragma user_version"));
        } catch (SQLException e) {
            if (SqliteFailure.of(e).isDamage() && isOurs(file) && hasLog(file)) {
                // A copy of the log into the file that was cut short: the file alone makes no sense, file and log do.
                return;
            }
            throw SqliteFailure.exception(file.path(), e);
        }
    }

    /**
     * Checks application id and version as they were read.
     *
     * @throws StoreException where the file is of something else or of another version
     */
    static void requireKnown(JournalFile file, long applicationId, long version) {
        if (applicationId != SqliteFormat.APPLICATION_ID) {
            throw foreign(file);
        }
        if (!file.known().knows(version)) {
            throw otherVersion(file, version);
        }
    }

    /** The refusal of a version that this program does not know. */
    static StoreException otherVersion(JournalFile file, long version) {
        return new StoreException(StoreProblem.OTHER_VERSION, file.path().toString(),
                "it has format version " + version + ", this program knows " + file.known() + "; use one that knows it");
    }

    /**
     * Checks that the file is not cut within its last page, which SQLite would fill up with zeros. Only where there is no log: a copy of
     * the log into the file that a crash cut short leaves it shorter than its header says, and the log whole.
     *
     * @throws dev.counterfoil.journal.store.DamagedJournalException where it is
     */
    static void requireWhole(JournalFile file) {
        if (hasLog(file)) {
            return;
        }
        try (Link link = Link.open(file.path(), file.key(), Link.Mode.IMMUTABLE)) {
            long bytes = link.number("pragma page_count") * link.number("pragma page_size");
            // The size comes last: meanwhile the file may only have grown.
            boolean written = hasLog(file);
            long size = PlainFiles.look(file.path()).map(PlainFiles.Look::size).orElse(0L);
            if (!written && size < bytes) {
                throw JournalFile.unreadable(file.path(), bytes + " bytes", size + " bytes");
            }
        } catch (SQLException e) {
            throw SqliteFailure.exception(file.path(), e);
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        }
    }

    /**
     * Where SQLite refuses the file, both numbers are read plainly; while another connection has it open it is ours.
     *
     * @throws StoreException where the file is of something else or of another version
     */
    private static boolean isOurs(JournalFile file) {
        try {
            OpenFiles.plainly(file.key(), () -> PlainFiles.marks(file.path()))
                    .ifPresent(marks -> requireKnown(file, marks.applicationId(), marks.version()));
            return true;
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        }
    }

    private static boolean hasLog(JournalFile file) {
        try {
            return PlainFiles.look(file.wal()).filter(look -> look.size() > 0).isPresent();
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        }
    }

    private static StoreException foreign(JournalFile file) {
        return new StoreException(StoreProblem.NOT_A_JOURNAL, file.path().toString(), "it is a file of something else; check the path");
    }
}
