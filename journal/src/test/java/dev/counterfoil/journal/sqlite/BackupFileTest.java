// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.commit.Session;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.LogFile;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalIdentity;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A backup is there as a whole or not at all, and becomes a journal as a whole or not at all. */
@Tag("once")
final class BackupFileTest {
    private static final SQLException LOST = new SQLiteException("lost", SQLiteErrorCode.SQLITE_IOERR_FSYNC);
    private static final SqliteRestoration.Author NOTHING = (stored, backup) -> List.of();

    /** One record behind the head. */
    private static final SqliteRestoration.Author ONE =
            (stored, backup) -> List.of(Journals.record(stored.row().id().value(), stored.row().records()));

    @TempDir
    private Path directory;

    private Path journal;
    private Path file;

    @BeforeEach
    void journalIsThere() {
        journal = directory.resolve("j.db");
        file = directory.resolve("backup");
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            store.append(Journals.append("a", 0));
            store.append(Journals.append("a", 1));
            store.append(Journals.append("b", 0));
            store.append(Journals.append("b", 1, Journals.MINE, Standing.CLOSED));
        }
    }

    private List<String> names() throws Exception {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private Optional<SqliteBackup.Copy> backup() {
        return SqliteBackup.write(journal, file, copy -> copy.checkAnchor().isEmpty(), SqliteBackup.Progress.TO_THE_END);
    }

    private static <T> T seen(Path path, Function<SqliteJournalReader, T> look) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(path)) {
            return look.apply(reader);
        }
    }

    private static StoreProblem problem(Executable work) {
        return assertThrows(StoreException.class, work).problem();
    }

    private static long owners(Path path) throws SQLException {
        try (Link link = Link.open(path, path, Link.Mode.IMMUTABLE)) {
            return link.number("select count(*) from owner");
        }
    }

    @Test
    void a_backup_of_a_living_journal_is_one_state_of_it_while_writers_go_on() throws Exception {
        JournalIdentity identity = seen(journal, SqliteJournalReader::identity);
        AtomicInteger appended = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
                while (!over.get()) {
                    assertEquals(new AppendResult.Appended(), store.append(Journals.append("living" + appended.incrementAndGet(), 0)));
                }
            }
        });
        writer.start();
        for (int i = 0; i < 5; i++) {
            int before = appended.get();
            Path copy = directory.resolve("copy" + i);
            SqliteBackup.Copy made = SqliteBackup.write(journal, copy, each -> each.checkAnchor().isEmpty(),
                    SqliteBackup.Progress.TO_THE_END).orElseThrow();
            assertEquals(identity.asBackup(), made.identity());
            assertEquals(made.bytes(), Files.size(copy));
            int held = seen(copy, reader -> reader.invocations(0, 1_000_000, Scope.ALL)).size() - 2;
            assertTrue(before - 1 <= held && held <= appended.get(), before + " <= " + held);
        }
        over.set(true);
        writer.join();
        assertEquals(identity, seen(journal, SqliteJournalReader::identity));
    }

    @Test
    void what_fails_or_is_told_to_end_leaves_nothing_under_the_name_or_beside_it() throws Exception {
        assertEquals(Optional.empty(), SqliteBackup.write(journal, file, copy -> false, SqliteBackup.Progress.TO_THE_END));
        assertThrows(IllegalStateException.class, () -> SqliteBackup.write(journal, file, copy -> {
            throw new IllegalStateException("seen");
        }, SqliteBackup.Progress.TO_THE_END));
        assertEquals(StoreProblem.NO_HARD_LINKS, problem(() -> SqliteBackup.write(journal, file, copy -> true,
                SqliteBackup.Progress.TO_THE_END, (name, existing) -> {
                    throw new FileSystemException("no");
                })));
        assertEquals(StoreProblem.TAKEN, problem(() -> SqliteBackup.write(journal, file, copy -> true,
                SqliteBackup.Progress.TO_THE_END, (name, existing) -> {
                    Files.writeString(name, "faster");
                    Files.createLink(name, existing);
                })));
        assertEquals("faster", Files.readString(file));
        assertEquals(List.of("backup", "j.db"), names());
    }

    @Test
    void a_long_copy_is_told_how_far_it_is_and_ends_when_it_is_told() throws Exception {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
            for (int i = 0; i < 400; i++) {
                store.append(Journals.heavyOpening("heavy" + i, 20_000));
            }
        }
        List<Long> told = new ArrayList<>();
        assertTrue(SqliteBackup.write(journal, file, copy -> true, (done, whole) -> {
            told.add(done);
            return whole > 0;
        }).isPresent());
        assertFalse(told.isEmpty());
        assertEquals(told.stream().sorted().toList(), told);
        assertEquals(Optional.empty(), SqliteBackup.write(journal, directory.resolve("ended"), copy -> true, (done, whole) -> false));
        assertEquals(List.of("backup", "j.db"), names());
    }

    @Test
    void nobody_can_read_a_backup_who_cannot_read_the_journal_and_leftovers_change_nothing() throws Exception {
        Files.setPosixFilePermissions(journal, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(directory.resolve("backup.new-0123456789abcdef"), "of a process that was killed");
        assertTrue(backup().isPresent());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(List.of("backup", "backup.new-0123456789abcdef", "j.db"), names());
    }

    @Test
    void a_mark_that_is_damaged_is_not_made_whole_by_a_copy() throws Exception {
        try (Link link = Link.open(journal, journal, Link.Mode.READ_WRITE)) {
            link.execute("update journal set is_backup = 1");
        }
        assertThrows(DamagedJournalException.class, this::backup);
        assertEquals(List.of("j.db"), names());
    }

    @Test
    void a_restored_backup_has_another_name_no_owners_and_later_epochs_and_what_is_closed_is_untouched() throws Exception {
        SqliteBackup.Copy copy = backup().orElseThrow();
        assertEquals(2, owners(file));
        // The original lives on, in this process, with the same runtimes.
        try (SqliteCheckpointStore original = Journals.store(journal)) {
            JournalIdentity fresh = SqliteRestoration.restore(file, ONE);
            assertFalse(fresh.isBackup());
            assertFalse(fresh.name().equals(copy.identity().name()));
            assertEquals(fresh, seen(file, SqliteJournalReader::identity));
            assertEquals(List.of(), seen(file, JournalSource::checkAnchor));
            assertEquals(0, owners(file));
            InvocationRow open = seen(file, reader -> reader.row(Journals.id("a"))).orElseThrow();
            assertEquals(new Holder(Optional.empty(), 2), open.holder());
            assertEquals(3, open.records());
            Optional<StoredInvocation> closed = seen(journal, reader -> reader.read(Journals.id("b")));
            assertEquals(closed, seen(file, reader -> reader.read(Journals.id("b"))));
            assertEquals(new AppendResult.Appended(), original.append(Journals.append("a", 2)));
        }
        assertEquals(StoreProblem.NOT_A_BACKUP, problem(() -> SqliteRestoration.restore(file, NOTHING)));
        assertEquals(StoreProblem.NOT_A_BACKUP, problem(() -> SqliteRestoration.restore(journal, NOTHING)));
        Journals.store(file).close();
    }

    @Test
    void a_restoration_that_fails_before_its_commit_leaves_the_backup_and_is_repeated() throws Exception {
        backup();
        byte[] before = Files.readAllBytes(file);
        assertThrows(IllegalStateException.class, () -> SqliteRestoration.restore(file, (stored, backup) -> {
            throw new IllegalStateException("in the middle");
        }));
        assertTrue(seen(file, SqliteJournalReader::identity).isBackup());
        AtomicInteger commits = new AtomicInteger();
        assertThrows(StoreException.class, () -> SqliteRestoration.restore(file, ONE, link -> {
            commits.incrementAndGet();
            throw LOST;
        }));
        assertTrue(commits.get() > 0);
        assertTrue(seen(file, SqliteJournalReader::identity).isBackup());
        assertEquals(2, seen(file, reader -> reader.row(Journals.id("a"))).orElseThrow().records());
        assertEquals(before.length, Files.size(file));
        SqliteRestoration.restore(file, ONE);
        assertEquals(3, seen(file, reader -> reader.row(Journals.id("a"))).orElseThrow().records());
        assertEquals(List.of("backup", "j.db"), names());
    }

    @Test
    void a_restoration_whose_commit_was_not_answered_is_found_by_looking() throws Exception {
        backup();
        AtomicInteger commits = new AtomicInteger();
        JournalIdentity fresh = SqliteRestoration.restore(file, ONE, link -> {
            link.execute("commit");
            if (commits.getAndIncrement() == 0) {
                throw LOST;
            }
        });
        assertEquals(fresh, seen(file, SqliteJournalReader::identity));
        List<StoredRecord> records = seen(file, reader -> reader.read(Journals.id("a"))).orElseThrow().records();
        assertEquals(List.of(Journals.record("a", 0), Journals.record("a", 1), Journals.record("a", 2)), records);
        assertEquals(List.of(), seen(file, JournalSource::checkAnchor));
    }

    @Test
    void of_two_restorations_at_once_one_restores() throws Exception {
        backup();
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Runnable restore = () -> {
            try {
                SqliteRestoration.restore(file, ONE);
                done.incrementAndGet();
            } catch (StoreException e) {
                // The log of the faster one may be seen before its commit is.
                refused.addAndGet(e.problem() == StoreProblem.NOT_A_BACKUP || e.problem() == StoreProblem.TAKEN ? 1 : 0);
            }
        };
        List<Thread> threads = Stream.generate(() -> new Thread(restore)).limit(4).toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(1, 3), List.of(done.get(), refused.get()));
        assertEquals(3, seen(file, reader -> reader.row(Journals.id("a"))).orElseThrow().records());
    }

    @Test
    void a_backup_on_a_network_file_system_is_not_restored_and_left_as_it_was() throws Exception {
        backup();
        byte[] before = Files.readAllBytes(file);
        assertEquals(StoreProblem.NETWORK_FILE_SYSTEM,
                problem(() -> SqliteRestoration.restore(file, NOTHING, Session.Committing.PLAIN, path -> "nfs4")));
        assertArrayEquals(before, Files.readAllBytes(file));
        assertEquals(List.of("backup", "j.db"), names());
    }

    @Test
    void a_log_with_a_commit_or_a_rollback_journal_beside_a_backup_is_refused_and_one_without_is_not() throws Exception {
        backup();
        byte[] before = Files.readAllBytes(file);
        Path wal = directory.resolve("backup-wal");
        byte[] log;
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
            store.append(Journals.append("later", 0));
            log = Files.readAllBytes(directory.resolve("j.db-wal"));
        }
        Files.write(wal, log);
        assertTrue(LogFile.holdsCommit(wal));
        StoreException refused = assertThrows(StoreException.class, () -> SqliteRestoration.restore(file, NOTHING));
        assertTrue(refused.problem() == StoreProblem.TAKEN || refused.problem() == StoreProblem.NOT_A_BACKUP, refused.getMessage());
        assertArrayEquals(log, Files.readAllBytes(wal));
        Files.delete(wal);
        Files.write(directory.resolve("backup-journal"), new byte[1]);
        assertEquals(StoreProblem.TAKEN, problem(() -> SqliteRestoration.restore(file, NOTHING)));
        Files.delete(directory.resolve("backup-journal"));
        assertArrayEquals(before, Files.readAllBytes(file));
        // A header and a torn frame, be it the one that would commit: what an interrupted restoration leaves.
        for (int length : new int[] {40, firstCommit(log) - 1}) {
            Files.write(file, before);
            Files.deleteIfExists(directory.resolve("backup-shm"));
            Files.write(wal, Arrays.copyOf(log, length));
            SqliteRestoration.restore(file, NOTHING);
            assertFalse(seen(file, SqliteJournalReader::identity).isBackup());
        }
    }

    private int firstCommit(byte[] log) throws IOException {
        int length = 0;
        while (!LogFile.holdsCommit(Files.write(directory.resolve("cut"), Arrays.copyOf(log, length)))) {
            length++;
        }
        return length;
    }

    @Test
    void what_a_copy_cannot_write_is_told_of_the_copy_and_what_it_cannot_read_of_the_journal() throws Exception {
        Path fresh = Files.createFile(directory.resolve("fresh"));
        for (SQLiteErrorCode code : List.of(SQLiteErrorCode.SQLITE_FULL, SQLiteErrorCode.SQLITE_IOERR_WRITE,
                SQLiteErrorCode.SQLITE_IOERR_FSYNC, SQLiteErrorCode.SQLITE_IOERR_TRUNCATE, SQLiteErrorCode.SQLITE_READONLY)) {
            assertTrue(SqliteBackup.isOfTarget(new SQLiteException("no", code), fresh), code.name());
        }
        for (SQLiteErrorCode code : List.of(SQLiteErrorCode.SQLITE_IOERR_READ, SQLiteErrorCode.SQLITE_CORRUPT,
                SQLiteErrorCode.SQLITE_IOERR_SHORT_READ, SQLiteErrorCode.SQLITE_BUSY, SQLiteErrorCode.SQLITE_CANTOPEN)) {
            assertFalse(SqliteBackup.isOfTarget(new SQLiteException("no", code), fresh), code.name());
        }
        Files.delete(fresh);
        assertTrue(SqliteBackup.isOfTarget(new SQLiteException("no", SQLiteErrorCode.SQLITE_CANTOPEN), fresh));
    }

    /** As where a rollback journal that was removed is still there: the new file is rolled back to nothing. */
    @Test
    void a_copy_that_cannot_be_read_back_is_a_failure_of_its_disk_and_no_damage_of_a_journal() {
        for (SQLiteErrorCode code : List.of(SQLiteErrorCode.SQLITE_ERROR, SQLiteErrorCode.SQLITE_CORRUPT,
                SQLiteErrorCode.SQLITE_NOTADB, SQLiteErrorCode.SQLITE_IOERR_SHORT_READ, SQLiteErrorCode.SQLITE_IOERR_WRITE)) {
            StoreException told = SqliteBackup.unfinished(file, new SQLiteException("no", code));
            assertTrue(told.problem() == StoreProblem.IO_FAILED, told.getMessage());
            assertTrue(told.getMessage().contains(file.toString()) && told.getMessage().contains(code.name()), told.getMessage());
        }
        assertEquals(StoreProblem.FULL,
                SqliteBackup.unfinished(file, new SQLiteException("no", SQLiteErrorCode.SQLITE_FULL)).problem());
    }
}
