// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalIdentity;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.ReadAhead;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.store.StoredTombstone;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Reads a journal without harm: it leaves the file, its -wal and their times as they were, takes no lock that a writer waits for, and
 * needs no permission to write. Thread-safe.
 *
 * <p>No -wal, or an empty one: the file alone is read, as immutable; where it, or what lies beside it, changed meanwhile, the read starts
 * over. -wal and -shm: it is read beside the writers. -wal without -shm, or a directory that cannot be written: a private copy is read.
 *
 * <p>Each call is one consistent view; two calls may see two states. Beside writers its connection stays open until {@link #close}, and
 * while it is, the last writer leaves -wal and -shm behind; so whoever follows a journal opens a new reader for each look.
 *
 * <p>It will not notice that the journal is an older copy of itself.
 */
public final class SqliteJournalReader implements JournalSource {
    private static final Logger LOG = System.getLogger(SqliteJournalReader.class.getName());

    /** How often a read starts over because others changed the file under it. */
    private static final int TRIES = 100;

    private final ReentrantLock lock = new ReentrantLock(true);
    private final JournalFile file;
    private Optional<ReadingPlace> place = Optional.empty();
    private Optional<Boolean> agreed = Optional.empty();
    private long agreedVersion;
    private Optional<WalkedPages> walked = Optional.empty();
    private Optional<Set<Long>> continued = Optional.empty();
    private boolean closed;

    private SqliteJournalReader(JournalFile file) {
        this.file = file;
    }

    /**
     * Opens a journal for reading.
     *
     * @param journal its path
     * @return the reader
     * @throws StoreException where there is none, or it is not available
     * @throws DamagedJournalException where it has no bytes, cannot be read at all, or a -wal lies there without its journal
     */
    public static SqliteJournalReader open(Path journal) {
        return open(journal, SchemaSteps.KNOWN);
    }

    static SqliteJournalReader open(Path journal, SchemaSteps known) {
        return new SqliteJournalReader(JournalFile.find(journal, known));
    }

    /** A reader of a file that was found. */
    static SqliteJournalReader over(JournalFile file) {
        return new SqliteJournalReader(file);
    }

    /** What this one says of itself, of whatever version it is. */
    Admittance admittance() {
        return look(link -> Admittance.read(file, link, beside(link)), SqliteJournalReader::inOneView);
    }

    private Optional<StructureBeside> beside(Link link) throws SQLException {
        return place.orElseThrow().isCopy() ? Optional.empty() : StructureBeside.begin(file, link);
    }

    /** What a journal says of itself, read and left as it was. */
    static Admittance admittance(JournalFile file) {
        try (SqliteJournalReader reader = over(file)) {
            return reader.admittance();
        }
    }

    @Override
    public Optional<StoredInvocation> read(InvocationId invocation) {
        return look(link -> headsAgree(link) ? Rows.invocation(link, invocation)
                : Rows.suspected(link, invocation, continued(link)::contains));
    }

    @Override
    public Optional<InvocationRow> row(InvocationId invocation) {
        return look(link -> Rows.place(link, invocation).map(Rows.Place::row));
    }

    @Override
    public Optional<StoredRecord> last(InvocationId invocation) {
        return look(link -> Rows.last(link, invocation));
    }

    @Override
    public List<InvocationRow> invocations(long after, int limit, Scope scope) {
        return look(link -> Rows.page(link, after, limit, scope));
    }

    /** What cannot be read in one go is read one by one, so that what is wrong is told of what it is wrong with. */
    @Override
    public List<ReadAhead> readAhead(long after, int limit) {
        try {
            return look(link -> headsAgree(link) ? page(link, after, limit)
                    : Rows.page(link, after, limit, Scope.ALL).stream().map(row -> new ReadAhead(row, Optional.empty())).toList());
        } catch (JournalException e) {
            LOG.log(Level.DEBUG, "a page behind {0} is read one by one ({1})", after, e.getMessage());
            return JournalSource.super.readAhead(after, limit);
        }
    }

    private List<ReadAhead> page(Link link, long after, int limit) throws SQLException {
        if (after == 0) {
            walked = Optional.of(WalkedPages.begin(link));
        }
        List<ReadAhead> page = PageRows.read(link, after, limit);
        if (walked.isPresent()) {
            walked.get().meet(link, after, limit, page);
        }
        return page;
    }

    @Override
    public Optional<StoredTombstone> tombstone(InvocationId invocation) {
        return look(link -> Rows.tombstone(link, invocation));
    }

    @Override
    public List<StoredTombstone> tombstones(long after, int limit) {
        return look(link -> Rows.tombstones(link, after, limit));
    }

    @Override
    public List<AnchorDifference> checkAnchor() {
        return look(this::checked);
    }

    /**
     * Whether the rows of the invocations are those that the anchor sums. Where they are not, some invocation may have lost its end and
     * its row may not say so.
     *
     * @return false where the whole journal must be asked before one invocation is believed
     */
    public boolean headsAgree() {
        return look(this::headsAgree);
    }

    /** Asked once for each place that is read. */
    private boolean headsAgree(Link link) throws SQLException {
        if (agreed.isEmpty()) {
            agreed = Optional.of(AnchorCheck.headsAgree(link));
            agreedVersion = WalkedPages.version(link);
        }
        return agreed.get();
    }

    /** Likewise, where the heads disagree: a pass over all records for each invocation that is read would be a square of them. */
    private Set<Long> continued(Link link) throws SQLException {
        if (continued.isEmpty()) {
            continued = Optional.of(Remains.continued(link));
        }
        return continued.get();
    }

    private boolean agreesWithWalk(Link link) throws SQLException {
        return walked.isPresent() && walked.get().isOf(link) && agreed.equals(Optional.of(true))
                && agreedVersion == WalkedPages.version(link) && AnchorCheck.agrees(link, walked.get());
    }

    /** What the file is built of is no row to count: it is told as damage of the whole, with what the anchor says beside it. */
    private List<AnchorDifference> checked(Link link) throws SQLException {
        List<Damage> structure = StructureCheck.whole(file, link);
        List<AnchorDifference> differences = agreesWithWalk(link) ? List.of() : AnchorCheck.whole(link);
        if (structure.isEmpty()) {
            return differences;
        }
        throw new DamagedJournalException(file.path().toString(), Stream.concat(structure.stream(),
                Admittance.damages(differences).stream()).toList());
    }

    /**
     * Which journal it is, and whether it is a backup.
     *
     * @return what the file says of itself
     * @throws StoreException where it is not available
     * @throws DamagedJournalException where what it says was damaged
     */
    public JournalIdentity identity() {
        return look(JournalRow::read).requireSound(file.path());
    }

    /** The anchor; empty where it is gone. */
    Optional<AnchorRow> anchor() {
        return look(AnchorRow::read);
    }

    /** Reads in one view. */
    <T> T inOneLook(Session.Work<T> work) {
        return look(work);
    }

    /** Does something outside of a transaction that is one view all the same, and that may be done again. */
    <T> T inOneStatement(Session.Work<T> work) {
        return look(work, Session.Work::on);
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
        T through(Session.Work<T> work, Link link) throws SQLException;
    }

    /** What a look saw: nothing in a version that is not known, which the file's header need not say while a log is there. */
    private record Sight<T>(long version, Optional<T> seen) {}

    /** Does something in one view, as often as it takes to have one. */
    <T> T look(Session.Work<T> work) {
        Sight<T> sight = look(link -> {
            long version = SchemaSteps.version(link);
            return new Sight<>(version, file.known().knows(version) ? Optional.of(work.on(link)) : Optional.<T>empty());
        }, SqliteJournalReader::inOneView);
        return sight.seen().orElseThrow(() -> SqliteHeader.otherVersion(file, sight.version()));
    }

    private <T> T look(Session.Work<T> work, Viewing<T> viewing) {
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
    private <T> Optional<T> once(Session.Work<T> work, Viewing<T> viewing) throws IOException {
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

    private static <T> T inOneView(Session.Work<T> work, Link link) throws SQLException {
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
        agreed = Optional.empty();
        walked = Optional.empty();
        continued = Optional.empty();
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
