// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Settings;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import java.io.BufferedReader;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What users reported of files of records: several processes, a log that grows, a record that is cut. */
@Tag("once")
@Timeout(240)
final class ReportedJournalsTest {
    private static final int PROCESSES = 2;

    @TempDir
    private Path directory;

    private Path temporary;
    private Path journal;

    @BeforeEach
    void places() throws Exception {
        temporary = Files.createDirectory(directory.resolve("tmp"));
        journal = Files.createDirectory(directory.resolve("journals")).resolve("j.db");
    }

    /** Each thread reads, then writes what follows from what it read: 4 threads a process, 500 times each. */
    @Test
    void A37_threads_of_two_processes_that_read_and_then_write_meet_no_busy_file_and_lose_nothing() throws Exception {
        Journals.store(journal).close();
        List<Process> children = new ArrayList<>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                children.add(Children.start(temporary, List.of(), "load", journal.toString(), "p" + i));
            }
            for (Process child : children) {
                try (BufferedReader output = Children.lines(child)) {
                    assertEquals(Children.LOAD_THREADS + " threads appended " + Children.LOAD_APPENDS, output.readLine());
                }
                assertEquals(0, child.waitFor());
            }
        } finally {
            for (Process child : children) {
                Children.kill(child);
            }
        }
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
            assertEquals(List.of(), store.checkAnchor());
            List<InvocationRow> rows = store.invocations(0, 1_000, Scope.ALL);
            assertEquals(PROCESSES * Children.LOAD_THREADS, rows.size());
            assertEquals(Set.of((long) Children.LOAD_APPENDS), new TreeSet<>(rows.stream().map(InvocationRow::records).toList()));
        }
    }

    private static void appendMany(SqliteCheckpointStore store, String name, int records) {
        List<StoredRecord> all = LongStream.range(0, records).mapToObj(each -> Journals.record(name, each)).toList();
        store.append(new Append(Journals.id(name), Head.NONE, Journals.MINE, all, Standing.OPEN));
    }

    /** 50,000 records, half of them while another process holds what it saw before. */
    @Test
    void A39_the_log_is_back_under_its_bound_when_a_long_reader_in_another_process_has_ended() throws Exception {
        int perAppend = 50;
        Path log = JournalFile.beside(journal, "-wal");
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            appendMany(store, "first", 1);
            Process reader = Children.start(temporary, List.of(), "snapshot", journal.toString());
            try {
                assertEquals("1", Children.lines(reader).readLine());
                for (int i = 0; i < 500; i++) {
                    appendMany(store, "beside-" + i, perAppend);
                }
                long grown = Files.size(log);
                assertTrue(grown > Settings.JOURNAL_SIZE_LIMIT_BYTES, () -> "only " + grown + " bytes");
                reader.getOutputStream().close();
                assertEquals(0, reader.waitFor());
            } finally {
                Children.kill(reader);
            }
            for (int i = 0; i < 500; i++) {
                appendMany(store, "after-" + i, perAppend);
            }
            assertTrue(Files.size(log) <= Settings.JOURNAL_SIZE_LIMIT_BYTES, () -> "the log has " + log.toFile().length() + " bytes");
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    /**
     * A log that was cut is an earlier true state: whatever was committed before the cut is there, and nothing is half there. That it is
     * earlier cannot be seen in the file alone.
     */
    @Test
    void A42_a_log_cut_at_any_length_of_its_last_records_shows_whole_records_from_the_first_on() throws Exception {
        Process child = Children.start(temporary, List.of(), "append", journal.toString(), "cut");
        long last;
        try (BufferedReader output = Children.lines(child)) {
            do {
                last = Long.parseLong(output.readLine());
            } while (last < 5);
        } finally {
            Children.kill(child);
        }
        byte[] whole = Files.readAllBytes(JournalFile.beside(journal, "-wal"));
        Path copy = Files.createDirectory(directory.resolve("cut")).resolve("j.db");
        Set<Integer> seen = new TreeSet<>();
        for (int cut = 0; cut <= whole.length; cut += cut < whole.length - 12_000 ? 1_031 : 61) {
            Files.copy(journal, copy);
            Files.write(JournalFile.beside(copy, "-wal"), whole);
            try (RandomAccessFile log = new RandomAccessFile(JournalFile.beside(copy, "-wal").toFile(), "rw")) {
                log.setLength(cut);
            }
            seen.add(check(copy, cut));
            Files.delete(copy);
            Files.delete(JournalFile.beside(copy, "-wal"));
        }
        assertTrue(seen.size() > 5 && seen.contains(0), seen.toString());
    }

    private static int check(Path copy, int cut) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(copy)) {
            List<StoredRecord> records = reader.read(Journals.id("cut")).map(StoredInvocation::records).orElse(List.of());
            List<StoredRecord> whole = LongStream.range(0, records.size()).mapToObj(each -> Journals.record("cut", each)).toList();
            assertEquals(whole, records, "cut at " + cut);
            assertEquals(List.of(), reader.checkAnchor(), "cut at " + cut);
            return records.size();
        }
    }
}
