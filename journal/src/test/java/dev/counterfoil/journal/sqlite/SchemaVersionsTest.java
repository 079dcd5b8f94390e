// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.sqlite.commit.Session;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.PlainFiles;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A second version of the layout, which only these tests know, opens a file of the first. */
class SchemaVersionsTest {
    @TempDir
    private Path directory;

    private Path journal;

    @BeforeEach
    void aFileOfVersionOne() {
        journal = directory.resolve("j.db");
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            store.append(Journals.append("a", 0));
            store.append(Journals.append("a", 1));
            store.append(Journals.append("b", 0));
        }
    }

    @Test
    void who_writes_brings_an_older_file_up_once_and_everything_in_it_is_as_it_was() throws Exception {
        assertEquals(List.of(1L, 0L), versionAndSteps());
        for (int i = 0; i < 2; i++) {
            try (SqliteCheckpointStore store = two(Session.Committing.PLAIN)) {
                assertEquals(2 + i, store.read(Journals.id("a")).orElseThrow().records().size());
                assertEquals(List.of(), store.checkAnchor());
                assertInstanceOf(AppendResult.Appended.class, store.append(Journals.append("a", 2 + i)));
            }
            assertEquals(List.of(2L, 1L), versionAndSteps());
        }
    }

    @Test
    void who_only_reads_leaves_an_older_file_as_it_is() throws Exception {
        byte[] before = Files.readAllBytes(journal);
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal, Journals.VERSION_TWO)) {
            assertEquals(2, reader.invocations(0, 10, Scope.ALL).size());
            assertEquals(List.of(), reader.checkAnchor());
        }
        assertArrayEquals(before, Files.readAllBytes(journal));
    }

    @Test
    void an_older_program_that_has_the_file_open_is_refused_from_then_on_and_writes_nothing() throws Exception {
        try (SqliteCheckpointStore older = SqliteCheckpointStore.open(journal);
                SqliteJournalReader olderReader = SqliteJournalReader.open(journal)) {
            older.read(Journals.id("a"));
            olderReader.row(Journals.id("a"));
            try (SqliteCheckpointStore newer = two(Session.Committing.PLAIN)) {
                refused(() -> older.append(Journals.append("a", 2)));
                refused(() -> older.beat(Journals.ME));
                refused(() -> older.read(Journals.id("a")));
                refused(() -> olderReader.read(Journals.id("a")));
                refused(() -> SqliteCheckpointStore.open(journal).close());
                refused(() -> {
                    try (SqliteJournalReader fresh = SqliteJournalReader.open(journal)) {
                        fresh.checkAnchor();
                    }
                });
                assertEquals(2, newer.read(Journals.id("a")).orElseThrow().records().size());
            }
        }
        assertEquals(List.of(2L, 1L), versionAndSteps());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_commit_that_fails_leaves_the_old_version_or_the_new_one(boolean written) throws Exception {
        Session.Committing failing = link -> {
            link.execute(written ? "commit" : "rollback");
            throw new SQLException("planted", "", SqliteFailure.IOERR.primary());
        };
        assertThrows(StoreException.class, () -> two(failing));
        assertEquals(written ? List.of(2L, 1L) : List.of(1L, 0L), versionAndSteps());
        two(Session.Committing.PLAIN).close();
        assertEquals(List.of(2L, 1L), versionAndSteps());
    }

    @Test
    @Tag("once")
    void of_four_processes_at_once_one_brings_it_up_and_the_others_wait() throws Exception {
        List<Process> children = new ArrayList<>();
        List<BufferedReader> lines = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            children.add(Children.start(directory, List.of(), "bring", journal.toString()));
            lines.add(Children.lines(children.get(i)));
        }
        for (BufferedReader each : lines) {
            assertEquals("ready", each.readLine());
        }
        for (Process child : children) {
            child.getOutputStream().write('\n');
            child.getOutputStream().flush();
        }
        for (int i = 0; i < 4; i++) {
            assertEquals("brought", lines.get(i).readLine());
            assertEquals(0, children.get(i).waitFor());
        }
        assertEquals(List.of(2L, 1L), versionAndSteps());
        assertWhole();
    }

    @Test
    @Tag("once")
    void killed_in_the_step_it_is_the_old_version_still() throws Exception {
        Process child = Children.start(directory, List.of(), "stick", journal.toString());
        assertEquals("in the step", Children.lines(child).readLine());
        Children.kill(child);
        assertEquals(List.of(1L, 0L), versionAndSteps());
        SqliteCheckpointStore.open(journal).close();
        two(Session.Committing.PLAIN).close();
        assertEquals(List.of(2L, 1L), versionAndSteps());
        assertWhole();
    }

    private SqliteCheckpointStore two(Session.Committing committing) {
        return SqliteCheckpointStore.open(journal, committing, Journals.VERSION_TWO);
    }

    private static void refused(Runnable call) {
        assertEquals(StoreProblem.OTHER_VERSION, assertThrows(StoreException.class, call::run).problem());
    }

    private void assertWhole() {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal, Journals.VERSION_TWO)) {
            assertEquals(List.of(), reader.checkAnchor());
            assertEquals(2, reader.read(Journals.id("a")).orElseThrow().records().size());
        }
    }

    /** As SQLite shows them, log included: the version, and how often the step was done. */
    private List<Long> versionAndSteps() throws SQLException, IOException {
        try (Link link = Link.open(journal, PlainFiles.look(journal).orElseThrow().key(), Link.Mode.READ_WRITE)) {
            boolean there = link.number("select count(*) from sqlite_schema where name = 'step'") == 1;
            return List.of(SchemaSteps.version(link), there ? link.number("select count(*) from step") : 0L);
        }
    }
}
