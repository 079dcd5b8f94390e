// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.PayloadState;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.store.StoredTombstone;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** What is read from the tables, by the store and by the reader alike. The caller holds the transaction. Confined to it. */
public final class Rows {
    static final String COLUMNS = "number, " + SqliteFormat.bounded("id", Bounds.TEXT_BYTES) + ", case when owner is"
            + " null then null else ifnull(" + SqliteFormat.bounded("owner", Bounds.TEXT_BYTES) + ", '') end, epoch, records, last_key,"
            + " closed";
    private static final String INVOCATION = "select " + COLUMNS + " from invocation";
    private static final String TIP = "select " + COLUMNS + ", (select " + SqliteFormat.bounded("digest", Sha256.BYTES)
            + " from record where key = last_key and record.invocation = number) from invocation where id = ?";
    private static final String DIGEST =
            "select " + SqliteFormat.bounded("digest", Sha256.BYTES) + " from record where key = ? and invocation = ?";
    private static final String RECORD = "select invocation, previous_key, " + SqliteFormat.bounded("digest", Sha256.BYTES) + ", "
            + SqliteFormat.bounded("body", Bounds.RECORD_BYTES) + ", " + SqliteFormat.bounded("payload", SqliteFormat.PAYLOAD_BYTES)
            + ", payload_state, " + SqliteFormat.bounded("attachment", SqliteFormat.ATTACHMENT_BYTES) + ", attachment_state,"
            + " payload is null, attachment is null from record where key = ?";

    private static final String BARE = "select invocation, previous_key, " + SqliteFormat.bounded("digest", Sha256.BYTES) + ", "
            + SqliteFormat.bounded("body", Bounds.RECORD_BYTES) + " from record where key = ?";

    private static final String TOMBSTONE = "select number, " + SqliteFormat.bounded("id", Bounds.TEXT_BYTES) + ", records, "
            + SqliteFormat.bounded("last_digest", Sha256.BYTES) + ", " + SqliteFormat.bounded("digest_sum", Sha256.BYTES) + ", "
            + SqliteFormat.bounded("digest", Sha256.BYTES) + ", (select " + SqliteFormat.bounded("body", Bounds.TOMBSTONE_BYTES)
            + " from tombstone_body where tombstone_body.number = tombstone.number) from tombstone";
    private static final String OWNER = "select " + SqliteFormat.bounded("boot_id", Bounds.TEXT_BYTES) + ", "
            + SqliteFormat.bounded("pid_namespace", Bounds.TEXT_BYTES) + ", pid, "
            + SqliteFormat.bounded("started", Bounds.TEXT_BYTES) + ", beat from owner where id = ?";

    private Rows() {}

    /** An invocation's row with the key of its last record. */
    public record Place(InvocationRow row, long lastKey) {}

    /** Where an invocation goes on: its row, and the digest of its last record where that is there. */
    record Tip(Place place, Optional<Sha256> digest) {}

    /** A record with the links that its row holds. */
    record Step(long invocation, OptionalLong previousKey, StoredRecord record) {}

    public static Optional<Place> place(Link link, InvocationId id) throws SQLException {
        return link.first(INVOCATION + " where id = ?", Rows::place, id.value());
    }

    static Optional<Tip> tip(Link link, InvocationId id) throws SQLException {
        return link.first(TIP, row -> new Tip(place(row), digest(row.getBytes(8))), id.value());
    }

    /** Whether an id is an invocation's, or was one's that is pruned. */
    public static boolean isTaken(Link link, InvocationId id) throws SQLException {
        return link.first("select exists(select 1 from invocation where id = ?1) or exists(select 1 from tombstone where id = ?1)",
                row -> row.getInt(1), id.value()).orElse(0) == 1;
    }

    public static List<InvocationRow> page(Link link, long after, int limit, Scope scope) throws SQLException {
        requirePage(limit);
        List<InvocationRow> rows = new ArrayList<>();
        String open = scope == Scope.OPEN ? " and closed = 0" : "";
        link.each(INVOCATION + " where number > ?" + open + " order by number limit ?", row -> rows.add(listed(row).row()), after, limit);
        return rows;
    }

    /** The last record of an invocation, with nothing beside it. */
    public static Optional<StoredRecord> last(Link link, InvocationId id) throws SQLException {
        Optional<Place> place = place(link, id);
        return place.isEmpty() ? Optional.empty() : bare(link, place.get().lastKey(), place.get().row().records() - 1)
                .filter(step -> step.invocation() == place.get().row().number()).map(Step::record);
    }

