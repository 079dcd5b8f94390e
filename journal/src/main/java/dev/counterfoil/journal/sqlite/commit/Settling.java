// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Finds out what became of a commit that failed. Confined to the thread that holds the session's lock, but for {@link #isDue}.
 *
 * <p>A COMMIT that fails may have reached the disk although its connection, and every other one that shares the -shm, does not show it
 * (its frames are in the log; a recovery after a crash would find them). So the connection is dropped, another one looks, and commits a
 * change of its own: that change overwrites the log where the lost one may lie. Only then is "not there" final; and "there" is final
 * when the log was copied into the file. Either way the log is begun anew before anything else is written: of the old one the disk may
 * lack its first page, and with it everything behind. Until that was done it stays due.
 */
final class Settling {
    private static final Logger LOG = System.getLogger(Settling.class.getName());

    private final JournalFile file;
    private final SessionLink connection;
    private final Session.Committing committing;
    private volatile boolean due;

    Settling(JournalFile file, SessionLink connection, Session.Committing committing) {
        this.file = file;
        this.connection = connection;
        this.committing = committing;
    }

    /** Whether a commit stands out whose fate nobody found out. */
    boolean isDue() {
        return due;
    }

    /** For a commit that ended with something that is no answer of SQLite's, and so says nothing of it. */
    void owe() {
        due = true;
        connection.drop();
    }

    /** For a commit that SQLite says failed: looks for it. */
    <T> T after(SQLException cause, Session.Doubt<T> doubt) {
        connection.drop();
        // A full disk is told to each caller, and by every one of them at once: the log needs it no second time.
        Level level = SqliteFailure.of(cause) == SqliteFailure.FULL ? Level.DEBUG : Level.WARNING;
        LOG.log(level, "{0}: a commit failed ({1}), looking for it with a new connection", file.path(), SqliteFailure.words(cause));
        Optional<T> found = Optional.empty();
        boolean looked = false;
        boolean settled = false;
        due = true;
        try {
            found = overwriteLog(doubt::look);
            looked = true;
            copyLog();
            due = false;
            settled = true;
        } catch (SQLException | RuntimeException e) {
            LOG.log(level, "{0}: it could not be {1} ({2})", file.path(), looked ? "copied out of the log" : "looked for",
                    e.getClass().getSimpleName());
            // SQLite writes the frame that makes a commit last: where a write found no space, that frame is not there.
            if (found.isEmpty() && SqliteFailure.of(cause) == SqliteFailure.FULL) {
                due = false;
                throw SqliteFailure.exception(file.path(), cause);
            }
            if (!looked || found.isPresent()) {
                return doubt.unknown(cause);
            }
        } finally {
            if (!settled) {
                connection.drop();
            }
        }
        return found.orElseThrow(() -> SqliteFailure.exception(file.path(), cause));
    }

    /** The same, where it is due, for a commit that could not be looked for when it failed. Nothing is written before. */
    void make() {
        if (!due) {
            return;
        }
        boolean done = false;
        try {
            overwriteLog(link -> true);
            copyLog();
            due = false;
            done = true;
        } catch (SQLException e) {
            if (SqliteFailure.of(e) == SqliteFailure.BUSY) {
                throw new StoreException(StoreProblem.BUSY, file.path().toString(), "after a commit that failed nothing is written before"
                        + " the log is begun anew, and others write or read it; let a backup or a long dump end, and try again", e);
            }
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            if (!done) {
                connection.drop();
            }
        }
    }

    /** Looks, and commits a change of our own behind the last commit that can be seen. */
    private <T> T overwriteLog(Link.Work<T> look) throws SQLException {
        connection.live().execute("begin immediate");
        Link fresh = connection.newest();
        T found = look.on(fresh);
        fresh.update("update journal set settlements = settlements + 1");
        file.requireUnmoved();
        committing.commit(fresh);
        return found;
    }

    /**
     * After a failed force the kernel may hold the log's pages as clean that the disk never got, its first one with the header that makes
     * the rest readable among them. The copy in the file is new, and what is written next begins the log anew, header and all. A log that
     * somebody reads from cannot be begun anew: until a backup, or whoever else reads in one transaction, is done, each write ends busy.
     */
    private void copyLog() throws SQLException {
        if (!connection.live().first("pragma wal_checkpoint(truncate)", row -> row.getInt(1) == 0).orElse(false)) {
            throw new SQLException("the log could not be copied into the file", "", SqliteFailure.BUSY.primary());
        }
    }
}
