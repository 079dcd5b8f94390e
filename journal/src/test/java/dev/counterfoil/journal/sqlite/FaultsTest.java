// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.commit.Session;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.Settings;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Commits that fail, files that vanish, links that are refused, threads that are interrupted. */
final class FaultsTest {
    private static final AppendResult APPENDED = new AppendResult.Appended();
    private static final SQLException LOST = new SQLiteException("lost", SQLiteErrorCode.SQLITE_IOERR_FSYNC);
    private static final SQLException FULL = new SQLiteException("full", SQLiteErrorCode.SQLITE_FULL);
    private static final Session.Committing COMMITS_AND_FAILS = link -> {
        link.execute("commit");
        throw LOST;
    };
    private static final Session.Committing FAILS = link -> {
        throw LOST;
    };

    @TempDir
    private Path directory;

    private final Deque<Session.Committing> script = new ArrayDeque<>();

    @BeforeEach
    void journalIsThere() {
        Journals.store(journal()).close();
    }

    private Path journal() {
        return directory.resolve("j.db");
    }

    /** A store whose next commits go as the script says, and those after it as they should. */
    private SqliteCheckpointStore scripted(Session.Committing... steps) {
        SqliteCheckpointStore store = SqliteCheckpointStore.open(journal(), link -> {
            Session.Committing step = script.isEmpty() ? Session.Committing.PLAIN : script.pop();
            step.commit(link);
        });
        script.addAll(List.of(steps));
        return store;
    }

