// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.look.Looks;
import dev.counterfoil.journal.sqlite.row.Admittance;
import dev.counterfoil.journal.sqlite.row.AnchorCheck;
import dev.counterfoil.journal.sqlite.row.AnchorRow;
import dev.counterfoil.journal.sqlite.row.JournalRow;
import dev.counterfoil.journal.sqlite.row.PageRows;
import dev.counterfoil.journal.sqlite.row.Remains;
import dev.counterfoil.journal.sqlite.row.Rows;
import dev.counterfoil.journal.sqlite.row.StructureBeside;
import dev.counterfoil.journal.sqlite.row.StructureCheck;
import dev.counterfoil.journal.sqlite.row.WalkedPages;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalIdentity;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.ReadAhead;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.store.StoredTombstone;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    private final JournalFile file;
    private final Looks looks;
    private Optional<Boolean> agreed = Optional.empty();
    private long agreedVersion;
    private Optional<WalkedPages> walked = Optional.empty();
    private Optional<Set<Long>> continued = Optional.empty();

    private SqliteJournalReader(JournalFile file) {
        this.file = file;
        this.looks = new Looks(file, this::forget);
    }

    /** What was found out of a place holds there only. */
    private void forget() {
        agreed = Optional.empty();
        walked = Optional.empty();
        continued = Optional.empty();
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
        return looks.whateverVersion(link -> Admittance.read(file, link, beside(link)));
    }

    private Optional<StructureBeside> beside(Link link) throws SQLException {
        return looks.areAtCopy() ? Optional.empty() : StructureBeside.begin(file, link, () -> structure(file));
    }

    private static List<Damage> structure(JournalFile file) {
        try (SqliteJournalReader second = over(file)) {
            return second.inOneLook(link -> StructureCheck.atOpen(file, link));
        }
    }

    /** What a journal says of itself, read and left as it was. */
    static Admittance admittance(JournalFile file) {
        try (SqliteJournalReader reader = over(file)) {
            return reader.admittance();
        }
    }

    @Override
    public Optional<StoredInvocation> read(InvocationId invocation) {
        return looks.look(link -> headsAgree(link) ? Rows.invocation(link, invocation)
                : Rows.suspected(link, invocation, continued(link)::contains));
    }

    @Override
    public Optional<InvocationRow> row(InvocationId invocation) {
        return looks.look(link -> Rows.place(link, invocation).map(Rows.Place::row));
    }

    @Override
    public Optional<StoredRecord> last(InvocationId invocation) {
        return looks.look(link -> Rows.last(link, invocation));
    }

    @Override
    public List<InvocationRow> invocations(long after, int limit, Scope scope) {
        return looks.look(link -> Rows.page(link, after, limit, scope));
    }

    /** What cannot be read in one go is read one by one, so that what is wrong is told of what it is wrong with. */
    @Override
    public List<ReadAhead> readAhead(long after, int limit) {
        try {
            return looks.look(link -> headsAgree(link) ? page(link, after, limit)
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
        return looks.look(link -> Rows.tombstone(link, invocation));
    }

    @Override
    public List<StoredTombstone> tombstones(long after, int limit) {
        return looks.look(link -> Rows.tombstones(link, after, limit));
    }

    @Override
    public List<AnchorDifference> checkAnchor() {
        return looks.look(this::checked);
    }

    /**
     * Whether the rows of the invocations are those that the anchor sums. Where they are not, some invocation may have lost its end and
     * its row may not say so.
     *
     * @return false where the whole journal must be asked before one invocation is believed
     */
    public boolean headsAgree() {
        return looks.look(this::headsAgree);
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
        return looks.look(JournalRow::read).requireSound(file.path());
    }

    /** The anchor; empty where it is gone. */
    Optional<AnchorRow> anchor() {
        return looks.look(AnchorRow::read);
    }

    /** Reads in one view. */
    <T> T inOneLook(Link.Work<T> work) {
        return looks.look(work);
    }

    /** Does something outside of a transaction that is one view all the same, and that may be done again. */
    <T> T inOneStatement(Link.Work<T> work) {
        return looks.inOneStatement(work);
    }

    @Override
    public void close() {
        looks.close();
    }
}
