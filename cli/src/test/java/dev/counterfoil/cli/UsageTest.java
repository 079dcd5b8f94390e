// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.cli.output.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is refused before anything is read or run: one line, no stack trace. In this JVM: nothing is started. */
class UsageTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(List<String> arguments) {
        Console console = new Console(new ByteArrayInputStream(new byte[0]), new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), Console.Look.PLAIN);
        return Main.run(arguments.toArray(String[]::new), console);
    }

    static Stream<Arguments> misuses() {
        return Stream.of(
                arguments(List.of("frob"), "counterfoil: Unknown command: 'frob'; see: counterfoil --help"),
                arguments(List.of("run"), "counterfoil run: Missing required option: '--journal=J'; see: counterfoil run --help"),
                arguments(List.of("run", "--journal", "j", "--frob"),
                        "counterfoil run: Unknown option: '--frob'; see: counterfoil run --help"),
                arguments(List.of("run", "--journal", "j"), "counterfoil run: give --spec FILE, or --id ID and, after --, a command"),
                arguments(List.of("run", "--journal", "j", "--id", "a"),
                        "counterfoil run: give --spec FILE, or --id ID and, after --, a command"),
                arguments(List.of("run", "--journal", "j", "--", "true"),
                        "counterfoil run: give --spec FILE, or --id ID and, after --, a command"),
                arguments(List.of("run", "--journal", "j", "--spec", "s", "--id", "a"),
                        "counterfoil run: --spec stands without a command and without the options of one; give one or the other"),
                arguments(List.of("run", "--journal", "j", "--spec", "s", "--response-to", "f"),
                        "counterfoil run: --spec stands without a command and without the options of one; give one or the other"),
                arguments(List.of("run", "--journal", "j", "--spec", "-", "--spec", "-"),
                        "counterfoil run: --spec: - stands twice; stdin can be read once"),
                arguments(List.of("run", "--journal", "j", "--spec", "no-such-file"), "no-such-file: no such file; check the path"),
                arguments(List.of("run", "--journal", "j", "--parallel", "0", "--spec", "s"),
                        "counterfoil run: --parallel: must be 1 to 1024"),
                arguments(List.of("run", "--journal", "j", "--wait", "5", "--spec", "s"),
                        "counterfoil run: --wait: must be a duration: digits and ms, s, m or h, as 250ms"),
                arguments(List.of("run", "--journal", "j", "--format", "xml", "--spec", "s"),
                        "counterfoil run: --format: must be json or text"),
                arguments(List.of("run", "--journal", "j", "--id", "a", "--input", "no-such-file", "--", "true"),
                        "counterfoil run: --input: no-such-file: no such file; check the path"),
                arguments(List.of("verify"), "counterfoil verify: give J, the journal's file, or --batch"),
                arguments(List.of("verify", "--batch", "j"), "counterfoil verify: --batch: journals are named on stdin; leave out J"),
                arguments(List.of("verify", "--name", "n", "j"), "counterfoil verify: --name: only with --batch"),
                arguments(List.of("bench", "--journal", "j", "--callers", "0"), "counterfoil bench: --callers: must be 1 to 1024"),
                arguments(List.of("bench", "--journal", "j", "--callers", "1025"), "counterfoil bench: --callers: must be 1 to 1024"),
                arguments(List.of("bench", "--journal", "j", "--invocations", "2"),
                        "counterfoil bench: --invocations: must be 3 to 10000000"),
                arguments(List.of("bench", "--journal", "j", "--force-delay", "1"),
                        "counterfoil bench: --force-delay: must be a duration: digits and us, ms, s, m or h, as 250us"),
                arguments(List.of("bench", "--journal", "j", "--force-delay", "1001ms"),
                        "counterfoil bench: --force-delay: must be at most 1000ms"),
                arguments(List.of("decide", "--lines", "--format", "text"),
                        "counterfoil decide: --format: --lines answers in json only"),
                arguments(List.of("simulate", "no-such-file"), "no-such-file: no such file; check the path"),
                arguments(List.of("simulate", "deadline", "f", "x"), "counterfoil simulate deadline: An argument too much; it is not shown;"
                        + " see: counterfoil simulate deadline --help"),
                arguments(List.of("simulate", "deadline", "--format", "xml"),
                        "counterfoil simulate deadline: --format: must be text or json"),
                arguments(List.of("receiver"), "counterfoil receiver: give a command: serve, lookup, count, settle, purge or retention;"
                        + " see: counterfoil receiver --help"),
                arguments(List.of("receiver", "count"),
                        "counterfoil receiver count: Missing required option: '--db=F'; see: counterfoil receiver count --help"),
                arguments(List.of("receiver", "lookup", "--db", "r", "--format", "xml", "--scope", "s", "--key", "k"),
                        "counterfoil receiver lookup: --format: must be text or json"),
                arguments(List.of("--frob"), "counterfoil: Unknown option: '--frob'; see: counterfoil --help"),
                arguments(List.of("frob", "--help"), "counterfoil: Unknown command: 'frob'; see: counterfoil --help"),
                arguments(List.of("--help", "frob"), "counterfoil: Unknown command: 'frob'; see: counterfoil --help"),
                arguments(List.of("run", "--journal", "", "--id", "a", "--", "true"),
                        "counterfoil run: Invalid value for option '--journal': a path is not empty; see: counterfoil run --help"),
                arguments(List.of("help", "frob"), "counterfoil: Unknown command: 'frob'; see: counterfoil --help"),
                arguments(List.of("recover", "--journal", "j", "--spec", "no-such-file"), "no-such-file: no such file; check the path"));
    }

    /** For each command nothing, too little and too much; what is missing or too much is told before anything is looked at. */
    static Stream<Arguments> incomplete() {
        return Stream.of(
                arguments("run", "Missing required option: '--journal=J'"),
                arguments("run --journal", "Missing required parameter for option '--journal' (J)"),
                arguments("run --journal j --journal k --id a -- true", "option '--journal' (J) should be specified only once"),
                arguments("recover", "Missing required option: '--journal=J'"),
                arguments("recover --journal j x", "An argument too much; it is not shown"),
                arguments("list", "Missing required parameter: 'J'"),
                arguments("list j x", "An argument too much; it is not shown"),
                arguments("list j x y", "2 arguments too many; they are not shown"),
                arguments("cancel", "Missing required parameters: 'J', 'ID'"),
                arguments("cancel j", "Missing required parameter: 'ID'"),
                arguments("cancel j a x", "An argument too much; it is not shown"),
                arguments("dump", "Missing required parameter: 'J'"),
                arguments("dump j a x", "An argument too much; it is not shown"),
                arguments("replay", "Missing required parameter: 'J'"),
                arguments("replay j a x", "An argument too much; it is not shown"),
                arguments("verify j x", "An argument too much; it is not shown"),
                arguments("verify --name", "Missing required parameter for option '--name' (NAME)"),
                arguments("reconcile", "Missing required parameters: 'J', 'ID', 'ORDINAL'"),
                arguments("reconcile j a", "Missing required options and parameters: '--verdict=V', '--evidence=TEXT', 'ORDINAL'"),
                arguments("reconcile j a 0", "Missing required options: '--verdict=V', '--evidence=TEXT'"),
                arguments("reconcile j a b --verdict completed --evidence e",
                        "Invalid value for positional parameter at index 2 (ORDINAL): 'b' is not a whole number, or too great"),
                arguments("reconcile j a 0 x --verdict completed --evidence e", "An argument too much; it is not shown"),
                arguments("backup", "Missing required parameters: 'J', 'FILE'"),
                arguments("backup j", "Missing required parameter: 'FILE'"),
                arguments("backup j f x", "An argument too much; it is not shown"),
                arguments("restore", "Missing required parameter: 'J'"),
                arguments("restore j x", "An argument too much; it is not shown"),
                arguments("prune", "Missing required parameter: 'J'"),
                arguments("prune j", "Missing required option: '--settled-before=D'"),
                arguments("prune j x --settled-before 1h", "An argument too much; it is not shown"),
                arguments("plan f x", "An argument too much; it is not shown"),
                arguments("decide f x", "An argument too much; it is not shown"),
                arguments("decide --format", "Missing required parameter for option '--format' (F)"),
                arguments("simulate f x", "An argument too much; it is not shown"),
                arguments("experiment x", "An argument too much; it is not shown"),
                arguments("experiment --check", "Missing required parameter for option '--check' (FILE)"),
                arguments("receiver frob", "Unknown command: 'frob'"),
                arguments("bench", "Missing required option: '--journal=J'"),
                arguments("bench --journal j x", "An argument too much; it is not shown"),
                arguments("bench --journal j --callers many",
                        "Invalid value for option '--callers': 'many' is not a whole number, or too great"));
    }

    @ParameterizedTest
    @MethodSource("incomplete")
    void what_is_missing_or_too_much_is_told_in_one_form_by_every_command(String words, String what) {
        String command = "counterfoil " + words.split(" ", 2)[0];
        a_misuse_is_one_line_and_status_2(List.of(words.split(" ")), command + ": " + what + "; see: " + command + " --help");
    }

    @Test
    void every_command_stands_in_the_table() {
        Set<String> standing = incomplete().map(each -> each.get()[0].toString().split(" ")[0]).collect(Collectors.toSet());
        run(List.of("--help"));
        Set<String> known = out.toString(StandardCharsets.UTF_8).lines()
                .dropWhile(line -> !line.equals("Commands:")).takeWhile(line -> !line.equals("Exit status:"))
                .filter(line -> line.matches("  [a-z].*")).map(line -> line.strip().split(" ")[0]).collect(Collectors.toSet());
        known.remove("help");
        assertEquals(known, standing);
    }

    @Test
    void a_format_that_a_command_does_not_offer_is_refused_by_the_words_of_those_it_does() {
        for (String words : List.of("replay j", "backup j f", "restore j", "prune j --settled-before 1h",
                "bench --journal j")) {
            assertFormat(words, "text or json");
        }
        assertFormat("decide f", "text or json");
        assertFormat("simulate f", "text or json");
        assertFormat("experiment", "text or json");
        assertFormat("list j", "text, json or jsonl");
        assertFormat("dump j", "text, jsonl or html");
        assertFormat("run --journal j --id a", "json or text");
        assertFormat("recover --journal j", "json or text");
    }

    private void assertFormat(String words, String offered) {
        for (String wrong : List.of("xml", "", "TEXT")) {
            List<String> arguments = new ArrayList<>(List.of(words.split(" ")));
            arguments.addAll(List.of("--format", wrong));
            err.reset();
            a_misuse_is_one_line_and_status_2(arguments, "counterfoil " + words.split(" ", 2)[0] + ": --format: must be " + offered);
        }
    }

    @ParameterizedTest
    @MethodSource("misuses")
    void a_misuse_is_one_line_and_status_2(List<String> arguments, String line) {
        assertEquals(2, run(arguments));
        assertEquals(line + "\n", err.toString(StandardCharsets.UTF_8));
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void the_version_names_the_formats() {
        assertEquals(0, run(List.of("--version")));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("counterfoil.record.v1"));
    }

    @Test
    void help_lists_every_exit_status() {
        for (List<String> arguments : List.of(List.of("--help"), List.of("run", "--help"), List.of("help", "recover"))) {
            out.reset();
            assertEquals(0, run(arguments), arguments.toString());
            for (String status : List.of("0", "1", "2", "3", "4", "5", "6", "7", "130", "143")) {
                assertTrue(out.toString(StandardCharsets.UTF_8).lines().anyMatch(line -> line.startsWith("  " + status + " ")), status);
            }
        }
    }

    @Test
    void no_command_shows_the_help_on_stderr() {
        assertEquals(2, run(List.of()));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("Usage: counterfoil"));
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }
}
