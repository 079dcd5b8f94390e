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
import java.util.List;
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
                arguments(List.of("frob"), "counterfoil: Unmatched argument at index 0: 'frob'; see: counterfoil --help"),
                arguments(List.of("run"), "counterfoil run: Missing required option: '--journal=J'; see: counterfoil run --help"),
                arguments(List.of("run", "--journal", "j", "--frob"),
                        "counterfoil run: Unknown option: '--frob'; see: counterfoil run --help"),
                arguments(List.of("run", "--journal", "j"), "run: give --spec FILE, or --id ID and, after --, a command"),
                arguments(List.of("run", "--journal", "j", "--id", "a"), "run: give --spec FILE, or --id ID and, after --, a command"),
                arguments(List.of("run", "--journal", "j", "--", "true"), "run: give --spec FILE, or --id ID and, after --, a command"),
                arguments(List.of("run", "--journal", "j", "--spec", "s", "--id", "a"),
                        "run: --spec stands without a command and without the options of one; give one or the other"),
                arguments(List.of("run", "--journal", "j", "--spec", "s", "--response-to", "f"),
                        "run: --spec stands without a command and without the options of one; give one or the other"),
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
                arguments(List.of("recover", "--journal", "j", "--spec", "no-such-file"), "no-such-file: no such file; check the path"));
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
