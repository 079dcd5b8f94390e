// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** dump --follow beside a runtime that opens, writes and closes the journal. */
@Tag("once")
@Timeout(180)
final class FollowTest {
    @TempDir
    private Path directory;

    private Path journal;
    private Cli cli;

    @BeforeEach
    void make() {
        journal = directory.resolve("j.db");
        cli = new Cli(directory);
        InspectedJournal.make(journal);
    }

    private static BufferedReader lines(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static List<String> read(BufferedReader lines, int count) throws Exception {
        List<String> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            read.add(lines.readLine());
        }
        return read;
    }

    private List<String> dump() {
        return Inside.run("dump", journal, "--format", "jsonl").lines();
    }

    /** One runtime for each, which closes the journal: the log is copied and removed in between. */
    private void settle(String id) {
        InspectedJournal.run(journal, InspectedJournal.invocation(id, 1, dispatch -> Answer.completed("done")));
    }

    @Test
    void it_shows_what_is_there_and_each_record_that_comes_once_in_order_and_ends_at_a_signal() throws Exception {
        Process follower = cli.start(ProcessBuilder.Redirect.PIPE, "dump", journal.toString(), "--follow", "--format", "jsonl");
        BufferedReader lines = lines(follower);
        List<String> shown = new ArrayList<>(read(lines, dump().size()));
        assertEquals(dump(), shown);
        for (String id : List.of("first", "second", "third")) {
            settle(id);
            shown.addAll(read(lines, 4));
            assertEquals(dump(), shown);
        }
        try (Counterfoil runtime = InspectedJournal.runtime(journal)) {
            runtime.cancel(runtime.openInvocations().get(0), "a person");
            String last = lines.readLine();
            assertTrue(last.contains("\"record\":\"cancellation\"") && last.contains("\"doubt\""), last);
            runtime.run(InspectedJournal.invocation("beside", 1, dispatch -> Answer.completed("done")));
            assertTrue(lines.readLine().contains("\"beside\""));
        }
        read(lines, 3);
        follower.toHandle().destroy();
        assertEquals(null, lines.readLine());
        Cli.Ended ended = cli.end(follower, "-");
        assertEquals(143, ended.status());
        assertTrue(ended.err().contains("SIGTERM"), ended.err());
    }

    @Test
    void one_invocation_is_followed_to_its_closing_and_an_unknown_one_not_at_all() throws Exception {
        Process follower = cli.start(ProcessBuilder.Redirect.PIPE, "dump", journal.toString(), "doubt", "--follow");
        BufferedReader lines = lines(follower);
        assertTrue(lines.readLine().startsWith("doubt  uncertain"));
        settle("other");
        Inside.run("reconcile", journal, "doubt", "0", "--verdict", "abandoned", "--evidence", "nobody knows");
        List<String> rest = lines.lines().toList();
        Cli.Ended ended = cli.end(follower, "-");
        assertEquals(0, ended.status(), ended.err());
        assertTrue(rest.stream().anyMatch(line -> line.contains("closing")), rest.toString());
        assertTrue(rest.stream().noneMatch(line -> line.contains("other")), rest.toString());
        assertEquals(7, Inside.run("dump", journal, "nobody", "--follow").status());
        assertEquals(0, Inside.run("dump", journal, "settled", "--follow").status());
    }

    @Test
    void damage_ends_it_with_5_when_it_is_there_and_when_it_appears() throws Exception {
        Process follower = cli.start(ProcessBuilder.Redirect.PIPE, "dump", journal.toString(), "--follow", "--format", "jsonl");
        BufferedReader lines = lines(follower);
        read(lines, dump().size());
        settle("later");
        read(lines, 4);
        InspectedJournal.tamper(journal, "insert into record(key, invocation, previous_key, digest, body)"
                + " select key + 1, invocation, key, digest, x'7b7d' from record order by key desc limit 1",
                "update invocation set records = records + 1, last_key = last_key + 1 where id = 'later'");
        List<String> rest = lines.lines().toList();
        assertTrue(rest.stream().anyMatch(line -> line.contains("\"record\":\"damage\"") && line.contains("\"later\"")), rest.toString());
        assertEquals(5, cli.end(follower, "-").status());
        assertEquals(5, Inside.run("dump", journal, "--follow").status());
    }

