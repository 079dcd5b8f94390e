// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** backup and restore: what is copied, what a copy refuses, and what becomes of what was open. */
final class BackupTest {
    private static final String HEX = "[0-9a-f]{32}";

    @TempDir
    private Path directory;

    private Path journal;
    private Path backup;

    @BeforeEach
    void make() {
        journal = directory.resolve("j.db");
        backup = directory.resolve("j.backup");
        InspectedJournal.make(journal);
    }

    private List<String> names() throws Exception {
        try (var entries = Files.list(directory)) {
            return entries.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private static void fails(int status, String words, Cli.Ended ended) {
        assertEquals(status, ended.status(), ended.toString());
        assertTrue(ended.err().contains(words), ended.toString());
    }

    @Test
    void a_backup_shows_what_the_journal_showed_and_leaves_it_as_it_was() throws Exception {
        byte[] before = Files.readAllBytes(journal);
        Cli.Ended ended = Inside.run("backup", journal, backup, "--format", "json");
        assertEquals(0, ended.status(), ended.toString());
        assertEquals("", ended.err());
        assertTrue(ended.out().matches("\\{\"backup_of\":\"" + HEX + "\",\"invocations\":4,\"open\":1,\"records\":17,\"bytes\":[0-9]+,"
                + "\"last_digest\":\"[0-9a-f]{64}\"}\\R"), ended.out());
        assertArrayEquals(before, Files.readAllBytes(journal));
        assertEquals(List.of("j.backup", "j.db"), names());
        for (String command : List.of("dump", "list", "replay", "verify")) {
            assertEquals(Inside.run(command, journal), Inside.run(command, backup), command);
        }
        assertTrue(Inside.run("backup", journal, directory.resolve("second")).out().matches(
                ".*second: backup of " + HEX + ", 4 invocations, 1 of them not closed, 17 records, [0-9]+ bytes,"
                        + " last record [0-9a-f]{64}\\R"));
    }

    @Test
    void whatever_writes_refuses_a_backup_and_leaves_it_as_it_was() throws Exception {
        Inside.run("backup", journal, backup);
        byte[] before = Files.readAllBytes(backup);
        String refused = "is_a_backup, " + backup;
        fails(6, refused, Inside.run("run", "--journal", backup, "--id", "new", "--", "true"));
        fails(6, refused, Inside.run("run", "--journal", backup, "--id", "settled", "--", "true"));
        fails(6, refused, Inside.run("recover", "--journal", backup));
        fails(6, refused, Inside.run("cancel", backup, "doubt"));
        fails(6, refused, Inside.run("reconcile", backup, "doubt", "0", "--verdict", "completed", "--evidence", "seen"));
        assertArrayEquals(before, Files.readAllBytes(backup));
        assertEquals(List.of("j.backup", "j.db"), names());
    }

    @Test
    void what_lies_under_the_name_is_never_written_over() throws Exception {
        Files.writeString(backup, "precious");
        fails(6, "taken, " + backup, Inside.run("backup", journal, backup));
        assertEquals("precious", Files.readString(backup));
        Files.move(backup, directory.resolve("j.backup-wal"));
        fails(6, "taken, " + backup + "-wal", Inside.run("backup", journal, backup));
        Files.delete(directory.resolve("j.backup-wal"));
        Files.createSymbolicLink(backup, directory.resolve("nowhere"));
        fails(6, "taken, ", Inside.run("backup", journal, backup));
        Files.delete(backup);
        fails(6, "taken, ", Inside.run("backup", journal, journal));
        fails(6, "missing, ", Inside.run("backup", journal, directory.resolve("none/b")));
        fails(6, "missing, ", Inside.run("backup", directory.resolve("none"), backup));
        fails(2, "--format", Inside.run("backup", journal, backup, "--format", "xml"));
        fails(2, "FILE", Inside.run("backup", journal));
        assertEquals(List.of("j.db"), names());
    }

    @Test
    void a_backup_of_damage_is_no_backup() throws Exception {
        InspectedJournal.tamper(journal, "update record set payload = x'00' where key = 1");
        fails(5, "there is no backup", Inside.run("backup", journal, backup));
        assertEquals(List.of("j.db"), names());
    }

    @Test
    void a_journal_is_restored_once_and_is_another_one_then() throws Exception {
        fails(6, "not_a_backup, " + journal, Inside.run("restore", journal));
        Inside.run("backup", journal, backup);
        Cli.Ended restored = Inside.run("restore", backup, "--format", "json");
        assertEquals(0, restored.status(), restored.toString());
        assertEquals("{\"invocation\":\"doubt\",\"found\":\"in_doubt\",\"ordinal\":0}", restored.lines().get(0));
        String counts = ",\"open\":1,\"made_doubtful\":0,\"in_doubt\":1,\"nothing_to_send\":0}}";
        assertTrue(restored.lines().get(1).matches(
                "\\{\"restored\":\\{\"journal\":\"" + HEX + "\",\"backup_of\":\"" + HEX + "\"" + counts), restored.out());
        assertTrue(restored.err().contains("1 invocation is in doubt"), restored.err());
        fails(6, "not_a_backup, " + backup, Inside.run("restore", backup));
        assertEquals(0, Inside.run("verify", backup).status());
        assertEquals(0, Inside.run("reconcile", backup, "doubt", "0", "--verdict", "not_applied", "--evidence", "seen").status());
        assertFalse(Inside.run("dump", backup, "doubt").out().equals(Inside.run("dump", journal, "doubt").out()));
        for (String settled : List.of("retried", "stopped", "settled")) {
            assertEquals(Inside.run("dump", journal, settled), Inside.run("dump", backup, settled), settled);
        }
        assertEquals(List.of("j.backup", "j.db"), names());
    }

    @Test
    void a_damaged_backup_is_not_restored_and_left_as_it_was() throws Exception {
        Inside.run("backup", journal, backup);
        InspectedJournal.tamper(backup, "update record set payload = x'00' where key = 1");
        byte[] before = Files.readAllBytes(backup);
        fails(5, "nothing was restored", Inside.run("restore", backup));
        assertArrayEquals(before, Files.readAllBytes(backup));
        InspectedJournal.tamper(backup, "update journal set is_backup = 0");
        fails(5, "anchor_differs", Inside.run("restore", backup));
        fails(5, "anchor_differs", Inside.run("recover", "--journal", backup));
        InspectedJournal.tamper(backup, "update journal set is_backup = 1");
        fails(5, "nothing was restored", Inside.run("restore", backup));
    }

    /** Left open by a process that was stopped, after a failure without effect. */
    private void leaveOpen() {
        try (Counterfoil runtime = InspectedJournal.runtime(journal)) {
            runtime.run(InspectedJournal.invocation("open", 3, dispatch -> {
                runtime.stop();
                return Answer.retryable();
            }));
        }
    }

    @Test
    void what_the_original_may_have_sent_after_the_copy_is_not_sent_again_until_a_person_says_so() {
        leaveOpen();
        Inside.run("backup", journal, backup);
        InspectedJournal.run(journal, InspectedJournal.invocation("open", 3, dispatch -> Answer.completed("by the original")));
        Cli.Ended restored = Inside.run("restore", backup);
        assertEquals(0, restored.status(), restored.toString());
        assertEquals("open: made_doubtful, attempt 1", restored.lines().get(1));
        assertTrue(restored.lines().get(2).endsWith("; 2 not closed, 1 made doubtful, 1 in doubt before, 0 with nothing to send"));
        assertTrue(restored.err().contains("what the original opened after the backup is not known here"), restored.err());
        RunOutcome outcome = InspectedJournal.run(backup, InspectedJournal.invocation("open", 3, dispatch -> {
            throw new AssertionError("sent again");
        }));
        assertTrue(outcome.toString().contains("open_intent"), outcome.toString());
        fails(4, "uncertain", Inside.run("recover", "--journal", backup));
        Cli.Ended listed = Inside.run("list", backup, "--state", "uncertain", "--format", "json");
        assertTrue(listed.out().contains("\"invocation\":\"open\"") && listed.out().contains("\"attempts\":2"), listed.out());
        assertEquals(0, Inside.run(
                "reconcile", backup, "open", "1", "--verdict", "completed", "--evidence", "the original's log").status());
        assertEquals(0, Inside.run("verify", backup).status());
    }

    @Test
    void a_doubt_of_the_copy_that_did_not_happen_is_not_sent_again_before_a_person_says_what_the_original_did_then() {
        InspectedJournal.doubt(journal, "paid", 3);
        Inside.run("backup", journal, backup);
        String[] verdict = {"paid", "0", "--verdict", "not_applied", "--evidence", "seen"};
        assertEquals(0, Inside.run("reconcile", journal, verdict[0], verdict[1], verdict[2], verdict[3], verdict[4], verdict[5]).status());
        InspectedJournal.run(journal, InspectedJournal.invocation("paid", 3, dispatch -> Answer.completed("by the original")));
        assertEquals(0, Inside.run("restore", backup).status());
        Cli.Ended said = Inside.run("reconcile", backup, verdict[0], verdict[1], verdict[2], verdict[3], verdict[4], verdict[5]);
        assertEquals(0, said.status(), said.toString());
        assertTrue(said.out().contains("attempt 1 is charged and in doubt"), said.toString());
        RunOutcome outcome = InspectedJournal.run(backup, InspectedJournal.invocation("paid", 3, dispatch -> {
            throw new AssertionError("paid twice");
        }));
        assertTrue(outcome.toString().contains("open_intent"), outcome.toString());
        assertEquals(0, Inside.run("verify", backup).status());
        assertEquals(0, Inside.run(
                "reconcile", backup, "paid", "1", "--verdict", "completed", "--evidence", "the original's log").status());
    }

    @Test
    void a_log_of_another_file_beside_a_backup_is_not_taken_for_its_own() throws Exception {
        Inside.run("backup", journal, backup);
        byte[] before = Files.readAllBytes(backup);
        byte[] log;
        try (Counterfoil runtime = InspectedJournal.runtime(journal)) {
            runtime.run(InspectedJournal.invocation("later", 1, dispatch -> Answer.completed("done")));
            log = Files.readAllBytes(directory.resolve("j.db-wal"));
        }
        Files.write(directory.resolve("j.backup-wal"), log);
        Cli.Ended ended = Inside.run("restore", backup);
        assertEquals(6, ended.status(), ended.toString());
        assertArrayEquals(before, Files.readAllBytes(backup));
        Files.delete(directory.resolve("j.backup-wal"));
        Files.deleteIfExists(directory.resolve("j.backup-shm"));
        assertEquals(0, Inside.run("restore", backup).status());
    }

    /** Kills a command behind the n-th change in the directory; whether it came that far. */
    private boolean killedBehind(int changes, Path... arguments) throws Exception {
        Cli cli = new Cli(Files.createDirectories(directory.resolve("cli")));
        String[] words = Stream.concat(Stream.of(arguments[0].toString()), Stream.of(arguments).skip(1).map(Path::toString))
                .toArray(String[]::new);
        try (WatchService watch = directory.getFileSystem().newWatchService()) {
            directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE,
                    StandardWatchEventKinds.ENTRY_MODIFY);
            Process process = cli.start(ProcessBuilder.Redirect.DISCARD, words);
            int seen = 0;
            while (seen < changes && process.isAlive()) {
                WatchKey key = watch.poll(50, TimeUnit.MILLISECONDS);
                if (key != null) {
                    seen += key.pollEvents().size();
                    key.reset();
                }
            }
            boolean killed = process.isAlive();
            process.destroyForcibly().waitFor();
            return killed;
        }
    }

    @Test
    @Tag("once")
    void a_backup_that_is_killed_leaves_a_whole_one_or_none() throws Exception {
        leaveOpen();
        boolean killed = true;
        for (int changes = 1; killed; changes++) {
            killed = killedBehind(changes, Path.of("backup"), journal, backup);
            if (Files.exists(backup)) {
                assertEquals(0, Inside.run("verify", backup).status(), "killed behind change " + changes);
                fails(6, "is_a_backup", Inside.run("recover", "--journal", backup));
                Files.delete(backup);
            }
        }
        assertEquals(0, Inside.run("backup", journal, backup).status());
        assertEquals(0, Inside.run("verify", journal).status());
    }

    @Test
    @Tag("once")
    void a_restoration_that_is_killed_is_repeated_and_restores_once() throws Exception {
        leaveOpen();
        Inside.run("backup", journal, directory.resolve("kept"));
        boolean killed = true;
        for (int changes = 1; killed; changes++) {
            for (String suffix : List.of("", "-wal", "-shm")) {
                Files.deleteIfExists(directory.resolve("j.backup" + suffix));
            }
            Files.copy(directory.resolve("kept"), backup);
            killed = killedBehind(changes, Path.of("restore"), backup);
            int status = Inside.run("restore", backup).status();
            assertTrue(status == 0 || status == 6, "killed behind change " + changes + ": " + status);
            assertEquals(0, Inside.run("verify", backup).status(), "killed behind change " + changes);
            String dump = Inside.run("dump", backup, "--format", "jsonl").out();
            assertEquals(2, dump.split("\"what\":\"restored\"", -1).length - 1, "killed behind change " + changes);
        }
    }
}
