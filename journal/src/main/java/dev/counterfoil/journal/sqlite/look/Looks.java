// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.look;

import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.file.SqliteHeader;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Looks at a journal, each of which is one view of it and leaves it as it was. One place is looked at as long as it bears it; where the
 * file changes under a look that does not, the look starts over at a new place. Thread-safe: one look at a time.
 */
public final class Looks implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Looks.class.getName());

    /** How often a look starts over because others changed the file under it. */
    private static final int TRIES = 100;

    private final ReentrantLock lock = new ReentrantLock(true);
    private final JournalFile file;
    private final Runnable leaving;
    private Optional<ReadingPlace> place = Optional.empty();
    private boolean closed;

    /**
     * Looks that have not begun.
     *
     * @param leaving done, under the lock, whenever a place is left: what was found there need not hold at the next
     */
    public Looks(JournalFile file, Runnable leaving) {
        this.file = file;
        this.leaving = leaving;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            leave();
        } finally {
            lock.unlock();
        }
    }

    /** How a look is made one view. */
    private interface Viewing<T> {
        T through(Link.Work<T> work, Link link) throws SQLException;
    }

    /** What a look saw: nothing in a version that is not known, which the file's header need not say while a log is there. */
    private record Sight<T>(long version, Optional<T> seen) {}

    /** Does something in one view, as often as it takes to have one. */
    public <T> T look(Link.Work<T> work) {
        Sight<T> sight = whateverVersion(link -> {
            long version = SchemaSteps.version(link);
            return new Sight<>(version, file.known().knows(version) ? Optional.of(work.on(link)) : Optional.<T>empty());
        });
        return sight.seen().orElseThrow(() -> SqliteHeader.otherVersion(file, sight.version()));
    }

    /** The same in a file of any version, known or not. */
    public <T> T whateverVersion(Link.Work<T> work) {
        return look(work, Looks::inOneView);
    }

    /** Does something outside of a transaction that is one view all the same, and that may be done again. */
    public <T> T inOneStatement(Link.Work<T> work) {
        return look(work, Link.Work::on);
    }

    /** Whether what is looked at, within a look, is a private copy. */
    public boolean areAtCopy() {
        return place.orElseThrow().isCopy();
    }

    private <T> T look(Link.Work<T> work, Viewing<T> viewing) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreException(StoreProblem.CLOSED, file.path().toString(), "this reader was closed");
            }
            for (int i = 0; i < TRIES; i++) {
                Optional<T> seen = once(work, viewing);
                if (seen.isPresent()) {
                    return seen.get();
                }
                leave();
            }
            throw new StoreException(StoreProblem.BUSY, file.path().toString(), "it changed each time while it was read; try again");
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Empty where the file changed under a read that does not bear it. */
    private <T> Optional<T> once(Link.Work<T> work, Viewing<T> viewing) throws IOException {
        file.requireUnmoved();
        try {
            if (place.isEmpty()) {
                place = ReadingPlace.enter(file);
            }
            if (place.isEmpty() || !place.get().isUnchanged()) {
                return Optional.empty();
            }
            T seen = viewing.through(work, place.get().link());
            return place.get().isUnchanged() ? Optional.of(seen) : Optional.empty();
        } catch (SQLException e) {
            boolean changed = place.isPresent() && !place.get().isUnchanged();
            boolean missed = SqliteFailure.of(e) == SqliteFailure.CANTOPEN && isLeft();
            leave();
            if (changed || missed) {
                return Optional.empty();
            }
            throw SqliteFailure.exception(file.path(), e);
        } catch (JournalException e) {
            // What contradicts itself over two states of the file need not do so in either.
            if (place.isPresent() && !place.get().isUnchanged()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Whether we meant to read beside writers who are not there any more. */
    private boolean isLeft() throws IOException {
        return place.map(ReadingPlace::isBesideWriters).orElse(true) && ReadingPlace.isWithoutWriters(file);
    }

    private static <T> T inOneView(Link.Work<T> work, Link link) throws SQLException {
        link.execute("begin");
        boolean done = false;
        try {
            T seen = work.on(link);
            link.execute("commit");
            done = true;
            return seen;
        } finally {
            if (!done) {
                abandon(link);
            }
        }
    }

    /** Where reading fails SQLite ends the transaction itself, and says an error to who ends it again: that must not hide what failed. */
    private static void abandon(Link link) {
        try {
            link.execute("rollback");
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "a view was over already ({0})", SqliteFailure.words(e));
        }
    }

    private void leave() {
        Optional<ReadingPlace> last = place;
        place = Optional.empty();
        leaving.run();
        try {
            if (last.isPresent()) {
                last.get().close();
            }
        } catch (SQLException | IOException e) {
            throw failed(e);
        }
    }

    private JournalException failed(Exception e) {
        return e instanceof SQLException sql ? SqliteFailure.exception(file.path(), sql)
                : new StoreException(StoreProblem.IO_FAILED, file.path().toString(), "the private copy could not be removed", e);
    }
}