    @Test
    void a_commit_that_failed_but_is_there_is_appended() {
        try (SqliteCheckpointStore store = scripted(COMMITS_AND_FAILS)) {
            assertEquals(APPENDED, store.append(Journals.append("a", 0)));
            assertEquals(APPENDED, store.append(Journals.append("a", 1)));
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    @Test
    void a_commit_that_failed_and_is_not_there_is_refused_for_good_and_can_be_repeated() {
        try (SqliteCheckpointStore store = scripted(FAILS)) {
            StoreException refused = assertThrows(StoreException.class, () -> store.append(Journals.append("a", 0)));
            assertEquals(StoreProblem.IO_FAILED, refused.problem());
            assertEquals(APPENDED, store.append(Journals.append("a", 0)));
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    @Test
    void a_commit_that_failed_while_another_was_faster_has_moved() {
        Session.Committing overtaken = link -> {
            link.execute("rollback");
            try (SqliteCheckpointStore other = SqliteCheckpointStore.open(journal())) {
                Append theirs = new Append(Journals.id("a"), Journals.head("a", 0), Journals.MINE, List.of(Journals.record("x", 0)),
                        Standing.OPEN);
                assertEquals(APPENDED, other.append(theirs));
            }
            throw LOST;
        };
        try (SqliteCheckpointStore store = scripted(overtaken)) {
            assertEquals(new AppendResult.HeadMoved(), store.append(Journals.append("a", 0)));
        }
    }

    @Test
    void a_failed_commit_that_cannot_be_looked_for_is_unknown_and_a_later_read_tells() {
        try (SqliteCheckpointStore store = scripted(COMMITS_AND_FAILS, FAILS)) {
            assertInstanceOf(AppendResult.Unknown.class, store.append(Journals.append("a", 0)));
            assertEquals(List.of(Journals.record("a", 0)), store.read(Journals.id("a")).orElseThrow().records());
        }
        try (SqliteCheckpointStore store = scripted(COMMITS_AND_FAILS)) {
            script.clear();
            script.add(link -> {
                link.execute("commit");
                move(journal(), directory.resolve("gone"));
                throw LOST;
            });
            assertInstanceOf(AppendResult.Unknown.class, store.append(Journals.append("b", 0)));
            move(directory.resolve("gone"), journal());
            assertTrue(store.read(Journals.id("b")).isPresent());
        }
    }

    @Test
    void a_commit_that_found_no_space_is_a_definite_no_even_while_nothing_can_be_written() {
        Session.Committing full = link -> {
            throw FULL;
        };
        try (SqliteCheckpointStore store = scripted(full, full)) {
            StoreException refused = assertThrows(StoreException.class, () -> store.append(Journals.append("a", 0)));
            assertEquals(StoreProblem.FULL, refused.problem());
            assertFalse(store.read(Journals.id("a")).isPresent());
            assertEquals(APPENDED, store.append(Journals.append("a", 0)));
        }
    }

    @Test
    void a_failed_commit_of_one_caller_fails_no_other() {
        try (SqliteCheckpointStore store = scripted(FAILS, Session.Committing.PLAIN, Session.Committing.PLAIN, COMMITS_AND_FAILS)) {
            assertThrows(StoreException.class, () -> store.append(Journals.append("a", 0)));
            assertEquals(APPENDED, store.append(Journals.append("b", 0)));
            assertThrows(StoreException.class, () -> store.beat(Journals.ME));
            assertEquals(2L, store.beat(Journals.ME).orElseThrow());
        }
    }

    @Test
    void nothing_is_written_into_a_file_that_was_replaced_or_removed() throws Exception {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            store.append(Journals.append("a", 0));
            Path other = directory.resolve("other.db");
            Journals.store(other).close();
            byte[] bytes = Files.readAllBytes(other);
            move(journal(), directory.resolve("moved.db"));
            assertEquals(StoreProblem.REPLACED, assertThrows(StoreException.class, () -> store.append(Journals.append("a", 1))).problem());
            Files.move(other, journal());
            assertEquals(StoreProblem.REPLACED, assertThrows(StoreException.class, () -> store.append(Journals.append("a", 1))).problem());
            assertEquals(StoreProblem.REPLACED, assertThrows(StoreException.class, () -> store.beat(Journals.ME)).problem());
            assertArrayEquals(bytes, Files.readAllBytes(journal()));
        }
    }

    @Test
    void a_file_system_without_hard_links_is_refused_and_nothing_is_left_there() throws Exception {
        Path fresh = Files.createDirectory(directory.resolve("fresh"));
        List<IOException> failures = List.of(new FileSystemException("j.db", "other", "Operation not permitted"),
                new FileSystemException("j.db", "other", "Function not implemented"));
        for (IOException failure : failures) {
            StoreException refused = assertThrows(StoreException.class, () -> SqliteCheckpointStore.openOrCreate(fresh.resolve("j.db"),
                    (name, existing) -> {
                        throw failure;
                    }));
            assertEquals(StoreProblem.NO_HARD_LINKS, refused.problem());
            assertEquals(List.of(), names(fresh));
        }
        assertEquals(StoreProblem.NO_HARD_LINKS, assertThrows(StoreException.class, () -> SqliteCheckpointStore.openOrCreate(
                fresh.resolve("j.db"), (name, existing) -> {
                    throw new UnsupportedOperationException();
                })).problem());
    }

    @Test
    void the_loser_of_a_race_opens_the_winners_journal_and_leftovers_are_ignored() throws Exception {
        Path fresh = Files.createDirectory(directory.resolve("fresh"));
        Files.createFile(fresh.resolve("j.db.new-0123"));
        try (SqliteCheckpointStore loser = SqliteCheckpointStore.openOrCreate(fresh.resolve("j.db"), (name, existing) -> {
            assertFalse(Files.exists(JournalFile.beside(existing, "-wal")));
            try (SqliteCheckpointStore winner = Journals.store(name)) {
                winner.append(Journals.append("won", 0));
            }
            Files.createLink(name, existing);
        })) {
            assertTrue(loser.read(Journals.id("won")).isPresent());
        }
        assertEquals(List.of("j.db", "j.db.new-0123"), names(fresh));
    }

    @Test
    void a_setting_that_cannot_be_made_is_refused() throws Exception {
        try (Link link = Link.memory(journal())) {
            link.execute("pragma busy_timeout = " + Settings.BUSY_TIMEOUT_MILLIS);
            StoreException refused = assertThrows(StoreException.class, () -> Settings.make(link, journal()));
            assertEquals(StoreProblem.NOT_DURABLE, refused.problem());
        }
    }

    @Test
    void every_connection_has_the_settings_that_durability_needs_whatever_others_set() throws Exception {
        try (Link tool = Link.open(journal(), journal(), Link.Mode.READ_WRITE)) {
            tool.execute("pragma journal_mode = delete");
        }
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal());
                Link link = Link.open(journal(), journal(), Link.Mode.READ_WRITE)) {
            Settings.make(link, journal());
            assertEquals("wal", link.text("pragma journal_mode"));
            assertEquals(2, link.number("pragma synchronous"));
            assertEquals(Settings.BUSY_TIMEOUT_MILLIS, link.number("pragma busy_timeout"));
            assertEquals(0, link.number("pragma foreign_keys"));
            assertEquals(0, link.number("pragma trusted_schema"));
            assertEquals(SqliteFormat.APPLICATION_ID, link.number("pragma application_id"));
            assertEquals(APPENDED, store.append(Journals.append("a", 0)));
        }
    }

    @Test
    void an_interrupt_breaks_nothing_and_the_flag_stays_set() {
        Thread.currentThread().interrupt();
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            for (int i = 0; i < 20; i++) {
                assertEquals(APPENDED, store.append(Journals.append("a", i)));
                assertTrue(Thread.currentThread().isInterrupted());
            }
            assertEquals(20, store.read(Journals.id("a")).orElseThrow().records().size());
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void a_listing_of_no_rows_is_a_callers_fault() {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            assertThrows(IllegalArgumentException.class, () -> store.invocations(0, 0, Scope.ALL));
            assertEquals(List.of(), store.invocations(0, 1, Scope.ALL));
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
