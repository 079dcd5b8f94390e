// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.Sha256;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The one row that counts and sums what the file must hold. Read and changed inside each commit's transaction, never kept. Immutable.
 *
 * @param records number of records
 * @param invocations number of invocations
 * @param digestSum sum of all record digests modulo 2^256
 * @param highestKey key of the last record; 0 where there is none
 * @param lastDigest digest of that record; zeros where there is none
 * @param idSum sum of {@link #ofId} of all invocations modulo 2^256: an id that was changed is missed here, and does not pass as new
 */
record AnchorRow(long records, long invocations, BigInteger digestSum, long highestKey, Sha256 lastDigest, BigInteger idSum) {
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(8 * Sha256.BYTES);

    /** The row; empty where it is gone or its digests are not of 32 bytes. */
    static Optional<AnchorRow> read(Link link) throws SQLException {
        String sql = "select records, invocations, " + SqliteFormat.bounded("digest_sum", Sha256.BYTES) + ", highest_key, "
                + SqliteFormat.bounded("last_digest", Sha256.BYTES) + ", " + SqliteFormat.bounded("id_sum", Sha256.BYTES)
                + " from anchor where only_row = 1";
        return link.first(sql, row -> {
            Optional<Sha256> sum = Rows.digest(row.getBytes(3));
            Optional<Sha256> last = Rows.digest(row.getBytes(5));
            Optional<Sha256> ids = Rows.digest(row.getBytes(6));
            return sum.isEmpty() || last.isEmpty() || ids.isEmpty() ? Optional.<AnchorRow>empty() : Optional.of(new AnchorRow(
                    row.getLong(1), row.getLong(2), number(sum.get()), row.getLong(4), last.get(), number(ids.get())));
        }).flatMap(row -> row);
    }

    /** The row after one more record. */
    AnchorRow plus(long key, Sha256 digest) {
        return new AnchorRow(records + 1, invocations, add(digestSum, digest), key, digest, idSum);
    }

    /** The row after one more invocation. */
    AnchorRow plusInvocation(long number, String id) {
        return new AnchorRow(records, invocations + 1, digestSum, highestKey, lastDigest, add(idSum, ofId(number, id)));
    }

    /** Stores it. */
    void write(Link link) throws SQLException {
        int changed = link.update("update anchor set records = ?, invocations = ?, digest_sum = ?, highest_key = ?, last_digest = ?,"
                + " id_sum = ? where only_row = 1",
                records, invocations, bytes(digestSum), highestKey, lastDigest.bytes(), bytes(idSum));
        if (changed != 1) {
            throw new IllegalStateException("the anchor was there a moment ago in the same transaction");
        }
    }

    /** SHA-256 of an invocation's number, 8 bytes and the highest first, and its id in UTF-8. */
    static Sha256 ofId(long number, String id) {
        MessageDigest digest = Sha256.newDigest();
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
        digest.update(id.getBytes(StandardCharsets.UTF_8));
        return Sha256.of(digest);
    }

    /** A sum with one more digest. */
    static BigInteger add(BigInteger sum, Sha256 digest) {
        return sum.add(number(digest)).mod(MODULUS);
    }

    /** A sum as 32 bytes, the highest first. */
    static byte[] bytes(BigInteger sum) {
        byte[] raw = sum.toByteArray();
        byte[] bytes = new byte[Sha256.BYTES];
        int length = Math.min(raw.length, bytes.length);
        System.arraycopy(raw, raw.length - length, bytes, bytes.length - length, length);
        return bytes;
    }

    private static BigInteger number(Sha256 digest) {
        return new BigInteger(1, digest.bytes());
    }
}