    @Test
    void a_reader_that_went_away_ends_it_with_the_next_record_and_another_file_under_the_name_at_once() throws Exception {
        Process follower = cli.start(ProcessBuilder.Redirect.PIPE, "dump", journal.toString(), "--follow", "--format", "jsonl");
        BufferedReader lines = lines(follower);
        read(lines, dump().size());
        lines.close();
        settle("unseen");
        assertEquals(0, cli.end(follower, "-").status());
        Process other = cli.start(ProcessBuilder.Redirect.PIPE, "dump", journal.toString(), "--follow", "--format", "jsonl");
        BufferedReader read = lines(other);
        read(read, dump().size());
        Files.copy(journal, directory.resolve("copy"));
        Files.move(directory.resolve("copy"), journal, StandardCopyOption.ATOMIC_MOVE);
        Cli.Ended ended = cli.end(other, "-");
        assertEquals(6, ended.status());
        assertTrue(ended.err().startsWith("replaced, "), ended.err());
    }

    @Test
    void pruning_meanwhile_is_told_and_following_goes_on() throws Exception {
        Process follower = cli.start(ProcessBuilder.Redirect.PIPE, "dump", journal.toString(), "--follow", "--format", "jsonl");
        BufferedReader lines = lines(follower);
        read(lines, dump().size());
        assertEquals(0, Inside.run("prune", journal, "--settled-before", "9999-01-01T00:00:00Z").status());
        settle("later");
        List<String> later = read(lines, 4);
        assertTrue(later.stream().allMatch(line -> line.contains("\"later\"")), later.toString());
        // A line of stderr is written behind the look that found nothing more.
        while (!Files.readString(directory.resolve("cli.err")).contains("pruned meanwhile")) {
            settle("again" + System.nanoTime());
            read(lines, 4);
        }
        follower.toHandle().destroy();
        Cli.Ended ended = cli.end(follower, "-");
        assertEquals(143, ended.status(), ended.err());
        assertTrue(ended.err().startsWith(journal + ": 3 invocations were pruned meanwhile; "), ended.err());
    }

    @Test
    void of_one_invocation_that_is_pruned_before_its_closing_was_shown_the_tombstone_is_told() throws Exception {
        Process follower = cli.start(ProcessBuilder.Redirect.PIPE, "dump", journal.toString(), "doubt", "--follow");
        BufferedReader lines = lines(follower);
        assertTrue(lines.readLine().startsWith("doubt  uncertain"));
        // Closed and pruned between two looks.
        suspended(follower, () -> {
            Inside.run("reconcile", journal, "doubt", "0", "--verdict", "abandoned", "--evidence", "nobody knows");
            return Inside.run("prune", journal, "--settled-before", "9999-01-01T00:00:00Z");
        });
        Cli.Ended ended = cli.end(follower, "-");
        assertEquals(7, ended.status(), ended.err());
        assertTrue(ended.err().startsWith("doubt: pruned, "), ended.err());
    }

    private static void suspended(Process process, Callable<?> work) throws Exception {
        signal(process, "STOP");
        while (!isStopped(process)) {
            Thread.onSpinWait();
        }
        try {
            work.call();
        } finally {
            signal(process, "CONT");
        }
    }

    /** Told to stop is not stopped: a thread goes on until the kernel comes to it. */
    private static boolean isStopped(Process process) throws Exception {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (!stat.startsWith("T", stat.lastIndexOf(')') + 2)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static void signal(Process process, String name) throws Exception {
        assertEquals(0, new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor());
    }

    @Test
    void what_was_shown_and_vanishes_in_the_same_file_ends_it_with_5_and_an_older_copy_with_6() throws Exception {
        byte[] older = Files.readAllBytes(journal);
        settle("later");
        Process follower = cli.start(ProcessBuilder.Redirect.PIPE, "dump", journal.toString(), "--follow", "--format", "jsonl");
        BufferedReader lines = lines(follower);
        read(lines, dump().size());
        InspectedJournal.tamper(journal, "delete from record where invocation = (select number from invocation where id = 'later')",
                "delete from invocation where id = 'later'");
        List<String> rest = lines.lines().toList();
        assertTrue(rest.stream().allMatch(line -> line.contains("\"reason\":\"anchor_differs\"")), rest.toString());
        assertEquals(5, cli.end(follower, "-").status());
        Files.write(journal, older);
        settle("later");
        Process other = cli.start(ProcessBuilder.Redirect.PIPE, "dump", journal.toString(), "--follow", "--format", "jsonl");
        BufferedReader read = lines(other);
        read(read, dump().size());
        suspended(other, () -> Files.write(journal, older));
        Cli.Ended ended = cli.end(other, "-");
        assertEquals(6, ended.status());
        assertTrue(ended.err().startsWith("replaced, "), ended.err());
    }
}
