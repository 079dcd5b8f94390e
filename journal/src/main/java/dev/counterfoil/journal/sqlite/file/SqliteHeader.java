// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Whose file it is. Asked through SQLite with {@code immutable=1}: that takes no lock, ignores and creates no -wal, and both numbers stand
 * in the first page since the file was published.
 */
public final class SqliteHeader {
    private static final int TRIES = 100;

    private SqliteHeader() {}

    /**
     * Checks application id and version.
     *
     * @throws StoreException where the file is of something else or of another version
     * @throws dev.counterfoil.journal.store.DamagedJournalException where it is ours and SQLite cannot read it
     */
    static void require(JournalFile file) {
        for (int i = 1; !isRead(file, i == TRIES); i++) {
            // Its last writer copied the log into it while it was read: it is another file now.
        }
    }

    /** False where it changed under the read, which is done again unless it is the last. */
    private static boolean isRead(JournalFile file, boolean last) {
        Optional<PlainFiles.Look> before = look(file);
        try (Link link = Link.open(file.path(), file.key(), Link.Mode.IMMUTABLE)) {
            requireKnown(file, link.number("pragma application_id"), link.number("pragma user_version"));
            return true;
        } catch (SQLException e) {
            if (SqliteFailure.of(e).isDamage() && isOurs(file) && FileHeader.hasLog(file)) {
                // A copy of the log into the file that was cut short: the file alone makes no sense, file and log do.
                return true;
            }
            if (!last && !look(file).equals(before)) {
                return false;
            }
            throw SqliteFailure.exception(file.path(), e);
        }
    }

    private static Optional<PlainFiles.Look> look(JournalFile file) {
        try {
            return PlainFiles.look(file.path());
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        }
    }

    /**
     * Checks application id and version as they were read.
     *
     * @throws StoreException where the file is of something else or of another version
     */
    public static void requireKnown(JournalFile file, long applicationId, long version) {
        if (applicationId != SqliteFormat.APPLICATION_ID) {
            throw foreign(file);
        }
        if (!file.known().knows(version)) {
            throw otherVersion(file, version);
        }
    }

    /** The refusal of a version that this program does not know. */
    public static StoreException otherVersion(JournalFile file, long version) {
        return new StoreException(StoreProblem.OTHER_VERSION, file.path().toString(),
                "it has format version " + version + ", this program knows " + file.known() + "; use one that knows it");
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

    private static StoreException foreign(JournalFile file) {
        return new StoreException(StoreProblem.NOT_A_JOURNAL, file.path().toString(), "it is a file of something else; check the path");
    }
}
