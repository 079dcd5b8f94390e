// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.sqlite.commit.Session;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.store.Acquisition;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Commits that failed: whose the bytes are that lie there, and what is shown before it is known that they lie on the disk. */
final class UnsettledTest {
    private static final AppendResult APPENDED = new AppendResult.Appended();
    private static final SQLException LOST = new SQLiteException("lost", SQLiteErrorCode.SQLITE_IOERR_FSYNC);
    private static final Authority THEIRS = new Authority.Owned(Journals.OTHER, 1);

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

    private SqliteCheckpointStore scripted(Session.Committing... steps) {
        SqliteCheckpointStore store = SqliteCheckpointStore.open(journal(), link -> {
            Session.Committing step = script.isEmpty() ? Session.Committing.PLAIN : script.pop();
            step.commit(link);
        });
        script.addAll(List.of(steps));
        return store;
    }

    private static void fails(Link link) throws SQLException {
        throw LOST;
    }

    private static void commitsAndFails(Link link) throws SQLException {
        link.execute("commit");
        throw LOST;
    }

    /** The commit fails; another process comes before the look. */
    private Session.Committing fails(Session.Committing ending, Runnable meanwhile) {
        return link -> {
            ending.commit(link);
            meanwhile.run();
            throw LOST;
        };
    }

    private void elsewhere(Link.Work<?> work) {
        try (Link link = Link.open(journal(), journal(), Link.Mode.READ_WRITE)) {
            work.on(link);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_error_while_a_commit_is_looked_for_leaves_no_transaction_open_and_the_next_write_is_made() {
        script.add(UnsettledTest::fails);
        Error error = new OutOfMemoryError("planted");
        Session session = new Session(JournalFile.findNamed(journal(), SchemaSteps.KNOWN),
                link -> (script.isEmpty() ? Session.Committing.PLAIN : script.pop()).commit(link));
        Session.Doubt<Integer> unlookable = new Session.Doubt<>() {
            @Override
            public Optional<Integer> look(Link link) {
                throw error;
            }

            @Override
            public Integer unknown(SQLException cause) {
                return -1;
            }
        };
        assertSame(error, assertThrows(OutOfMemoryError.class, () -> session.write(link -> 1, unlookable)));
        elsewhere(link -> {
            link.execute("begin immediate");
            link.execute("rollback");
            return true;
        });
        assertEquals(2, session.write(link -> 2, unlookable));
        session.close();
    }

    @Test
    void the_same_bytes_of_another_owner_that_was_faster_are_not_ours() {
        Append ours = Journals.append("a", 0);
        Append theirs = Journals.append("a", 0, THEIRS, Standing.OPEN);
        assertEquals(ours.records(), theirs.records());
        Session.Committing overtaken = fails(link -> link.execute("rollback"), () -> {
            try (SqliteCheckpointStore other = SqliteCheckpointStore.open(journal())) {
                assertEquals(APPENDED, other.append(theirs));
            }
        });
        try (SqliteCheckpointStore store = scripted(overtaken)) {
            assertEquals(new AppendResult.HeadMoved(), store.append(ours));
            assertEquals(Optional.of(Journals.OTHER), store.read(Journals.id("a")).orElseThrow().row().holder().owner());
        }
    }

    @Test
    void what_was_written_and_taken_over_before_the_look_is_the_other_owners() {
        Holder mine = new Holder(Optional.of(Journals.ME), 1);
        Session.Committing taken = fails(link -> link.execute("commit"), () -> {
            try (SqliteCheckpointStore other = SqliteCheckpointStore.open(journal())) {
                assertEquals(new Acquisition.Acquired(2), other.acquire(Journals.id("a"), Journals.OTHER, mine));
            }
        });
        try (SqliteCheckpointStore store = scripted(Session.Committing.PLAIN, taken)) {
            assertEquals(APPENDED, store.append(Journals.append("a", 0)));
            assertEquals(new AppendResult.EpochMoved(new Holder(Optional.of(Journals.OTHER), 2)), store.append(Journals.append("a", 1)));
        }
    }

    @Test
    void while_the_log_cannot_be_copied_nothing_is_shown_and_nothing_is_written() throws Exception {
        try (SqliteCheckpointStore store = scripted();
                Link reader = Link.open(journal(), journal(), Link.Mode.READ_ONLY)) {
            store.append(Journals.append("before", 0));
            reader.execute("begin");
            reader.number("select count(*) from record");
            script.add(UnsettledTest::commitsAndFails);
            script.add(UnsettledTest::commitsImpatiently);
            assertInstanceOf(AppendResult.Unknown.class, store.append(Journals.append("a", 0)));
            List<Executable> asked = List.of(() -> store.read(Journals.id("a")), () -> store.append(Journals.append("a", 0)),
                    () -> store.append(Journals.append("b", 0)), () -> store.invocations(0, 9, Scope.ALL), () -> store.beat(Journals.ME),
                    () -> store.owner(Journals.ME), store::checkAnchor);
            for (Executable each : asked) {
                script.add(UnsettledTest::commitsImpatiently);
                assertThrows(StoreException.class, each);
            }
            reader.execute("commit");
            assertEquals(List.of(Journals.record("a", 0)), store.read(Journals.id("a")).orElseThrow().records());
            assertEquals(APPENDED, store.append(Journals.append("b", 0)));
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    /** A copy of the log that follows does not wait for readers. */
    private static void commitsImpatiently(Link link) throws SQLException {
        link.execute("commit");
        link.execute("pragma busy_timeout = 0");
    }

    @Test
    void after_a_commit_that_failed_the_log_is_begun_anew_whether_it_was_written_or_not() throws Exception {
        try (SqliteCheckpointStore store = scripted()) {
            store.append(Journals.append("before", 0));
            script.add(UnsettledTest::fails);
            assertThrows(StoreException.class, () -> store.append(Journals.append("a", 0)));
            assertEquals(0, Files.size(directory.resolve("j.db-wal")));
            assertEquals(APPENDED, store.append(Journals.append("a", 0)));
            script.add(UnsettledTest::commitsAndFails);
            assertEquals(APPENDED, store.append(Journals.append("b", 0)));
            assertEquals(0, Files.size(directory.resolve("j.db-wal")));
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    @Test
    void what_is_known_not_to_be_there_is_a_no_and_nothing_is_written_before_the_log_was_begun_anew() throws Exception {
        try (SqliteCheckpointStore store = scripted();
                Link reader = Link.open(journal(), journal(), Link.Mode.READ_ONLY)) {
            store.append(Journals.append("before", 0));
            reader.execute("begin");
            reader.number("select count(*) from record");
            script.addAll(List.of(UnsettledTest::fails, UnsettledTest::commitsImpatiently, UnsettledTest::commitsImpatiently));
            assertThrows(StoreException.class, () -> store.append(Journals.append("a", 0)));
            assertThrows(StoreException.class, () -> store.append(Journals.append("a", 0)));
            reader.execute("commit");
            assertEquals(APPENDED, store.append(Journals.append("a", 0)));
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    @Test
    void a_look_that_fails_is_repeated_before_the_next_append_too() {
        try (SqliteCheckpointStore store = scripted(UnsettledTest::commitsAndFails, UnsettledTest::fails, UnsettledTest::fails)) {
            assertInstanceOf(AppendResult.Unknown.class, store.append(Journals.append("a", 0)));
            assertThrows(StoreException.class, () -> store.append(Journals.append("a", 1)));
            assertEquals(APPENDED, store.append(Journals.append("a", 1)));
            elsewhere(link -> {
                assertEquals(2, link.number("select count(*) from record"));
                return link;
            });
        }
    }
}
