// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.output.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** verify --batch: what it lets pass, and that everything else fails with its reason. */
@Tag("once")
final class VerifyBatchTest {
    private static final String[] DOUBT = {"run", "--id", "doubt", "--events", "--", "sh", "-c", "exit 9"};
    private static final String[] DONE = {"run", "--id", "all done", "--events", "--", "echo", "hello"};
    private static final String[] FAILED = {
        "run", "--id", "failed", "--events", "--permanent-exit", "77", "--", "sh", "-c", "exit 77"};

    @TempDir
    private Path directory;

    private Path journal;
    private List<String> acks;

    @BeforeEach
    void make() {
        journal = directory.resolve("j.db");
        acks = new ArrayList<>();
        for (String[] run : List.of(DOUBT, DONE, FAILED)) {
            acks.addAll(over(run).lines());
        }
        assertEquals(14, acks.size(), acks.toString());
    }

    private Cli.Ended over(String... run) {
        List<String> command = new ArrayList<>(List.of(run));
        command.addAll(1, List.of("--journal", journal.toString()));
        return Inside.run(command.toArray());
    }

    static Cli.Ended judge(String stdin, String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> command = new ArrayList<>(List.of("verify", "--batch"));
        command.addAll(List.of(options));
        Console console = new Console(new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, false, StandardCharsets.UTF_8), new PrintStream(err, false, StandardCharsets.UTF_8),
                Console.Look.PLAIN);
        int status = Main.run(command.toArray(String[]::new), console);
        return new Cli.Ended(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private String answer(String acknowledged, String effects) throws IOException {
        Path told = Files.writeString(directory.resolve("acks"), acknowledged);
        Path happened = Files.writeString(directory.resolve("effects"), effects);
        Cli.Ended ended = judge(String.join("\t", directory.toString(), told.toString(), happened.toString(), "p1.all") + "\n");
        assertEquals(0, ended.status(), ended.err());
        assertEquals(1, ended.lines().size(), ended.out());
        return ended.lines().get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\n\n", "\n# a comment\n", "x\ty\n", "\n\t\n"})
    void an_empty_line_names_no_journal_and_is_answered_as_any_other_that_is_none(String lines) {
        Cli.Ended ended = judge(lines + journal + "\n");
        assertEquals(0, ended.status(), ended.err());
        List<String> expected = new ArrayList<>();
        lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> expected.add(
                "FAIL neither a journal's path nor directory, acks, effects and id with tabs between"));
        expected.add("OK");
        assertEquals(expected, ended.lines());
        assertEquals("", ended.err());
    }

    private String whole() {
        return String.join("\n", acks) + "\n";
    }

    private static String first(List<String> lines, String part) {
        return lines.stream().filter(line -> line.contains(part)).findFirst().orElseThrow();
    }

    @Test
    void what_was_told_and_what_happened_is_found_again() throws IOException {
        assertEquals("OK", answer(whole(), "doubt 0\nall done 0\n"));
        assertEquals("OK", answer(whole(), "doubt 0"));
        assertEquals("OK", answer("", ""));
        assertEquals("OK", answer("doubt: words for a person\n", ""));
    }

    @Test
    void what_recovery_and_a_person_say_later_contradicts_nothing_that_was_told_before() throws IOException {
        List<Object> verdict = List.of("reconcile", journal, "doubt", "0", "--verdict", "completed", "--evidence", "seen", "--events");
        List<String> told = Inside.run(verdict.toArray()).lines();
        assertTrue(told.get(0).startsWith("{\"event\":\"verdict_committed\",\"invocation\":\"doubt\",\"ordinal\":0,"), told.toString());
        assertTrue(told.get(1).startsWith("{\"event\":\"closed\",\"invocation\":\"doubt\","), told.toString());
        assertEquals("OK", answer(whole() + String.join("\n", told) + "\n", "doubt 0\n"));
        String other = told.get(0).replaceAll("\"digest\":\"..", "\"digest\":\"00");
        assertTrue(answer(other + "\n", "").startsWith("FAIL doubt: acknowledged record 3 (verdict_committed) is another one,"));
    }

    @Test
    void a_cancellation_is_told_with_its_record() throws IOException {
        List<String> told = Inside.run("cancel", journal, "doubt", "--events").lines();
        assertTrue(told.get(0).startsWith("{\"event\":\"cancelled\",\"invocation\":\"doubt\",\"sequence\":3,"), told.toString());
        assertEquals("OK", answer(whole() + told.get(0) + "\n", ""));
    }

    @Test
    void every_acknowledged_record_that_is_not_there_is_missed() throws IOException {
        List<String> later = new ArrayList<>(over("run", "--id", "later", "--events", "--", "true").lines());
        later.addAll(acks);
        for (String line : later) {
            String elsewhere = line.replaceAll("\"invocation\":\"[a-z ]+\"", "\"invocation\":\"nobody\"");
            assertEquals("FAIL nobody: acknowledged, and not in the journal", answer(elsewhere + "\n", ""), line);
            if (line.contains("\"event\"")) {
                String further = line.replaceAll("\"sequence\":([0-9]+)", "\"sequence\":4$1");
                assertTrue(answer(further + "\n", "").contains(" is missing, the chain has "), line);
            }
        }
    }

    /** What of a result line is held against the journal. */
    static Stream<List<String>> lies() {
        return Stream.of(
                List.of("\"status\":\"settled\"", "\"status\":\"stopped\"", "status"),
                List.of("\"status\":\"uncertain\"", "\"status\":\"settled\"", "status"),
                List.of("\"reason\":\"completed\"", "\"reason\":\"permanent\"", "reason"),
                List.of("\"business_state\":\"confirmed\"", "\"business_state\":\"unknown\"", "business_state"),
                List.of("\"status\":\"settled\"(.*)\"attempts\":1", "\"status\":\"settled\"$1\"attempts\":2", "attempts"),
                List.of("\"status\":\"uncertain\"(.*)\"attempts\":1", "\"status\":\"uncertain\"$1\"attempts\":2", "attempts"),
                List.of("\"response_sha256\":\"..", "\"response_sha256\":\"00", "response_sha256"),
                List.of("\"status\":\"settled\"(.*)\"calls\":1", "\"status\":\"settled\"$1\"calls\":0", "totals"));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void a_result_that_the_journal_does_not_bear_out_fails(List<String> lie) throws IOException {
        String answer = answer(whole().replaceAll(lie.get(0), lie.get(1)), "");
        assertTrue(answer.matches("FAIL [a-z ]+: acknowledged result: " + lie.get(2) + " differs, expected .*"), answer);
    }

    @ParameterizedTest
    @MethodSource("lies")
    void what_is_left_of_a_pruned_invocation_is_held_against_what_was_told_of_it(List<String> lie) throws IOException {
        assertEquals(0, Inside.run("prune", journal, "--settled-before", "0s").status());
        assertEquals("OK", answer(whole(), "doubt 0\nall done 0\n"));
        String answer = answer(whole().replaceAll(lie.get(0), lie.get(1)), "");
        boolean unknowable = lie.get(2).equals("attempts") && lie.get(0).contains("settled");
        assertTrue(answer.equals("OK") == unknowable, answer);
        assertTrue(answer("", "all done 1\n").equals("FAIL all done: attempt 1 had an effect and has no intent"));
        String closed = first(acks.stream().filter(line -> line.contains("all done")).toList(), "\"event\":\"closed\"");
        assertTrue(answer(closed.replaceAll("\"digest\":\"..", "\"digest\":\"zz") + "\n", "").startsWith("FAIL acks line 1"));
        assertTrue(answer(closed.replaceAll("\"digest\":\".{8}", "\"digest\":\"00000000") + "\n", "").contains("is another one"));
        assertTrue(answer(closed.replaceAll("\"sequence\":", "\"sequence\":9") + "\n", "").contains(" is missing, the chain has "));
    }

    @Test
    void an_effect_without_its_intent_and_an_effect_twice_fail() throws IOException {
        assertEquals("FAIL doubt: attempt 1 had an effect and has no intent", answer("", "doubt 0\ndoubt 1\n"));
        assertEquals("FAIL nobody: had an effect, and is not in the journal", answer("", "nobody 0\n"));
        assertEquals("FAIL doubt: the effect of attempt 0 happened twice", answer("", "doubt 0\ndoubt 0\n"));
        assertEquals("FAIL effects line 2: not INVOCATION ORDINAL", answer("", "doubt 0\ndoubt x\n"));
    }

    @Test
    void a_record_taken_out_of_the_journal_is_missed() throws IOException, SQLException {
        InspectedJournal.tamper(journal, "delete from record where key = (select max(key) from record)");
        assertTrue(answer(whole(), "").startsWith("FAIL damaged, failed: head_missing at "), answer(whole(), ""));
        assertTrue(judge(journal + "\n").out().startsWith("FAIL damaged, "));
    }

    @Test
    void an_older_copy_of_the_journal_is_sound_and_does_not_hold_what_was_told_since() throws IOException {
        Path old = Files.createDirectory(directory.resolve("old")).resolve("j.db");
        Files.copy(journal, old);
        String later = first(over("run", "--id", "later", "--events", "--", "true").lines(), "\"intent_committed\"");
        Path told = Files.writeString(directory.resolve("acks"), whole() + later + "\n");
        assertEquals("OK\nFAIL later: acknowledged, and not in the journal\n",
                judge(old + "\n" + String.join("\t", old.getParent().toString(), told.toString(), "", "1") + "\n").out());
    }

    @Test
    void a_line_that_was_cut_acknowledges_nothing_and_a_broken_whole_one_fails() throws IOException {
        String event = acks.get(0).replace("doubt", "nobody");
        assertEquals("OK", answer(event, ""));
        assertEquals("OK", answer(event.substring(0, 20), ""));
        assertEquals("FAIL acks line 2: neither an event nor a result", answer(acks.get(0) + "\n" + event.substring(0, 20) + "\n", ""));
        assertEquals("FAIL acks line 1: neither an event nor a result", answer("{\"counts\":{}}\n", ""));
    }

    @Test
    void a_journal_that_is_not_there_is_right_only_where_nothing_is_remembered() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Path nothing = Files.createFile(directory.resolve("nothing"));
        Path told = Files.writeString(directory.resolve("told"), acks.get(0) + "\n");
        Path happened = Files.writeString(directory.resolve("happened"), "doubt 0\n");
        List<String> answers = new ArrayList<>();
        for (List<Path> memory : List.of(List.of(nothing, nothing), List.of(told, nothing), List.of(nothing, happened))) {
            answers.add(judge(String.join("\t", empty.toString(), memory.get(0).toString(), memory.get(1).toString(), "") + "\n").out());
        }
        answers.add(judge(empty.resolve("j.db") + "\n").out());
        assertEquals("OK\n", answers.get(0));
        answers.subList(1, 4).forEach(answer -> assertTrue(answer.startsWith("FAIL missing, "), answer));
    }

    @Test
    void every_line_is_answered_and_remarks_are_skipped() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "x".repeat(200));
        String lines = "# remark\n" + journal + "\n\nonly\ttwo\n" + "x".repeat(70_000) + "\n" + other + "\n" + directory + "\n"
                + "a\0b\n" + directory + "\tgone\t\t1\n" + directory + "\t\t\t1\n" + journal;
        Cli.Ended ended = judge(lines);
        assertEquals(0, ended.status());
        List<String> words = ended.lines().stream().map(line -> line.replaceAll("(?<=^FAIL .{12}).*", "")).toList();
        assertEquals(List.of("OK", "FAIL neither a jo", "FAIL neither a jo", "FAIL the line is ", "FAIL not_a_journa", "FAIL not_a_journa",
                "FAIL neither a jo", "FAIL gone: no suc", "OK", "OK"), words);
        assertEquals("", ended.err());
        assertTrue(judge(directory + "\t\t\t1\n", "--name", "other").out().startsWith("FAIL not_a_journal, "));
    }

    @Test
    void judging_leaves_everything_as_it_was() throws IOException {
        Map<String, Object> before = files();
        answer(whole(), "doubt 0\n");
        before.put("acks", List.of());
        before.put("effects", List.of());
        Map<String, Object> after = files();
        after.put("acks", List.of());
        after.put("effects", List.of());
        assertEquals(before, after);
    }

    private Map<String, Object> files() throws IOException {
        Map<String, Object> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.toList()) {
                files.put(file.getFileName().toString(), List.of(Files.getLastModifiedTime(file),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)));
            }
        }
        return files;
    }

    @Test
    void many_journals_in_one_process_leave_no_descriptor_open() throws IOException {
        String line = journal + "\n" + directory + "/none\n";
        judge(line.repeat(5));
        long before = descriptors();
        assertEquals(400, judge(line.repeat(200)).lines().size());
        assertTrue(descriptors() <= before + 2, before + " before, " + descriptors() + " after");
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }

    @Test
    void a_journal_and_batch_together_neither_of_them_and_a_name_without_batch_are_misuse() {
        assertEquals(2, Inside.run("verify", journal, "--batch").status());
        assertEquals(2, Inside.run("verify").status());
        assertEquals(2, Inside.run("verify", journal, "--name", "x").status());
    }
}
