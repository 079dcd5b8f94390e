// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

final class SqliteJournalReaderTest {
    @TempDir
    private Path directory;

    private Path temporary;
    private Path folder;
    private Path journal;

    @BeforeEach
    void places() throws Exception {
        temporary = Files.createDirectory(directory.resolve("tmp"));
        folder = Files.createDirectory(directory.resolve("journals"));
        journal = folder.resolve("j.db");
    }

    private static void fill(SqliteCheckpointStore store) {
        store.append(Journals.append("a", 0));
        store.append(Journals.append("a", 1));
        store.append(Journals.append("b", 0));
    }

    private static void readAll(Path journal) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            assertEquals(List.of("a", "b"), reader.invocations(0, 10, Scope.ALL).stream().map(row -> row.id().value()).toList());
            assertEquals(List.of(Journals.record("a", 0), Journals.record("a", 1)), reader.read(Journals.id("a")).orElseThrow().records());
            assertEquals(List.of(), reader.checkAnchor());
        }
    }

    /** Name, size, time and bytes of every file; of -shm, which is shared memory, the name only. The process may have no store open. */
    private List<String> traces() throws Exception {
        List<String> traces = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path each : entries.sorted().toList()) {
                boolean memory = each.toString().endsWith("-shm");
                traces.add(each.getFileName() + (memory ? ""
                        : " " + Files.getLastModifiedTime(each) + " " + Arrays.hashCode(Files.readAllBytes(each))));
            }
        }
        return traces;
    }

    private void readLeavesEverythingAsItWas() throws Exception {
        List<String> before = traces();
        readAll(journal);
        assertEquals(before, traces());
    }

    @Test
    void damage_that_is_seen_while_the_file_changes_is_looked_for_again_and_is_told_where_it_does_not() throws Exception {
        Path journal = directory.resolve("changing.db");
        Journals.store(journal).close();
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            AtomicInteger looks = new AtomicInteger();
            int seen = reader.inOneLook(link -> {
                if (looks.incrementAndGet() == 1) {
                    touch(journal);
                    throw unreadable(journal);
                }
                return looks.get();
            });
            assertEquals(2, seen);
            assertThrows(DamagedJournalException.class, () -> reader.inOneLook(link -> {
                throw unreadable(journal);
            }));
        }
    }

    private static DamagedJournalException unreadable(Path file) {
        return new DamagedJournalException(file.toString(), List.of(Damage.of(DamageReason.UNREADABLE, "the file", "one state", "two")));
    }

    private static void touch(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_closed_journal_is_read_and_nothing_is_left_behind() throws Exception {
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            fill(store);
        }
        readLeavesEverythingAsItWas();
        Files.createFile(folder.resolve("j.db-wal"));
        readLeavesEverythingAsItWas();
    }

    @Test
    void a_journal_that_another_process_writes_is_read_beside_it() throws Exception {
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            fill(store);
        }
        Process child = Children.start(temporary, List.of(), "hold", journal.toString());
        try {
            assertEquals("Appended", Children.lines(child).readLine());
            List<String> before = traces();
            try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
                assertEquals(List.of("a", "b", "held"),
                        reader.invocations(0, 10, Scope.ALL).stream().map(row -> row.id().value()).toList());
            }
            assertEquals(before, traces());
            child.getOutputStream().close();
            assertEquals(0, child.waitFor());
        } finally {
            Children.kill(child);
        }
    }

    @Test
    void a_journal_that_a_killed_process_left_is_read_with_its_log_and_without_its_index() throws Exception {
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            fill(store);
            for (String suffix : List.of("", "-wal")) {
                Files.copy(folder.resolve("j.db" + suffix), temporary.resolve("j.db" + suffix));
            }
        }
        Path left = Files.createDirectory(directory.resolve("left"));
        folder = left;
        journal = left.resolve("j.db");
        for (String suffix : List.of("", "-wal")) {
            Files.copy(temporary.resolve("j.db" + suffix), left.resolve("j.db" + suffix));
        }
        readLeavesEverythingAsItWas();
        Files.createFile(left.resolve("j.db-shm"));
        readLeavesEverythingAsItWas();
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
            assertEquals(List.of(), store.checkAnchor());
        }
        readLeavesEverythingAsItWas();
    }

    /** Where the system does not let us mount anything, what is left to see is the way of reading that such a directory leads to. */
    @Test
    void a_journal_in_a_directory_that_cannot_be_written_is_read_from_a_copy_and_refused_for_writing() throws Exception {
        Process child = Children.start(temporary, List.of(), "hold", journal.toString());
        try {
            assertEquals("Appended", Children.lines(child).readLine());
        } finally {
            Children.kill(child);
        }
        Path view = Files.createDirectory(directory.resolve("view"));
        boolean mounted = run("mount", "--bind", folder.toString(), view.toString()) == 0;
        try {
            boolean readOnly = mounted && run("mount", "-o", "remount,ro,bind", view.toString()) == 0;
            if (!readOnly) {
                Files.delete(folder.resolve("j.db-shm"));
            }
            List<String> before = traces();
            Path seen = readOnly ? view.resolve("j.db") : journal;
            try (SqliteJournalReader reader = SqliteJournalReader.open(seen)) {
                assertEquals(1, reader.invocations(0, 10, Scope.OPEN).size());
            }
            assertEquals(before, traces());
            if (readOnly) {
                StoreException refused = assertThrows(StoreException.class, () -> SqliteCheckpointStore.open(seen));
                assertEquals(StoreProblem.READ_ONLY, refused.problem());
            }
        } finally {
            if (mounted) {
                run("umount", view.toString());
            }
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    @Test
    void a_reader_beside_a_store_of_the_same_process_drops_none_of_its_locks() throws Exception {
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            fill(store);
            readAll(journal);
            Process other = Children.start(temporary, List.of(), "hold", journal.toString());
            try {
                assertEquals("Appended", Children.lines(other).readLine());
                readTwice(store);
                other.getOutputStream().close();
                assertEquals(0, other.waitFor());
            } finally {
                Children.kill(other);
            }
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    private void readTwice(SqliteCheckpointStore store) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            assertEquals(3, reader.invocations(0, 10, Scope.ALL).size());
            store.append(Journals.append("c", 0));
            assertEquals(4, reader.invocations(0, 10, Scope.ALL).size());
        }
    }

    @Test
    void a_reader_sees_what_was_written_after_it_was_opened_on_a_closed_journal() {
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            fill(store);
        }
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            assertEquals(2, reader.invocations(0, 10, Scope.ALL).size());
            try (SqliteCheckpointStore store = Journals.store(journal)) {
                store.append(Journals.append("c", 0));
                assertEquals(3, reader.invocations(0, 10, Scope.ALL).size());
                store.append(Journals.append("d", 0));
            }
            assertEquals(List.of("a", "b", "c", "d"),
                    reader.invocations(0, 10, Scope.OPEN).stream().map(InvocationRow::id).map(id -> id.value()).toList());
        }
    }

    /** SQLite ends a transaction itself where reading fails; what it then says of our end of it must hide nothing. */
    @ParameterizedTest
    @CsvSource({"SQLITE_IOERR_SHMSIZE, FULL", "SQLITE_FULL, FULL", "SQLITE_IOERR_READ, IO_FAILED", "SQLITE_NOMEM, IO_FAILED",
        "SQLITE_CANTOPEN, IO_FAILED"})
    void a_read_that_fails_is_told_for_what_failed_and_the_next_one_reads(SQLiteErrorCode code, StoreProblem problem) {
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            fill(store);
            try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
                StoreException told = assertThrows(StoreException.class, () -> reader.inOneLook(link -> {
                    link.execute("rollback");
                    throw new SQLiteException("no", code);
                }));
                assertEquals(problem + " true", told.problem() + " " + told.getMessage().contains(code.name()));
                assertEquals(List.of(), reader.checkAnchor());
            }
        }
    }

    /** How much SQLite does to read every invocation of a journal whose heads and anchor differ. */
    private static long work(Path file, int invocations) throws Exception {
        try (SqliteCheckpointStore store = Journals.store(file)) {
            for (int i = 0; i < invocations; i++) {
                store.append(Journals.append("i" + i, 0));
            }
        }
        try (Link link = Link.open(file, file, Link.Mode.READ_WRITE)) {
            link.execute("update anchor set head_sum = zeroblob(32)");
        }
        AtomicLong work = new AtomicLong();
        try (SqliteJournalReader reader = SqliteJournalReader.open(file)) {
            reader.inOneStatement(link -> {
                link.whileRunning(() -> work.incrementAndGet() > 0);
                return link;
            });
            for (int i = 0; i < invocations; i++) {
                assertEquals(1, reader.read(Journals.id("i" + i)).orElseThrow().records().size());
            }
        }
        return work.get();
    }

    @Test
    void heads_that_differ_from_the_anchor_cost_a_pass_over_the_records_and_not_one_for_each_invocation() throws Exception {
        long few = work(folder.resolve("few.db"), 400);
        long many = work(folder.resolve("many.db"), 1_600);
        assertTrue(many < 6 * few, few + " and " + many);
    }

    @Test
    void what_follows_a_head_that_was_set_back_is_read_and_nothing_of_others() throws Exception {
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            for (int i = 0; i < 4; i++) {
                store.append(Journals.append("a", i));
                store.append(Journals.append("b", i));
                store.append(Journals.append("c", i));
            }
        }
        try (Link link = Link.open(journal, journal, Link.Mode.READ_WRITE)) {
            link.execute("update invocation set records = 1, last_key = 1 where id = 'a'");
            link.execute("update invocation set records = 3, last_key = 9 where id = 'c'");
        }
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            for (String name : List.of("a", "b", "c")) {
                assertEquals(List.of(0L, 1L, 2L, 3L),
                        reader.read(Journals.id(name)).orElseThrow().records().stream().map(StoredRecord::sequence).toList(), name);
            }
        }
    }

    @Test
    void a_missing_journal_is_missing_and_a_closed_reader_says_so() {
        assertEquals(StoreProblem.MISSING, assertThrows(StoreException.class, () -> SqliteJournalReader.open(journal)).problem());
        Journals.store(journal).close();
        SqliteJournalReader reader = SqliteJournalReader.open(journal);
        reader.close();
        reader.close();
        assertEquals(StoreProblem.CLOSED, assertThrows(StoreException.class, reader::checkAnchor).problem());
    }
}
