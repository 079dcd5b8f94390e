// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import dev.counterfoil.journal.store.AnchorDifference;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares what the anchor counts with what the rows are. Confined to one call. */
public final class AnchorCheck {
    private static final String ID = SqliteFormat.bounded("id", Bounds.TEXT_BYTES);
    private static final String DIGEST = SqliteFormat.bounded("digest", Sha256.BYTES);

    /** As bytes: making texts of them takes longer than everything else. */
    private static final String ID_BYTES = "cast(" + ID + " as blob)";

    private static final String TOMBSTONES = "select number, " + ID_BYTES + ", records, last_key, "
            + SqliteFormat.bounded("last_digest", Sha256.BYTES) + ", " + SqliteFormat.bounded("digest_sum", Sha256.BYTES) + ", " + DIGEST
            + " from tombstone";
    private static final String LAST_DIGEST = "select " + DIGEST + " from record where key = ?1 union all select "
            + SqliteFormat.bounded("last_digest", Sha256.BYTES) + " from tombstone where last_key = ?1";

    /** Stands for an id of too many bytes, which belongs to no head that was ever summed. */
    private static final byte[] UNREADABLE = new byte[0];

    private final List<AnchorDifference> differences = new ArrayList<>();
    private final HeadWalks walks = new HeadWalks();
    private long records;
    private long strays;
    private long highest;
    private final RunningSum sum = new RunningSum();
    private long invocations;
    private final HeadSum headSum = new HeadSum();
    private long tombstones;
    private final RunningSum tombstoneSum = new RunningSum();

    private AnchorCheck() {}

    /**
     * What an opener compares: the last record, the highest key, the number of invocations and of tombstones, the sum of their heads and
     * that of the tombstones, so that an id that was removed or changed does not pass as new, pruned or not, and none is set back to an
     * earlier record. Costs a walk over the rows, one or two microseconds each, and none over the records.
     */
    static List<AnchorDifference> atOpen(Link link) throws SQLException {
        AnchorCheck check = new AnchorCheck();
        Optional<AnchorRow> anchor = check.anchor(link);
        if (anchor.isPresent()) {
            check.highest = link.number("select max(key) from record");
            check.meetHeads(link);
            check.compareEnd(link, anchor.get());
            check.compareHeads(anchor.get());
        }
        return check.differences;
    }

    /** Whether the rows of the invocations are those that the anchor sums: else one of them may speak of an earlier head than its own. */
    public static boolean headsAgree(Link link) throws SQLException {
        AnchorCheck check = new AnchorCheck();
        Optional<AnchorRow> anchor = check.anchor(link);
        check.meetHeads(link);
        anchor.ifPresent(check::compareHeads);
        return check.differences.isEmpty();
    }

    private void meetHeads(Link link) throws SQLException {
        headSum.add(AnchorRow.ofJournal(JournalRow.read(link).text()));
        link.each("select number, " + ID_BYTES + ", records, last_key from invocation", this::meetHead);
        link.each(TOMBSTONES, this::meetTombstone);
    }

    /** Everything, every record. */
    public static List<AnchorDifference> whole(Link link) throws SQLException {
        AnchorCheck check = new AnchorCheck();
        check.differences.addAll(JournalRow.read(link).differences());
        Optional<AnchorRow> anchor = check.anchor(link);
        link.each("select number, records, last_key from invocation order by number", row -> {
            check.walks.add(row.getLong(1), row.getLong(2), row.getLong(3));
            return row;
        });
        check.meetHeads(link);
        link.each("select key, invocation, previous_key, " + DIGEST + " from record order by key desc", check::meet);
        check.compareTombstones(link);
        if (anchor.isPresent()) {
            check.compareEnd(link, anchor.get());
            check.compareHeads(anchor.get());
            check.compare("number of records", anchor.get().records(), check.records);
            check.compareSums("sum of digests", anchor.get().digestSum(), check.sum.value());
        }
        check.compareWalks(link);
        return check.differences;
    }

