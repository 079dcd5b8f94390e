// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.JournalIdentity;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The one row in which a file says which journal it is and whether it is a backup. It says so twice, in the identity's text and in
 * {@code is_backup}, and has a digest of both: a mark that was lost or won by a flipped bit, or a changed name, is damage. Immutable.
 *
 * @param text the identity as it is stored; empty where it is too long for one
 * @param isBackup 1 for a backup, 0 for the journal
 * @param digest of both; empty where it has not 32 bytes
 */
public record JournalRow(String text, long isBackup, Optional<Sha256> digest) {
    private static final String DOMAIN = "counterfoil.journal.v1";
    private static final String WHERE = "the journal's own row";
    private static final int TEXT_BYTES = 64;

    /** Reads it. */
    public static JournalRow read(Link link) throws SQLException {
        String sql = "select " + SqliteFormat.bounded("identity", TEXT_BYTES) + ", is_backup, "
                + SqliteFormat.bounded("digest", Sha256.BYTES) + " from journal";
        return link.first(sql, row -> new JournalRow(
                        Optional.ofNullable(row.getString(1)).orElse(""), row.getLong(2), Rows.digest(row.getBytes(3))))
                .orElseThrow(() -> new SQLException("the identity row is gone", "", SqliteFailure.CORRUPT.primary()));
    }

    /** The row of a new journal, with a name from SQLite's random numbers. */
    public static void begin(Link link) throws SQLException {
        JournalIdentity identity = random(link);
        link.update("insert into journal(only_row, identity, is_backup, digest, settlements, removals, scrubbed)"
                        + " values (1, ?, 0, ?, 0, 0, 0)",
                identity.toString(), digestOf(identity.toString(), 0).bytes());
        AnchorRow.required(link).plusHead(AnchorRow.ofJournal(identity.toString())).write(link);
    }

    /** A name that no journal has. */
    public static JournalIdentity random(Link link) throws SQLException {
        return new JournalIdentity(link.text("select lower(hex(randomblob(16)))"), JournalIdentity.Mark.ORIGINAL);
    }

    /** Changes the identity. */
    public static void write(Link link, JournalIdentity identity) throws SQLException {
        long isBackup = identity.isBackup() ? 1 : 0;
        AnchorRow.required(link).minusHead(AnchorRow.ofJournal(read(link).text())).plusHead(AnchorRow.ofJournal(identity.toString()))
                .write(link);
        link.update("update journal set identity = ?, is_backup = ?, digest = ?",
                identity.toString(), isBackup, digestOf(identity.toString(), isBackup).bytes());
    }

    /**
     * The identity.
     *
     * @throws dev.counterfoil.journal.store.DamagedJournalException where something {@linkplain #differences differs}
     */
    public JournalIdentity requireSound(Path path) {
        List<AnchorDifference> found = differences();
        if (!found.isEmpty()) {
            throw Admittance.damaged(path, found);
        }
        return JournalIdentity.of(text).orElseThrow();
    }

    /** What is wrong with it. */
    List<AnchorDifference> differences() {
        Optional<JournalIdentity> identity = JournalIdentity.of(text);
        if (identity.isEmpty()) {
            return List.of(new AnchorDifference(WHERE, "the name of a journal", "another text"));
        }
        long marked = identity.get().isBackup() ? 1 : 0;
        if (marked != isBackup) {
            return List.of(new AnchorDifference(WHERE + ", its mark", "is_backup " + marked + " beside " + text, "is_backup " + isBackup));
        }
        String expected = digestOf(text, isBackup).hex();
        String found = digest.map(Sha256::hex).orElse("none");
        return expected.equals(found) ? List.of() : List.of(new AnchorDifference(WHERE + ", its digest", expected, found));
    }

    /** SHA-256 of the domain, a zero byte, the text, and a byte for the mark. */
    private static Sha256 digestOf(String text, long isBackup) {
        MessageDigest digest = Sha256.newDigest();
        digest.update(DOMAIN.getBytes(StandardCharsets.US_ASCII));
        digest.update((byte) 0);
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) isBackup);
        return Sha256.of(digest);
    }
}
