// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One connection, used by one thread at a time under a fair lock, opened anew after anything that leaves its state in doubt. Thread-safe.
 *
 * <p>What a transaction did is never guessed. Before COMMIT is asked for nothing can have been written, so a failure there is a definite
 * no. A COMMIT that fails may have reached the disk although this connection, and every other one that shares the -shm, does not show it
 * (its frames are in the log; a recovery after a crash would find them). So the connection is dropped, another one looks, and commits a
 * change of its own: that change overwrites the log where the lost one may lie. Only then is "not there" final; and "there" is final
 * when the log was copied into the file. Either way the log is begun anew before anything else is written: of the old one the disk may
 * lack its first page, and with it everything behind. Where that fails the session stays unsettled: nothing is written before it was
 * done, and whoever reads through another connection asks {@link #requireSettled} first.
 */
final class Session {
    private static final Logger LOG = System.getLogger(Session.class.getName());

    private final ReentrantLock lock = new ReentrantLock(true);
    private final JournalFile file;
    private final Committing committing;
    private Optional<Link> link = Optional.empty();
    private boolean closed;
    private volatile boolean unsettled;
    private volatile boolean begun;

    Session(JournalFile file, Committing committing) {
        this.file = file;
        this.committing = committing;
    }

    /** Ends a transaction: SQLite's COMMIT, or a test's that fails before or after it. */
    interface Committing {
        /** SQLite's. */
        Committing PLAIN = link -> link.perform("commit");

        /** Commits. */
        void commit(Link link) throws SQLException;
    }

    /** Something done with a connection. */
    interface Work<T> {
        /** Does it. */
        T on(Link link) throws SQLException;
    }

    /** What to do where a commit failed. */
    interface Doubt<T> {
        /** Looks for what was written: its result where it, or what excludes it, is there; empty where it is not there. */
        Optional<T> look(Link fresh) throws SQLException;

        /** The result where nobody can look; may throw. */
        T unknown(SQLException cause);
    }

    /** The journal's path. */
    Path path() {
        return file.path();
    }

    /** Whether a connection was ever opened: before, nothing was written and nothing can have been. */
    boolean hasBegun() {
        return begun;
    }

    /** Whether a commit stands out whose fate nobody could find out; where one does, it is settled first. */
    void requireSettled() {
        if (!unsettled) {
            return;
        }
        lock.lock();
        try {
            makeSettled();
        } finally {
            lock.unlock();
        }
    }

    /** Makes a file of the newest version of an older one, where it is one: in one transaction, once, whoever comes first. */
    void bringUp() {
        lock.lock();
        try {
            if (SchemaSteps.version(live()) == file.known().newest()) {
                return;
            }
            SchemaSteps known = file.known();
            long version = inWriting(live(), link -> {
                long found = SchemaSteps.version(link);
                if (known.knows(found)) {
                    known.apply(link);
                }
                return found;
            });
            if (!known.knows(version)) {
                live().execute("rollback");
                throw SqliteHeader.otherVersion(file, version);
            }
            committing.commit(live());
        } catch (SQLException e) {
            // Whether it was brought up, the next opening sees: it is the old version or the new one.
            drop();
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Reads in one consistent view. */
    <T> T read(Work<T> work) {
        lock.lock();
        try {
            Link live = live();
            boolean done = false;
            try {
                live.perform("begin");
                requireNewest(live);
                T result = work.on(live);
                live.perform("commit");
                done = true;
                return result;
            } catch (SQLException e) {
                throw SqliteFailure.exception(file.path(), e);
            } finally {
                if (!done) {
                    drop();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads with one statement, which is a consistent view by itself. The version is not looked at: for answers that a transaction of its
     * own repeats before anything is done.
     */
    <T> T glance(Work<T> statement) {
        lock.lock();
        try {
            return statement.on(live());
        } catch (SQLException e) {
            drop();
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Writes in one transaction, which is durable when this returns. */
    <T> T write(Work<T> work, Doubt<T> doubt) {
        lock.lock();
        try {
            makeSettled();
            T result = untilCommit(live(), work);
            boolean sure = false;
            try {
                committing.commit(live());
                sure = true;
                return result;
            } catch (SQLException e) {
                drop();
                sure = true;
                return settle(doubt, e);
            } finally {
                if (!sure) {
                    // An error that is no answer of SQLite's says nothing of the commit.
                    unsettled = true;
                    drop();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Does something that stands outside of transactions, with a new connection: no statement of an old one may be under way then. */
    <T> T alone(Work<T> work) {
        lock.lock();
        try {
            makeSettled();
            drop();
            requireNewest(live());
            return work.on(live());
        } catch (SQLException e) {
            drop();
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Closes the connection for good. */
    void close() {
        lock.lock();
        try {
            closed = true;
            Optional<Link> last = link;
            link = Optional.empty();
            if (last.isPresent()) {
                last.get().close();
            }
        } catch (SQLException e) {
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            lock.unlock();
        }
    }

    /** A newer program may have brought the file up while it was open here: what was known of it holds no more. */
    private void requireNewest(Link live) throws SQLException {
        long version = SchemaSteps.version(live);
        if (version != file.known().newest()) {
            throw SqliteHeader.otherVersion(file, version);
        }
    }

    private <T> T untilCommit(Link live, Work<T> work) {
        return inWriting(live, link -> {
            requireNewest(link);
            return work.on(link);
        });
    }

    private <T> T inWriting(Link live, Work<T> work) {
        boolean done = false;
        try {
            live.perform("begin immediate");
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

    private <T> T settle(Doubt<T> doubt, SQLException cause) {
        // A full disk is told to each caller, and by every one of them at once: the log needs it no second time.
        Level level = SqliteFailure.of(cause) == SqliteFailure.FULL ? Level.DEBUG : Level.WARNING;
        LOG.log(level, "{0}: a commit failed ({1}), looking for it with a new connection", file.path(), SqliteFailure.words(cause));
        Optional<T> found = Optional.empty();
        boolean looked = false;
        boolean settled = false;
        unsettled = true;
        try {
            found = overwriteLog(doubt::look);
            looked = true;
            copyLog();
            unsettled = false;
            settled = true;
        } catch (SQLException | RuntimeException e) {
            LOG.log(level, "{0}: it could not be {1} ({2})", file.path(), looked ? "copied out of the log" : "looked for",
                    e.getClass().getSimpleName());
            // SQLite writes the frame that makes a commit last: where a write found no space, that frame is not there.
            if (found.isEmpty() && SqliteFailure.of(cause) == SqliteFailure.FULL) {
                unsettled = false;
                throw SqliteFailure.exception(file.path(), cause);
            }
            if (!looked || found.isPresent()) {
                return doubt.unknown(cause);
            }
        } finally {
            if (!settled) {
                drop();
            }
        }
        return found.orElseThrow(() -> SqliteFailure.exception(file.path(), cause));
    }

    /** The same for a commit that could not be looked for when it failed; the caller holds the lock. */
    private void makeSettled() {
        if (!unsettled) {
            return;
        }
        boolean done = false;
        try {
            overwriteLog(link -> true);
            copyLog();
            unsettled = false;
            done = true;
        } catch (SQLException e) {
            if (SqliteFailure.of(e) == SqliteFailure.BUSY) {
                throw new StoreException(StoreProblem.BUSY, file.path().toString(), "after a commit that failed nothing is written before"
                        + " the log is begun anew, and others write or read it; let a backup or a long dump end, and try again", e);
            }
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            if (!done) {
                drop();
            }
        }
    }

    /** Looks, and commits a change of our own behind the last commit that can be seen. */
    private <T> T overwriteLog(Work<T> look) throws SQLException {
        Link fresh = live();
        fresh.execute("begin immediate");
        requireNewest(fresh);
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
        if (!live().first("pragma wal_checkpoint(truncate)", row -> row.getInt(1) == 0).orElse(false)) {
            throw new SQLException("the log could not be copied into the file", "", SqliteFailure.BUSY.primary());
        }
    }

    private Link live() {
        if (closed) {
            throw new StoreException(StoreProblem.CLOSED, file.path().toString(), "this store was closed");
        }
        if (link.isEmpty()) {
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

    private void abandon(Link live) {
        try {
            live.execute("rollback");
        } catch (SQLException e) {
            // No transaction, or one that SQLite ended by itself: a new connection starts from what is on disk.
            drop();
        }
    }

    private void drop() {
        Optional<Link> last = link;
        link = Optional.empty();
        last.ifPresent(this::discard);
    }

    private void discard(Link last) {
        try {
            last.close();
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "{0}: a connection did not close cleanly ({1})", file.path(), SqliteFailure.words(e));
        }
    }
}