    /**
     * Whether {@link #whole} would find nothing, going by a walk over all pages that came out, and by heads that were found to agree: then
     * each of the records that were met belongs to its invocation, and there is room for no other.
     */
    public static boolean agrees(Link link, WalkedPages walked) throws SQLException {
        AnchorCheck check = new AnchorCheck();
        check.differences.addAll(JournalRow.read(link).differences());
        Optional<AnchorRow> anchor = check.anchor(link);
        if (anchor.isEmpty()) {
            return false;
        }
        link.each(TOMBSTONES, check::meetTombstone);
        check.highest = Math.max(check.highest, link.number("select max(key) from record"));
        check.compareEnd(link, anchor.get());
        check.compareTombstones(link);
        check.compare("number of records", anchor.get().records(), check.records + walked.records());
        check.compareSums("sum of digests", anchor.get().digestSum(), check.sum.plus(walked.sum()));
        // So many different keys from 1 to the highest leave none for another record.
        boolean dense = walked.records() > 0 && walked.records() == check.highest && link.number("select min(key) from record") == 1;
        check.compare("records that belong to no invocation", 0,
                dense ? 0 : link.number("select count(*) from record") - walked.records());
        return check.differences.isEmpty();
    }

    private Optional<AnchorRow> anchor(Link link) throws SQLException {
        Optional<AnchorRow> anchor = AnchorRow.read(link);
        if (anchor.isEmpty()) {
            differences.add(new AnchorDifference("anchor", "one row", "none"));
        }
        return anchor;
    }

    private boolean meetHead(ResultSet row) throws SQLException {
        invocations++;
        byte[] id = row.getBytes(2);
        headSum.add(row.getLong(1), id == null ? UNREADABLE : id, row.getLong(3), row.getLong(4));
        return true;
    }

    /** What a tombstone stands for counts as if it were there. */
    private boolean meetTombstone(ResultSet row) throws SQLException {
        tombstones++;
        meetHead(row);
        long lastKey = row.getLong(4);
        records += row.getLong(3);
        highest = Math.max(highest, lastKey);
        Rows.digest(row.getBytes(6)).ifPresent(sum::add);
        Sha256 digest = Rows.digest(row.getBytes(7)).orElse(Sha256.ZERO);
        tombstoneSum.add(AnchorRow.ofTombstone(row.getLong(1), lastKey, digest));
        return true;
    }

    private boolean meet(ResultSet row) throws SQLException {
        long key = row.getLong(1);
        records++;
        highest = Math.max(highest, key);
        byte[] digest = row.getBytes(4);
        if (digest != null && digest.length == Sha256.BYTES) {
            sum.add(digest);
        }
        boolean belongs = walks.isNext(row.getLong(2), key, Rows.key(row, 3));
        strays += belongs ? 0 : 1;
        return belongs;
    }

    private void compareEnd(Link link, AnchorRow anchor) throws SQLException {
        compare("highest key", anchor.highestKey(), highest);
        if (anchor.highestKey() > 0) {
            String found = link.first(LAST_DIGEST, row -> Rows.digest(row.getBytes(1)), anchor.highestKey())
                    .flatMap(digest -> digest).map(Sha256::hex).orElse("none");
            compare("digest of the last record", anchor.lastDigest().hex(), found);
        }
    }

    private void compareTombstones(Link link) throws SQLException {
        compare("ids that are pruned and there as well", 0,
                link.number("select count(*) from tombstone where id in (select id from invocation)"));
        compare("bodies that belong to no tombstone", 0,
                link.number("select count(*) from tombstone_body where number not in (select number from tombstone)"));
    }

    private void compareHeads(AnchorRow anchor) {
        compare("number of invocations", anchor.invocations(), invocations);
        compareSums("sum of heads", anchor.headSum(), headSum.value());
        compare("number of tombstones", anchor.tombstones(), tombstones);
        compareSums("sum of tombstones", anchor.tombstoneSum(), tombstoneSum.value());
    }

    private void compareSums(String where, BigInteger expected, BigInteger found) {
        compare(where, Sha256.ofBytes(AnchorRow.bytes(expected)).hex(), Sha256.ofBytes(AnchorRow.bytes(found)).hex());
    }

    private void compareWalks(Link link) throws SQLException {
        compare("records that belong to no invocation", 0, strays);
        walks.tellOdd((number, left, isOpen, key) -> link.each("select " + ID + ", records from invocation where number = ?", row -> {
            String id = String.valueOf(row.getString(1));
            compare("number of records of invocation " + id, row.getLong(2), row.getLong(2) - left);
            return isOpen && differences.add(
                    new AnchorDifference("invocation " + id, "a record with key " + key, "none of this invocation"));
        }, number));
    }

    private void compare(String where, long expected, long found) {
        compare(where, Long.toString(expected), Long.toString(found));
    }

    private void compare(String where, String expected, String found) {
        if (!expected.equals(found)) {
            differences.add(new AnchorDifference(where, expected, found));
        }
    }
}
