// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of journals: which are refused, and that every other one works with every command. */
@Tag("once")
final class JournalNamesTest {
    @TempDir
    private Path directory;

    private List<String> names() throws Exception {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private static void isDone(Cli.Ended ended) {
        assertEquals(0, ended.status(), ended.toString());
    }

    private static Cli.Ended runOn(Path journal, String id) {
        return Inside.run("run", "--journal", journal, "--id", id, "--", "echo", "hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"j.db-wal", "j.db-shm", "j.db-journal", "j.db.new-0123456789abcdef", "other-wal"})
    void a_name_of_a_file_beside_a_journal_is_a_wrong_argument(String name) throws Exception {
        Path journal = directory.resolve("j.db");
        Path reserved = directory.resolve(name);
        isDone(runOn(journal, "a"));
        byte[] before = Files.readAllBytes(journal);
        for (Cli.Ended ended : List.of(Inside.run("backup", journal, reserved), runOn(reserved, "a"), Inside.run("restore", reserved),
                Inside.run("recover", "--journal", reserved), Inside.run("prune", reserved, "--settled-before", "0ms"),
                Inside.run("cancel", reserved, "a"),
                Inside.run("reconcile", reserved, "a", "0", "--verdict", "completed", "--evidence", "seen"))) {
            assertEquals(2, ended.status(), ended.toString());
            assertEquals("", ended.out());
            assertEquals("unfit_name, " + reserved + ": a name that ends in -wal, -shm or -journal, or in .new- and 16 digits, is that"
                    + " of a file beside a database, and whatever has it is written over or removed as such; give another name\n",
                    ended.err());
        }
        assertEquals(List.of("j.db"), names());
        assertArrayEquals(before, Files.readAllBytes(journal));
    }

    @Test
    void a_link_that_leads_nowhere_is_told_as_such() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("mounted/j.db"));
        for (Cli.Ended ended : List.of(runOn(link, "a"), Inside.run("list", link), Inside.run("recover", "--journal", link))) {
            assertEquals(6, ended.status(), ended.toString());
            assertEquals("missing, " + link.toRealPath(LinkOption.NOFOLLOW_LINKS) + ": it is a symbolic link to "
                    + directory.resolve("mounted/j.db") + ", and no file is reached there; give the path of the journal itself,"
                    + " or correct or remove the link\n", ended.err());
        }
        assertEquals(List.of("link"), names());
    }

    static Stream<String> awkward() {
        return Stream.of("a b", " ", "a%20b", "%", "a?mode=ro", "a#b", "a'b\"c", "a;b", "-j", "--spec", "\u00fc\u4e2d\ud83d\ude00",
                "e\u0301", "a\tb", "a\nb", "a\\b", "x".repeat(200));
    }

    @ParameterizedTest
    @MethodSource("awkward")
    void every_other_name_works_with_every_command(String name) throws Exception {
        Path journal = directory.resolve(name);
        Path copy = directory.resolve(name + ".b");
        isDone(runOn(journal, "a"));
        isDone(runOn(journal, "b"));
        for (String looking : List.of("dump", "list", "replay", "verify")) {
            isDone(Inside.run(looking, journal));
        }
        isDone(Inside.run("recover", "--journal", journal));
        Cli.Ended backup = Inside.run("backup", journal, copy);
        isDone(backup);
        assertEquals(1, backup.lines().size(), backup.out());
        Cli.Ended taken = Inside.run("backup", journal, copy);
        assertEquals(6, taken.status());
        assertEquals(1, taken.err().lines().count(), taken.err());
        Cli.Ended restored = Inside.run("restore", copy);
        isDone(restored);
        assertEquals(1, restored.lines().size(), restored.out());
        isDone(Inside.run("prune", copy, "--settled-before", "2999-01-01T00:00:00Z"));
        assertTrue(Inside.run("verify", copy).out().startsWith("OK  0 invocations, "));
        assertTrue(Inside.run("verify", journal).out().startsWith("OK  2 invocations, "));
        assertEquals(Stream.of(name, name + ".b").sorted().toList(), names());
        assertEquals(name.matches("(?s).*[\t\n].*") ? "FAIL" : "OK", batch(journal));
    }

    /** A tab parts what a line of {@code --batch} names and a newline ends it: such a path cannot stand there, a link to it can. */
    private String batch(Path journal) throws Exception {
        List<String> answers = VerifyBatchTest.judge(journal + "\n").lines();
        return answers.stream().anyMatch(line -> line.startsWith("FAIL")) ? "FAIL" : String.join(" ", answers);
    }

    @Test
    void a_path_that_cannot_stand_in_a_batch_can_be_named_by_a_link() throws Exception {
        Path journal = directory.resolve("a\nb\tc");
        isDone(runOn(journal, "a"));
        Path link = Files.createSymbolicLink(directory.resolve("plain"), journal);
        assertEquals(List.of("OK"), VerifyBatchTest.judge(link + "\n").lines());
    }

    @Test
    void a_name_that_leaves_no_room_for_the_files_beside_it_is_told_as_too_long() throws Exception {
        for (int bytes : List.of(227, 255, 300)) {
            Cli.Ended ended = runOn(directory.resolve("x".repeat(bytes)), "a");
            assertEquals(2, ended.status(), ended.toString());
            assertEquals(1, ended.err().lines().count(), ended.err());
            assertTrue(ended.err().contains("name is too long"), ended.err());
        }
        assertEquals(List.of(), names());
    }

    @Test
    void letters_beyond_ascii_reach_the_command_as_they_are() throws Exception {
        String name = "\u00fc \u4e2d";
        StringBuilder octal = new StringBuilder();
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            octal.append(String.format(Locale.ROOT, "\\%03o", each & 0xff));
        }
        Path spec = Files.writeString(directory.resolve("spec.json"), "{\"id\":\"a\",\"request\":1,\"limits\":{\"max_calls\":1},"
                + "\"providers\":[{\"id\":\"p\",\"exec\":[\"true\"]}]}");
        List<String> shell = List.of("env", "LC_ALL=C.UTF-8", "sh", "-c", "exec \"$@\" \"$(printf '" + octal + "')\"", "sh");
        Cli cli = new Cli(directory);
        isDone(cli.runUnder(shell, "run", "--spec", spec.toString(), "--journal"));
        isDone(cli.runUnder(shell, "verify"));
        assertTrue(Files.exists(directory.resolve(name)));
    }
}
