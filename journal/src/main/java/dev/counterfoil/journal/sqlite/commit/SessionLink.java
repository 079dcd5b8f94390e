// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.PlainFiles;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.file.Settings;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.file.SqliteHeader;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The connection of a {@link Session}: opened when it is needed, and anew after anything that leaves its state in doubt. Confined to the
 * thread that holds the session's lock, but for {@link #hasBegun}.
 */
final class SessionLink {
    private static final Logger LOG = System.getLogger(SessionLink.class.getName());

    private final JournalFile file;
    private Optional<Link> link = Optional.empty();

    /** One that was dropped and is not known to be closed: what it began may still lock the file. */
    private Optional<Link> dropped = Optional.empty();

    private boolean closed;
    private volatile boolean begun;

    SessionLink(JournalFile file) {
        this.file = file;
    }

    /** Whether a connection was ever opened. */
    boolean hasBegun() {
        return begun;
    }

    /** It, opened where it is not. */
    Link live() {
        if (closed) {
            throw new StoreException(StoreProblem.CLOSED, file.path().toString(), "this store was closed");
        }
        if (link.isEmpty()) {
            drop();
            link = Optional.of(opened());
        }
        return link.get();
    }

    private Link opened() {
        Optional<Link> fresh = Optional.empty();
        boolean done = false;
        try {
            file.requireUnmoved();
            begun = true;
            fresh = Optional.of(Link.open(file.path(), file.key(), Link.Mode.READ_WRITE));
            Settings.make(fresh.get(), file.path());
            // The log has its name by now. SQLite forces the directory too, but goes on where that fails; and whoever published the file
            // may not have come to it. What we append must not lose either name.
            PlainFiles.forceDirectory(file.directory());
            file.requireUnmoved();
            done = true;
            return fresh.get();
        } catch (SQLException e) {
            throw SqliteFailure.exception(file.path(), e);
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        } finally {
            if (!done) {
                fresh.ifPresent(this::discard);
            }
        }
    }

    /** It, of the newest version: a newer program may have brought the file up meanwhile, and what was known of it holds no more. */
    Link newest() throws SQLException {
        Link live = live();
        long version = SchemaSteps.version(live);
        if (version != file.known().newest()) {
            throw SqliteHeader.otherVersion(file, version);
        }
        return live;
    }

    /** Reads in a transaction of its own. */
    <T> T reading(Link.Work<T> work) throws SQLException {
        boolean done = false;
        try {
            live().perform("begin");
            T result = work.on(newest());
            live().perform("commit");
            done = true;
            return result;
        } finally {
            if (!done) {
                drop();
            }
        }
    }

    /** Begins a transaction that writes, and does everything in it but the commit. Where that fails the transaction is over. */
    <T> T writing(Link.Work<T> work) {
        Link live = live();
        boolean done = false;
        try {
            begin(live);
            T result = work.on(live);
            file.requireUnmoved();
            done = true;
            return result;
        } catch (SQLException e) {
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            if (!done) {
                abandon(live);
            }
        }
    }

    /** To begin needs no table, so what is wrong with it is a connection of ours and not the file. */
    private void begin(Link live) throws SQLException {
        try {
            live.perform("begin immediate");
        } catch (SQLException e) {
            if (SqliteFailure.of(e) == SqliteFailure.ERROR) {
                drop();
                throw new StoreException(StoreProblem.IO_FAILED, file.path().toString(),
                        "no transaction could begin on a connection of this process; try again (" + SqliteFailure.words(e) + ")", e);
            }
            throw e;
        }
    }

    private void abandon(Link live) {
        boolean over = false;
        try {
            live.execute("rollback");
            over = true;
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "{0}: no transaction, or one that SQLite ended by itself ({1})", file.path(), SqliteFailure.words(e));
        } finally {
            if (!over) {
                // A new connection starts from what is on disk.
                drop();
            }
        }
    }

    /**
     * Ends this connection; the next that is asked for is a new one. Where an error, as one for want of memory, keeps it from being closed,
     * that is made up for before the next is opened: else its transaction would lock everybody out.
     */
    void drop() {
        if (link.isPresent()) {
            dropped = link;
            link = Optional.empty();
        }
        if (dropped.isPresent()) {
            discard(dropped.get());
            dropped = Optional.empty();
        }
    }

    private void discard(Link last) {
        try {
            last.close();
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "{0}: a connection did not close cleanly ({1})", file.path(), SqliteFailure.words(e));
        }
    }

    /** Ends it for good. */
    void close() throws SQLException {
        closed = true;
        dropped.ifPresent(this::discard);
        Optional<Link> last = link;
        link = Optional.empty();
        if (last.isPresent()) {
            last.get().close();
        }
    }
}
