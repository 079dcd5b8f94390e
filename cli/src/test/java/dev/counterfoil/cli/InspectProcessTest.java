// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looking and reconciling as processes of their own: exit statuses, writers beside them, readers that leave. */
@Tag("once")
final class InspectProcessTest {
    @TempDir
    private Path directory;

    private Cli cli;

    @BeforeEach
    void begin() {
        cli = new Cli(directory);
    }

    private void assertEnds(int status, String... arguments) {
        Cli.Ended ended = cli.run(arguments);
        assertEquals(status, ended.status(), String.join(" ", arguments) + ": " + ended.err());
        assertEquals(status == 0, ended.err().isEmpty(), String.join(" ", arguments) + ": " + ended.err());
        assertFalse((ended.out() + ended.err()).contains(InspectedJournal.CANARY), ended.out() + ended.err());
        assertFalse(ended.err().contains("\tat "), ended.err());
    }

    @Test
    void every_exit_status_reaches_the_shell() throws SQLException {
        InspectedJournal.make(directory.resolve("j.db"));
        assertEnds(0, "dump", "j.db");
        assertEnds(0, "verify", "j.db");
        assertEnds(4, "cancel", "j.db", "doubt");
        assertEnds(0, "reconcile", "j.db", "doubt", "0", "--verdict", "not_applied", "--evidence", "canary seen");
        assertEnds(7, "reconcile", "j.db", "doubt", "0", "--verdict", "completed", "--evidence", "canary seen");
        assertEnds(3, "reconcile", "j.db", "settled", "0", "--verdict", "completed", "--evidence", "canary seen");
        assertEnds(2, "reconcile", "j.db", "doubt", "0", "--verdict", "completed");
        assertEnds(7, "replay", "j.db", "nobody");
        assertEnds(6, "list", "missing.db");
        InspectedJournal.tamper(directory.resolve("j.db"), "update anchor set invocations = 5");
        assertEnds(5, "dump", "j.db", "--format", "jsonl");
        assertEnds(5, "verify", "j.db");
        assertEnds(5, "cancel", "j.db", "settled");
    }

    @Test
    void a_full_disk_behind_stdout_is_1_and_a_line_for_every_command() throws Exception {
        InspectedJournal.make(directory.resolve("j.db"));
        for (String[] command : new String[][] {{"--version"}, {"--help"}, {"list", "j.db"}, {"cancel", "j.db", "settled"},
            {"reconcile", "j.db", "doubt", "0", "--verdict", "abandoned", "--evidence", "seen"}}) {
            Cli.Ended ended = cli.runRedirected(">/dev/full", command);
            assertEquals(1, ended.status(), String.join(" ", command) + ": " + ended.err());
            assertTrue(ended.err().startsWith("stdout: "), ended.err());
            assertEquals(1, ended.err().lines().count(), ended.err());
        }
    }

    @Test
    void a_dump_beside_a_writer_after_its_crash_and_of_a_copy_without_shm_show_the_same_and_change_nothing() throws Exception {
        Process writer = cli.start(ProcessBuilder.Redirect.PIPE,
                "run", "--journal", "j.db", "--events", "--id", "slow", "--", "sleep", "300");
        try {
            BufferedReader events = new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
            String event = events.readLine();
            while (event != null && !event.contains("intent_committed")) {
                event = events.readLine();
            }
            assertTrue(event != null, "the writer ended");
            Cli.Ended beside = Inside.run("dump", directory.resolve("j.db"), "--format", "jsonl");
            assertEquals(0, beside.status(), beside.err());
            assertEquals(2, beside.lines().size(), beside.out());
            assertEquals(0, Inside.run("verify", directory.resolve("j.db")).status());
            writer.descendants().forEach(ProcessHandle::destroyForcibly);
            writer.destroyForcibly().waitFor();
            Looked crashed = look(directory);
            assertEquals(beside.out(), Inside.run("dump", directory.resolve("j.db"), "--format", "jsonl").out());
            assertEquals(0, Inside.run("verify", directory.resolve("j.db")).status());
            assertEquals(crashed, look(directory));
            Path copies = Files.createDirectory(directory.resolve("copies"));
            Files.copy(directory.resolve("j.db"), copies.resolve("j.db"));
            Files.copy(directory.resolve("j.db-wal"), copies.resolve("j.db-wal"));
            Looked copied = look(copies);
            assertEquals(beside.out(), Inside.run("dump", copies.resolve("j.db"), "--format", "jsonl").out());
            assertEquals(0, Inside.run("list", copies.resolve("j.db")).status());
            assertEquals(copied, look(copies));
            assertFalse(Files.exists(copies.resolve("j.db-shm")));
        } finally {
            writer.descendants().forEach(ProcessHandle::destroyForcibly);
            writer.destroyForcibly().waitFor();
        }
    }

    /** A journal and its log, byte for byte, with their times. */
    private record Looked(List<Object> seen) {}

    private static Looked look(Path in) throws IOException {
        Path file = in.resolve("j.db");
        Path log = in.resolve("j.db-wal");
        return new Looked(List.of(
                Bytes.of(Files.readAllBytes(file)), Files.getLastModifiedTime(file), Bytes.of(Files.readAllBytes(log)),
                Files.getLastModifiedTime(log)));
    }

    @Test
    void a_reader_that_has_seen_enough_ends_a_dump_without_a_word_and_a_full_disk_does_not() throws IOException {
        String large = "x".repeat(500_000);
        for (String id : List.of("one", "two", "three")) {
            InspectedJournal.run(directory.resolve("j.db"), InspectedJournal.invocation(id, 1, dispatch -> Answer.completed(large)));
        }
        Process dump = cli.start(ProcessBuilder.Redirect.PIPE, "dump", "j.db", "--payloads");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(dump.getInputStream(), StandardCharsets.UTF_8))) {
            assertTrue(lines.readLine().startsWith("one  settled"));
        }
        Cli.Ended ended = cli.end(dump, "cut");
        assertEquals(0, ended.status(), ended.err());
        assertEquals("", ended.err());
        Path full = Path.of("/dev/full");
        if (Files.exists(full)) {
            Cli.Ended unwritten = cli.end(cli.start(ProcessBuilder.Redirect.to(full.toFile()), "dump", "j.db"), "nothing");
            assertEquals(1, unwritten.status());
            assertTrue(unwritten.err().startsWith("stdout: a line could not be written"), unwritten.err());
        }
    }
}
