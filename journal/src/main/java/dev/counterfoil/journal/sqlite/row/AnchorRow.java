// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.DigestSum;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The one row that counts and sums what the file must hold: what was ever appended, pruned or not. Read and changed inside each commit's
 * transaction, never kept. Immutable.
 *
 * @param records number of records
 * @param invocations number of invocations
 * @param digestSum sum of all record digests modulo 2^256
 * @param highestKey key of the last record; 0 where there is none
 * @param lastDigest digest of that record; zeros where there is none
 * @param headSum sum modulo 2^256 of {@link #ofJournal} and of {@link #ofHead} of all invocations: an id that was changed is missed here
 *     and does not pass as new, and a row that was set back to an earlier record does not lead to what was done already
 * @param tombstones how many of the invocations are pruned
 * @param tombstoneSum sum of {@link #ofTombstone} of those modulo 2^256
 */
public record AnchorRow(long records, long invocations, BigInteger digestSum, long highestKey, Sha256 lastDigest, BigInteger headSum,
        long tombstones, BigInteger tombstoneSum) {
    private static final byte[] HEAD = "counterfoil.head.v1\0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] IDENTITY = "counterfoil.identity.v1\0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PRUNED = "counterfoil.pruned.v1\0".getBytes(StandardCharsets.US_ASCII);

    /** The row; empty where it is gone, its digests are not of 32 bytes, or it counts below nothing. */
    public static Optional<AnchorRow> read(Link link) throws SQLException {
        String sql = "select records, invocations, highest_key, tombstones, " + digest("digest_sum") + ", " + digest("last_digest") + ", "
                + digest("head_sum") + ", " + digest("tombstone_sum") + " from anchor where only_row = 1";
        return link.first(sql, AnchorRow::read).flatMap(row -> row);
    }

    /** The row, for whoever writes: a file without it is damaged. */
    static AnchorRow required(Link link) throws SQLException {
        return read(link).orElseThrow(() -> new SQLException("the anchor is gone", "", SqliteFailure.CORRUPT.primary()));
    }

    private static String digest(String column) {
        return SqliteFormat.bounded(column, Sha256.BYTES);
    }

    private static Optional<AnchorRow> read(ResultSet row) throws SQLException {
        List<Sha256> digests = new ArrayList<>();
        for (int column = 5; column <= 8; column++) {
            Rows.digest(row.getBytes(column)).ifPresent(digests::add);
        }
        boolean counts = row.getLong(1) >= 0 && row.getLong(2) >= 0 && row.getLong(3) >= 0 && row.getLong(4) >= 0;
        return digests.size() < 4 || !counts ? Optional.empty() : Optional.of(new AnchorRow(row.getLong(1), row.getLong(2),
                number(digests.get(0)), row.getLong(3), digests.get(1), number(digests.get(2)), row.getLong(4), number(digests.get(3))));
    }

    /** The row with one more summand of the heads: an invocation's new row, or the journal's. */
    AnchorRow plusHead(Sha256 head) {
        return withHeads(add(headSum, head));
    }

    /** The row without a summand of the heads. */
    AnchorRow minusHead(Sha256 head) {
        return withHeads(DigestSum.subtract(headSum, head));
    }

    private AnchorRow withHeads(BigInteger sum) {
        return new AnchorRow(records, invocations, digestSum, highestKey, lastDigest, sum, tombstones, tombstoneSum);
    }

    /** The row after one of its invocations was pruned: it counts as before, and the tombstone with it. */
    AnchorRow plusTombstone(long number, long lastKey, Sha256 digest) {
        return new AnchorRow(records, invocations, digestSum, highestKey, lastDigest, headSum, tombstones + 1,
                add(tombstoneSum, ofTombstone(number, lastKey, digest)));
    }

    /** Stores it. */
    void write(Link link) throws SQLException {
        int changed = link.update("update anchor set records = ?, invocations = ?, digest_sum = ?, highest_key = ?, last_digest = ?,"
                + " head_sum = ?, tombstones = ?, tombstone_sum = ? where only_row = 1",
                records, invocations, bytes(digestSum), highestKey, lastDigest.bytes(), bytes(headSum), tombstones, bytes(tombstoneSum));
        if (changed != 1) {
            throw new IllegalStateException("the anchor was there a moment ago in the same transaction");
        }
    }

    /**
     * SHA-256 of {@code counterfoil.head.v1}, 0x00, an invocation's number, its number of records and its last key, 8 bytes each and the
     * highest first, and its id in UTF-8.
     */
    static Sha256 ofHead(long number, String id, long records, long lastKey) {
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.allocate(headBytes(bytes));
        putHead(head, number, bytes, records, lastKey);
        return Sha256.ofAll(head.array());
    }

    /** How many bytes a head is the digest of. */
    static int headBytes(byte[] id) {
        return HEAD.length + 3 * Long.BYTES + id.length;
    }

    /** What a head is the digest of. */
    static void putHead(ByteBuffer head, long number, byte[] id, long records, long lastKey) {
        head.put(HEAD).putLong(number).putLong(records).putLong(lastKey).put(id);
    }

    /** SHA-256 of {@code counterfoil.identity.v1}, 0x00, and the text in which a file says which journal it is. */
    static Sha256 ofJournal(String identity) {
        return Sha256.ofAll(IDENTITY, identity.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * SHA-256 of {@code counterfoil.pruned.v1}, 0x00, a tombstone's number and last key, 8 bytes each and the highest first, and its
     * digest: so neither can be another's.
     */
    static Sha256 ofTombstone(long number, long lastKey, Sha256 digest) {
        return Sha256.ofAll(PRUNED, ByteBuffer.allocate(2 * Long.BYTES).putLong(number).putLong(lastKey).array(), digest.bytes());
    }

    /** A sum with one more digest. */
    static BigInteger add(BigInteger sum, Sha256 digest) {
        return DigestSum.add(sum, digest);
    }

    /** A sum as 32 bytes, the highest first. */
    static byte[] bytes(BigInteger sum) {
        return DigestSum.digest(sum).bytes();
    }

    private static BigInteger number(Sha256 digest) {
        return new BigInteger(1, digest.bytes());
    }
}
