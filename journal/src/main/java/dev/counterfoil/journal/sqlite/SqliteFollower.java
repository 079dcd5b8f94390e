// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.PlainFiles;
import dev.counterfoil.journal.sqlite.row.Admittance;
import dev.counterfoil.journal.sqlite.row.AnchorCheck;
import dev.counterfoil.journal.sqlite.row.ArrivalRows;
import dev.counterfoil.journal.sqlite.row.FollowedPast;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads what a journal gains, from its first record on, without harm: each look is a short read of a reader of its own, so that nothing
 * keeps the log from beginning anew, and the last writer takes -wal and -shm along as ever. The journal may be closed, opened and pruned
 * meanwhile; what was pruned before it was seen is not seen. Confined.
 *
 * <p>A look costs what arrived, and not what is there. Each one finds out whether the journal may be what the last one saw: the same
 * journal, an anchor that counts no less, and the last record that was read in its place, or pruned. Everything the anchor counts is
 * counted again once in a while, the more seldom the more there is, where something was written since, and by {@link #confirm}; of one
 * invocation, its links. It will not notice that a record's bytes changed, and its digest did not, once it was read.
 */
public final class SqliteFollower {
    /** Between two counts of everything, and one more for each so many records. */
    static final int LOOKS_BETWEEN_COUNTS = 20;

    private static final int RECORDS_FOR_A_LOOK = 10_000;

    private static final int LOOKS_THAT_FIND_NOTHING = 2;

    private final JournalFile file;
    private final Optional<InvocationId> only;
    private final Reading reading;
    private long after;
    private Optional<Glance> glance = Optional.empty();
    private Optional<FollowedPast> past = Optional.empty();
    private int quiet;
    private boolean changed;
    private boolean suspicious;
    private boolean isCaughtUp;
    private long looks;
    private Cost cost = new Cost(0, 0);

    private SqliteFollower(JournalFile file, Optional<InvocationId> only, Reading reading) {
        this.file = file;
        this.only = only;
        this.reading = reading;
    }

    /** What is read of a record. */
    public enum Reading {
        /** The record alone. */
        RECORDS(ArrivalRows.Breadth.BARE),
        /** The bytes beside it too. */
        WITH_BYTES(ArrivalRows.Breadth.WITH_BYTES);

        private final ArrivalRows.Breadth breadth;

        Reading(ArrivalRows.Breadth breadth) {
            this.breadth = breadth;
        }
    }

    /** File and log as their directory entries show them. */
    private record Glance(Optional<PlainFiles.Look> journal, Optional<PlainFiles.Look> wal) {}

    /** What one look read: rows of any table, and bytes of records and beside them. */
    record Cost(long rows, long bytes) {}

    /** What one look gave. */
    private record Look(Arrivals arrivals, ArrivalRows.Found found, FollowedPast now, long rows) {}

    /**
     * Begins before the first record.
     *
     * @param journal the journal
     * @param only one invocation; empty for all
     * @param reading what is read of a record
     * @return the follower
     * @throws StoreException where there is no journal, or it is not available
     * @throws dev.counterfoil.journal.store.DamagedJournalException where it cannot be read at all
     */
    public static SqliteFollower open(Path journal, Optional<InvocationId> only, Reading reading) {
        return new SqliteFollower(JournalFile.find(journal), only, reading);
    }

    /**
     * What is new since the last call. Behind a call that found nothing the caller waits, for longer than a tick of the file system's
     * clock.
     *
     * @param known up to where the caller knows an invocation, and needs nothing again: the last record that it was given, or the one
     *     before the opening
     * @return records in the order in which they became durable; none where there is nothing new
     * @throws StoreException where the journal is not available, or is another one than at the beginning, or an earlier state of itself
     * @throws dev.counterfoil.journal.store.DamagedJournalException where it cannot be read, or what was seen is not there any more
     */
    public Arrivals next(Function<InvocationId, Head> known) {
        file.requireUnmoved();
        if (isUntouched()) {
            looks++;
            if (isDue()) {
                confirm();
            }
            cost = new Cost(0, 0);
            return Arrivals.NONE;
        }
        changed = true;
        boolean counts = isDue();
        Look seen;
        try (SqliteJournalReader reader = SqliteJournalReader.open(file.path())) {
            seen = reader.inOneLook(link -> look(link, new ArrivalRows.Wish(only, reading.breadth, known), counts));
        }
        if (counts) {
            counted();
        }
        looks += seen.found.isAll() ? 1 : 0;
        isCaughtUp = seen.found.isAll();
        suspicious |= seen.found.isBroken();
        past = Optional.of(seen.now);
        after = seen.found.lastKey();
        cost = new Cost(seen.rows, seen.found.bytes());
        quiet = seen.arrivals.places().isEmpty() ? quiet + 1 : 0;
        return seen.arrivals;
    }

    /**
     * Makes sure that what was seen is there, or pruned, as far as anything was written since that was made sure of.
     *
     * @throws StoreException as {@link #next}
     * @throws dev.counterfoil.journal.store.DamagedJournalException where it is not, or the journal cannot be read
     */
    public void confirm() {
        if (!changed) {
            return;
        }
        try (SqliteJournalReader reader = SqliteJournalReader.open(file.path())) {
            reader.inOneLook(link -> {
                FollowedPast now = now(link);
                count(link);
                return now;
            });
        }
        counted();
    }

    /** What the last look read. */
    Cost cost() {
        return cost;
    }

    /** What is there is shown first, whatever is wrong with it. */
    private boolean isDue() {
        long records = past.map(FollowedPast::records).orElse(0L);
        return isCaughtUp && (suspicious || changed && looks > LOOKS_BETWEEN_COUNTS + records / RECORDS_FOR_A_LOOK);
    }

    private void counted() {
        changed = false;
        suspicious = false;
        looks = 0;
    }

    private Look look(Link link, ArrivalRows.Wish wish, boolean counts) throws SQLException {
        FollowedPast now = now(link);
        if (counts) {
            count(link);
        }
        ArrivalRows.Found found = ArrivalRows.behind(link, after, wish);
        long pruned = now.tombstones() - past.map(FollowedPast::tombstones).orElse(0L);
        Optional<FollowedPast.LastRead> last = FollowedPast.last(found).or(now::last);
        return new Look(new Arrivals(found.places(), found.parts(), pruned), found,
                new FollowedPast(now.journal(), now.records(), now.highestKey(), now.tombstones(), last), link.rowsRead());
    }

    /** What is there now, where it may have become of what was there. */
    private FollowedPast now(Link link) throws SQLException {
        Optional<FollowedPast> now = FollowedPast.read(link, past.flatMap(FollowedPast::last));
        if (now.isEmpty() || past.isPresent() && !past.get().mayHaveBecome(now.get(), link)) {
            throw FollowedPast.contradiction(file.path(), link);
        }
        return now.get();
    }

    private void count(Link link) throws SQLException {
        if (only.isPresent()) {
            if (!FollowedPast.isLinked(link, only.get())) {
                throw FollowedPast.contradiction(file.path(), link);
            }
            return;
        }
        List<AnchorDifference> differences = AnchorCheck.whole(link);
        if (!differences.isEmpty()) {
            throw Admittance.damaged(file.path(), differences);
        }
    }

    /**
     * Whether nothing can have been written since the last look. A write in the same tick of the file system's clock as a glance does not
     * change what the next glance shows; so two looks must have found nothing under the same glance, with a wait between them.
     */
    private boolean isUntouched() {
        try {
            Optional<Glance> now = Optional.of(new Glance(PlainFiles.look(file.path()), PlainFiles.look(file.wal())));
            quiet = now.equals(glance) ? quiet : 0;
            glance = now;
            return quiet >= LOOKS_THAT_FIND_NOTHING && !suspicious;
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        }
    }
}
