// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.file.SqliteHeader;
import dev.counterfoil.journal.store.StackRoom;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One connection, used by one thread at a time under a fair lock. Thread-safe.
 *
 * <p>What a transaction did is never guessed. Before COMMIT is asked for nothing can have been written, so a failure there is a definite
 * no. A COMMIT that fails is looked for ({@link Settling}). Where it cannot be, the session stays unsettled: nothing is written before it
 * was done, and whoever reads through another connection asks {@link #requireSettled} first.
 */
public final class Session {
    /** What any transaction needs of the stack, and more. */
    static final int FRAMES = 100;

    private final ReentrantLock lock = new ReentrantLock(true);
    private final JournalFile file;
    private final Committing committing;
    private final SessionLink connection;
    private final Settling settling;

    public Session(JournalFile file, Committing committing) {
        this.file = file;
        this.committing = committing;
        this.connection = new SessionLink(file);
        this.settling = new Settling(file, connection, committing);
    }

    /** Ends a transaction: SQLite's COMMIT, or a test's that fails before or after it. */
    public interface Committing {
        /** SQLite's. */
        Committing PLAIN = link -> link.perform("commit");

        /** Commits. */
        void commit(Link link) throws SQLException;
    }

    /** What to do where a commit failed. */
    public interface Doubt<T> {
        /** Looks for what was written: its result where it, or what excludes it, is there; empty where it is not there. */
        Optional<T> look(Link fresh) throws SQLException;

        /** The result where nobody can look; may throw. */
        T unknown(SQLException cause);
    }

    /** A thread that would not come to the end of what it does here must not have the lock. */
    private void enter() {
        StackRoom.require(FRAMES);
        lock.lock();
    }

    /** The journal's path. */
    public Path path() {
        return file.path();
    }

    /** Whether a connection was ever opened: before, nothing was written and nothing can have been. */
    public boolean hasBegun() {
        return connection.hasBegun();
    }

    /** Whether a commit stands out whose fate nobody could find out; where one does, it is settled first. */
    public void requireSettled() {
        if (!settling.isDue()) {
            return;
        }
        enter();
        try {
            settling.make();
        } finally {
            lock.unlock();
        }
    }

    /** Makes a file of the newest version of an older one, where it is one: in one transaction, once, whoever comes first. */
    public void bringUp() {
        enter();
        try {
            SchemaSteps known = file.known();
            if (SchemaSteps.version(connection.live()) == known.newest()) {
                return;
            }
            long version = connection.writing(link -> {
                long found = SchemaSteps.version(link);
                if (known.knows(found)) {
                    known.apply(link);
                }
                return found;
            });
            if (!known.knows(version)) {
                connection.live().execute("rollback");
                throw SqliteHeader.otherVersion(file, version);
            }
            committing.commit(connection.live());
        } catch (SQLException e) {
            // Whether it was brought up, the next opening sees: it is the old version or the new one.
            connection.drop();
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Reads in one consistent view. */
    public <T> T read(Link.Work<T> work) {
        enter();
        try {
            return connection.reading(work);
        } catch (SQLException e) {
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads with one statement, which is a consistent view by itself. The version is not looked at: for answers that a transaction of its
     * own repeats before anything is done.
     */
    public <T> T glance(Link.Work<T> statement) {
        enter();
        try {
            return statement.on(connection.live());
        } catch (SQLException e) {
            connection.drop();
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Writes in one transaction, which is durable when this returns. */
    public <T> T write(Link.Work<T> work, Doubt<T> doubt) {
        enter();
        try {
            settling.make();
            T result = connection.writing(link -> work.on(connection.newest()));
            boolean answered = false;
            try {
                committing.commit(connection.live());
                answered = true;
                return result;
            } catch (SQLException e) {
                answered = true;
                return settling.after(e, doubt);
            } finally {
                if (!answered) {
                    settling.owe();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Does something that stands outside of transactions, with a new connection: no statement of an old one may be under way then. */
    <T> T alone(Link.Work<T> work) {
        enter();
        try {
            settling.make();
            connection.drop();
            return work.on(connection.newest());
        } catch (SQLException e) {
            connection.drop();
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Closes the connection for good. */
    public void close() {
        enter();
        try {
            connection.close();
        } catch (SQLException e) {
            throw SqliteFailure.exception(file.path(), e);
        } finally {
            lock.unlock();
        }
    }
}
