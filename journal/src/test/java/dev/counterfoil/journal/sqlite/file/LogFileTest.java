// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What we take for a log with a commit is what SQLite takes for one. */
@Tag("once")
class LogFileTest {
    private static final int HEADER_BYTES = 32;
    private static final int FRAME_BYTES = 24 + 1024;

    @TempDir
    Path directory;

    private byte[] database;
    private byte[] log;

    /** A file, and a log whose first commit takes several frames. */
    @BeforeEach
    void write() throws Exception {
        Path made = directory.resolve("made");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + made);
                Statement statement = connection.createStatement()) {
            statement.execute("pragma page_size = 1024");
            statement.execute("pragma journal_mode = wal");
            statement.execute("create table t(x)");
            statement.execute("pragma wal_checkpoint(truncate)");
            database = Files.readAllBytes(made);
            statement.execute("insert into t values (zeroblob(6000))");
            statement.execute("insert into t values (1)");
            log = Files.readAllBytes(directory.resolve("made-wal"));
        }
    }

    private Path lay(byte[] wal) throws IOException {
        Path laid = directory.resolve("laid-wal");
        Files.deleteIfExists(directory.resolve("laid-shm"));
        Files.write(directory.resolve("laid"), database);
        return Files.write(laid, wal);
    }

    private boolean sqliteFindsCommit() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("laid"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("pragma wal_checkpoint(passive)")) {
            return rows.getInt(2) > 0;
        }
    }

    private void agree(String what, byte[] wal) throws Exception {
        boolean ours = LogFile.holdsCommit(lay(wal));
        assertEquals(sqliteFindsCommit(), ours, what);
    }

    private byte[] cut(int length) {
        byte[] kept = new byte[length];
        System.arraycopy(log, 0, kept, 0, length);
        return kept;
    }

    @Test
    void a_log_holds_a_commit_from_the_last_byte_of_its_first_committing_frame_on() throws Exception {
        assertTrue(log.length > HEADER_BYTES + 5 * FRAME_BYTES, "a commit of several frames and one more");
        int whole = 0;
        while (!LogFile.holdsCommit(lay(cut(whole)))) {
            whole++;
        }
        assertEquals(0, (whole - HEADER_BYTES) % FRAME_BYTES);
        assertTrue(whole > HEADER_BYTES + FRAME_BYTES);
        agree("a whole commit", cut(whole));
        agree("a commit without its last byte", cut(whole - 1));
        agree("the header of a committing frame without its page", cut(whole - FRAME_BYTES + 24));
    }

    @Test
    void a_log_that_is_cut_anywhere_is_judged_as_sqlite_judges_it() throws Exception {
        for (int length = 0; length <= log.length; length += 53) {
            agree("cut at " + length, cut(length));
        }
    }

    @Test
    void a_log_with_a_changed_byte_is_judged_as_sqlite_judges_it() throws Exception {
        Random random = new Random(7);
        for (int at = 0; at < log.length; at += at < HEADER_BYTES + 24 ? 1 : 61) {
            byte[] changed = log.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            agree("byte " + at, changed);
        }
    }

    @Test
    void where_there_is_no_log_there_is_no_commit() throws Exception {
        assertFalse(LogFile.holdsCommit(directory.resolve("none")));
        assertFalse(LogFile.holdsCommit(lay(new byte[0])));
    }
}