    /** Walks from the last record backwards; where the walk does not end at the opening, what is left is put together. */
    public static Optional<StoredInvocation> invocation(Link link, InvocationId id) throws SQLException {
        Optional<Place> place = place(link, id);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        InvocationRow row = place.get().row();
        Deque<StoredRecord> records = new ArrayDeque<>();
        OptionalLong key = OptionalLong.of(place.get().lastKey());
        for (long sequence = row.records() - 1; sequence >= 0 && key.isPresent(); sequence--) {
            Optional<Step> step = step(link, key.getAsLong(), sequence).filter(each -> each.invocation() == row.number());
            if (step.isEmpty()) {
                break;
            }
            records.addFirst(step.get().record());
            long here = key.getAsLong();
            key = step.get().previousKey();
            if (key.isPresent() && key.getAsLong() >= here) {
                break;
            }
        }
        boolean whole = key.isEmpty() && records.size() == row.records();
        List<StoredRecord> found = new ArrayList<>(records);
        return Optional.of(new StoredInvocation(row, whole ? found : Remains.of(link, place.get(), found)));
    }

    /**
     * The same where some invocation's row may speak of an earlier head than its own: what follows its last record is shown too.
     *
     * @param continued whether something may follow, going by the invocation's number
     */
    public static Optional<StoredInvocation> suspected(Link link, InvocationId id, LongPredicate continued) throws SQLException {
        Optional<StoredInvocation> stored = invocation(link, id);
        Optional<Place> place = place(link, id);
        if (stored.isEmpty() || place.isEmpty() || stored.get().records().size() != place.get().row().records()
                || !continued.test(place.get().row().number())) {
            return stored;
        }
        return Optional.of(new StoredInvocation(
                place.get().row(), Remains.withWhatFollows(link, place.get(), stored.get().records())));
    }

    /** The digest of a record of an invocation; empty where there is none of 32 bytes. */
    static Optional<Sha256> digest(Link link, long invocation, long key) throws SQLException {
        return link.first(DIGEST, row -> digest(row.getBytes(1)), key, invocation).flatMap(digest -> digest);
    }

    public static Optional<OwnerBeat> owner(Link link, OwnerId id) throws SQLException {
        return link.first(OWNER, row -> owner(id, row), id.value());
    }

    /** A row that cannot be one is nobody's, and left to those who look at it by its name. */
    public static List<Owner> idleOwners(Link link, int limit) throws SQLException {
        requirePage(limit);
        List<OwnerId> ids = new ArrayList<>();
        link.each("select id from owner where octet_length(id) between 1 and " + Bounds.TEXT_BYTES
                + " and id not in (select owner from invocation where closed = 0 and owner is not null) limit ?",
                row -> ids.add(ownerId(row.getString(1))), limit);
        List<Owner> owners = new ArrayList<>();
        for (OwnerId id : ids) {
            owner(link, id).map(OwnerBeat::owner).ifPresent(owners::add);
        }
        return owners;
    }

    private static OwnerBeat owner(OwnerId id, ResultSet row) throws SQLException {
        if (row.getString(1) == null || row.getString(2) == null || row.getString(4) == null || row.getLong(5) < 0) {
            throw neverWritten("a runtime");
        }
        return new OwnerBeat(new Owner(id, row.getString(1), row.getString(2), row.getLong(3), row.getString(4)), row.getLong(5));
    }

    public static Optional<StoredTombstone> tombstone(Link link, InvocationId id) throws SQLException {
        return link.first(TOMBSTONE + " where id = ?", Rows::tombstone, id.value());
    }

    public static List<StoredTombstone> tombstones(Link link, long after, int limit) throws SQLException {
        requirePage(limit);
        List<StoredTombstone> found = new ArrayList<>();
        link.each(TOMBSTONE + " where number > ? order by number limit ?", row -> found.add(tombstone(row)), after, limit);
        return found;
    }

    private static StoredTombstone tombstone(ResultSet row) throws SQLException {
        Optional<Sha256> last = digest(row.getBytes(4));
        Optional<Sha256> sum = digest(row.getBytes(5));
        Optional<Sha256> digest = digest(row.getBytes(6));
        byte[] body = row.getBytes(7);
        if (last.isEmpty() || sum.isEmpty() || digest.isEmpty() || body == null || row.getLong(3) < 1) {
            throw neverWritten("a tombstone");
        }
        return new StoredTombstone(row.getLong(1), id(row.getString(2)), new Head(row.getLong(3), last.get()), sum.get(), digest.get(),
                Bytes.of(body));
    }

    /** A name as it was read; damage where it cannot be one. */
    static InvocationId id(@Nullable String text) throws SQLException {
        try {
            return new InvocationId(String.valueOf(text));
        } catch (IllegalArgumentException e) {
            SQLException damage = neverWritten("a name");
            damage.initCause(e);
            throw damage;
        }
    }

