// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes on one file, and what a killed one leaves. */
final class ProcessesTest {
    @TempDir
    private Path directory;

    private Path temporary;
    private Path journal;

    @BeforeEach
    void places() throws Exception {
        temporary = Files.createDirectory(directory.resolve("tmp"));
        journal = Files.createDirectory(directory.resolve("journals")).resolve("j.db");
    }

    @Test
    void ten_processes_that_create_one_journal_at_once_all_write_into_the_same() throws Exception {
        List<Process> children = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                children.add(Children.start(temporary, List.of(), "create", journal.toString()));
            }
            List<BufferedReader> outputs = children.stream().map(Children::lines).toList();
            for (BufferedReader output : outputs) {
                assertEquals("ready", output.readLine());
            }
            for (Process child : children) {
                child.getOutputStream().write('\n');
                child.getOutputStream().flush();
            }
            Set<String> acknowledged = new TreeSet<>();
            for (BufferedReader output : outputs) {
                String[] words = String.valueOf(output.readLine()).split(" ");
                assertEquals("Appended", words[1], words[0]);
                acknowledged.add(words[0]);
            }
            for (Process child : children) {
                assertEquals(0, child.waitFor());
            }
            try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
                assertEquals(acknowledged, store.invocations(0, 100, Scope.ALL).stream().map(InvocationRow::id).map(InvocationId::value)
                        .collect(Collectors.toCollection(TreeSet::new)));
                assertEquals(List.of(), store.checkAnchor());
            }
            assertEquals(List.of("j.db"), names());
        } finally {
            for (Process child : children) {
                Children.kill(child);
            }
        }
    }

    @Test
    void every_append_that_a_killed_process_acknowledged_is_there() throws Exception {
        for (int round = 1; round <= 3; round++) {
            Process child = Children.start(temporary, List.of(), "append", journal.toString(), "r" + round);
            long last = -1;
            try (BufferedReader output = Children.lines(child)) {
                for (int i = 0; i < 50 * round; i++) {
                    last = Long.parseLong(output.readLine());
                }
                // The handle's way leaves our end of the pipe open: what was printed before the kill was acknowledged.
                child.toHandle().destroyForcibly();
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    last = Long.parseLong(line);
                }
            } finally {
                Children.kill(child);
            }
            try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
                assertEquals(List.of(), store.checkAnchor());
                long found = store.read(Journals.id("r" + round)).orElseThrow().records().size();
                assertTrue(found == last + 1 || found == last + 2, "acknowledged up to " + last + ", found " + found);
                String name = "r" + round;
                assertEquals(LongStream.range(0, found).mapToObj(each -> Journals.record(name, each)).toList(),
                        store.read(Journals.id(name)).orElseThrow().records());
            }
        }
        assertEquals(List.of("j.db", "j.db-shm", "j.db-wal"), names(), "whoever only reads leaves it as the killed process did");
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            assertTrue(store.append(Journals.append("last", 0)) instanceof AppendResult.Appended);
        }
        assertEquals(List.of("j.db"), names());
    }

    @Test
    void two_processes_write_in_turn_and_the_last_to_close_leaves_one_file() throws Exception {
        Process child = Children.start(temporary, List.of(), "hold", journal.toString());
        try {
            assertEquals("Appended", Children.lines(child).readLine());
            try (SqliteCheckpointStore store = Journals.store(journal)) {
                store.append(Journals.append("mine", 0));
                assertEquals(2, store.invocations(0, 10, Scope.OPEN).size());
            }
            assertEquals(List.of("j.db", "j.db-shm", "j.db-wal"), names());
            child.getOutputStream().close();
            assertEquals(0, child.waitFor());
            assertEquals(List.of("j.db"), names());
        } finally {
            Children.kill(child);
        }
    }

    private List<String> names() throws Exception {
        try (Stream<Path> entries = Files.list(journal.getParent())) {
            return entries.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }
}