    /** For SQLite the row is sound; one that cannot be was not written by us. */
    private static SQLException neverWritten(String what) {
        return new SQLException(what + " that was never written", "", SqliteFailure.CORRUPT.primary());
    }

    static void requirePage(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a page has at least one row, not " + limit);
        }
    }

    /** A digest of 32 bytes; empty where there are fewer or more: a record whose digest was cut cannot be shown, and counts as missing. */
    static Optional<Sha256> digest(byte[] bytes) {
        return bytes != null && bytes.length == Sha256.BYTES ? Optional.of(Sha256.ofBytes(bytes)) : Optional.empty();
    }

    static Place place(ResultSet row) throws SQLException {
        Standing standing = row.getLong(7) == 0 ? Standing.OPEN : Standing.CLOSED;
        if (row.getLong(4) < 1 || row.getLong(5) < 0) {
            throw neverWritten("an epoch or a count");
        }
        Optional<String> owner = Optional.ofNullable(row.getString(3));
        Optional<OwnerId> named = owner.isPresent() ? Optional.of(ownerId(owner.get())) : Optional.empty();
        Holder holder = new Holder(named, row.getLong(4));
        return new Place(new InvocationRow(row.getLong(1), id(row.getString(2)), holder, row.getLong(5), standing), row.getLong(6));
    }

    /**
     * The same in a list. Of a row that was never written number and name are taken, and no records: it hides none of the others, and
     * whoever looks at it by its name is told what is wrong.
     */
    static Place listed(ResultSet row) throws SQLException {
        try {
            return place(row);
        } catch (SQLException e) {
            if (SqliteFailure.of(e) != SqliteFailure.CORRUPT) {
                throw e;
            }
            return new Place(new InvocationRow(
                    row.getLong(1), id(row.getString(2)), new Holder(Optional.empty(), 1), 0, Standing.OPEN), 0);
        }
    }

    private static OwnerId ownerId(String text) throws SQLException {
        try {
            return new OwnerId(text);
        } catch (IllegalArgumentException e) {
            SQLException damage = neverWritten("a name");
            damage.initCause(e);
            throw damage;
        }
    }

    /** The key of another record; empty where there is none, as before an opening. */
    static OptionalLong key(ResultSet row, int column) throws SQLException {
        long key = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(key);
    }

    /** A record; empty where it is not there, or cannot be one of ours: a digest or state that was never written, or too many bytes. */
    static Optional<Step> step(Link link, long key, long sequence) throws SQLException {
        return link.first(RECORD, row -> {
            Optional<Sha256> digest = digest(row.getBytes(3));
            byte[] body = row.getBytes(4);
            if (digest.isEmpty() || body == null || isForeign(row, 5, 9) || isForeign(row, 7, 10)) {
                return Optional.<Step>empty();
            }
            return Optional.of(new Step(row.getLong(1), key(row, 2),
                    new StoredRecord(sequence, digest.get(), Bytes.of(body), payload(row, 5), payload(row, 7))));
        }, key).flatMap(step -> step);
    }

    /** The same without the bytes beside it, which are not read. */
    static Optional<Step> bare(Link link, long key, long sequence) throws SQLException {
        return link.first(BARE, row -> {
            Optional<Sha256> digest = digest(row.getBytes(3));
            byte[] body = row.getBytes(4);
            return digest.isEmpty() || body == null ? Optional.<Step>empty() : Optional.of(new Step(row.getLong(1), key(row, 2),
                    new StoredRecord(sequence, digest.get(), Bytes.of(body), Optional.empty(), Optional.empty())));
        }, key).flatMap(step -> step);
    }

    /**
     * Whether bytes are over their bound (not NULL in the table, NULL as read), their state is none of ours, or the two do not fit: bytes
     * where nothing belongs or where they are erased, none where some are kept.
     */
    private static boolean isForeign(ResultSet row, int column, int isNull) throws SQLException {
        boolean none = row.getInt(isNull) == 1;
        boolean tooLarge = row.getBytes(column) == null && !none;
        int code = row.getInt(column + 1);
        if (row.wasNull()) {
            return !none;
        }
        Optional<PayloadState> state = SqliteFormat.payloadState(code);
        return tooLarge || state.isEmpty() || none != (state.get() == PayloadState.ERASED);
    }

    /** Bytes and, in the next column, how they are kept. */
    private static Optional<StoredPayload> payload(ResultSet row, int column) throws SQLException {
        int state = row.getInt(column + 1);
        if (row.wasNull()) {
            return Optional.empty();
        }
        byte[] bytes = row.getBytes(column);
        return SqliteFormat.payloadState(state).map(named -> new StoredPayload(named, bytes == null ? Bytes.EMPTY : Bytes.of(bytes)));
    }
}
