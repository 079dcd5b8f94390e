// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.cli.CommandHere;
import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.spec.SpecSource;
import dev.counterfoil.journal.dump.Replay;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.scheduler.runner.Invocation;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs that broke something once, by name. */
class FoundInputsTest {
    private static final long SLOW_MILLIS = 2_000;

    @TempDir
    private Path directory;

    static Stream<Arguments> slowRequests() {
        return Stream.of(
                arguments("fractions with two thousand zeros", ("0.1" + "0".repeat(2_100) + ",").repeat(1_900)),
                arguments("whole numbers with two thousand decimals", ("1." + "0".repeat(2_100) + ",").repeat(1_900)),
                arguments("tiny fractions of seventeen digits", "1.0000000000000002e-300,".repeat(40_000)),
                arguments("the smallest double, spelled long", "4.9406564584124654417656879286822137e-324,".repeat(25_000)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("slowRequests")
    void a_request_that_kept_a_processor_busy_is_read_soon(String name, String elements) {
        long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        read("{\"id\":\"a\",\"request\":[" + elements + "0],\"limits\":{\"max_calls\":1},\"providers\":[{\"id\":\"p\",\"exec\":[\"x\"]}]}");
        long took = TimeUnit.NANOSECONDS.toMillis(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began);
        assertTrue(took < SLOW_MILLIS, name + " took " + took + " ms");
    }

    /** Each value costs a hundred bytes: two million of them were a heap's end. */
    @ParameterizedTest
    @ValueSource(strings = {"1,", "[],", "{},", "\"\",", "null,"})
    void a_spec_of_two_million_values_is_refused(String element) {
        String request = "[" + element.repeat(4_000_000 / element.length()) + "0]";
        CommandException refused = assertThrows(CommandException.class, () -> read("{\"request\":" + request + "}"));
        assertTrue(refused.getMessage().startsWith("f:1: $.request[") && refused.getMessage().endsWith(" values"), refused.getMessage());
    }

    private static void read(String spec) {
        GoodInput.reader().read(spec.getBytes(StandardCharsets.UTF_8), SpecSource.named("f"), 1);
    }

    @Test
    void a_name_inside_a_request_is_payload_and_not_shown() {
        for (String request : List.of("{\"cnry7name\":1e400}", "{\"cnry7name\":1,\"cnry7name\":2}", "[{\"cnry7name\":{\"x\":01}}]")) {
            CommandException refused = assertThrows(CommandException.class, () -> read("{\"request\":" + request + "}"));
            assertFalse(Canary.isIn(refused.getMessage()), refused.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reqst", "id", "request_text", "limit", "reque[[st", "requestcnry"})
    void a_name_inside_a_misspelt_request_is_payload_too(String member) {
        for (String data : List.of("{\"cnry7name\":01}", "{\"n\":[1,{\"cnry7name\":}]}", "{\"cnry7name\":1,\"cnry7name\":2}")) {
            String spec = "{\"" + member + "\":" + data + "}";
            CommandException refused = assertThrows(CommandException.class, () -> read(spec));
            assertFalse(Canary.isIn(refused.getMessage().replace(member, "")), refused.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "a\u0000b", "\ud800"})
    void what_is_no_path_is_refused_in_words(String path) {
        for (List<String> line : List.of(
                List.of("run", "--journal", "j", "--id", "a", "--response-to=" + path, "--", "true"),
                List.of("run", "--journal", path, "--id", "a", "--", "true"), List.of("replay", path), List.of("verify", path),
                List.of("backup", "j", path), List.of("restore", path), List.of("run", "--journal", "j", "--spec", path),
                List.of("run", "--journal", "j", "--id", "a", "--input", path, "--", "true"))) {
            CommandHere said = CommandHere.run(line.toArray(String[]::new));
            assertEquals(2, said.exit(), said.err().toString());
            assertEquals(1, said.err().size(), said.err().toString());
            Finding.unlessLines(said.err().get(0));
            assertFalse(said.err().get(0).contains("Exception"), said.err().toString());
        }
    }

    /** Where a quote is lost, data stands for the name of a member of the document. */
    @Test
    void in_a_spec_that_is_broken_only_the_names_of_a_spec_are_shown() {
        for (String spec : List.of(
                "{\"requescnry7name\":01}", "{\"id\":\"a\",\"cnry7value\":[{\"x\":}]}", "{\"cnry7name\":1,\"cnry7name\":1}")) {
            CommandException refused = assertThrows(CommandException.class, () -> read(spec));
            assertFalse(Canary.isIn(refused.getMessage()), refused.getMessage());
        }
        CommandException typo = assertThrows(CommandException.class, () -> read("{\"limts\":{}}"));
        assertTrue(typo.getMessage().contains("$.limts"), typo.getMessage());
    }

    @Test
    void a_directory_whose_name_is_too_long_is_refused_in_words() {
        String journal = directory.resolve("x".repeat(300)).resolve("j").toString();
        CommandHere said = CommandHere.run("run", "--journal", journal, "--id", "a", "--", "true");
        assertEquals(1, said.err().size(), said.err().toString());
        assertFalse(said.err().get(0).contains("Exception"), said.err().toString());
    }

    @Test
    void arguments_that_nobody_expected_are_not_repeated() {
        for (List<String> line : List.of(
                List.of("runn", "--journal", "j", "--", "pay", "cnry7value"), List.of("list", "j", "cnry7value"),
                List.of("verify", "j", "--token=cnry7value"), List.of("dump", "j", "a", "cnry7value", "cnry7value"))) {
            CommandHere said = CommandHere.run(line.toArray(String[]::new));
            assertEquals(2, said.exit(), line.toString());
            assertEquals(1, said.err().size(), said.err().toString());
            assertFalse(Canary.isIn(said.err().get(0)), said.err().toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\u001b[2J", "a\u202eb", "a\rb", "a\u0085b", "a\u2028b"})
    void a_name_begins_no_line_and_moves_no_cursor(String name) {
        String journal = directory.resolve("none").resolve(name).toString();
        for (String[] line : new String[][] {
            {"list", journal}, {"verify", journal}, {"cancel", journal, "x"}, {"run", "--journal", journal, "--id", "a", "--", "true"},
            {"run", "--journal", "j", "--spec", journal}, {"run", "--journal", "j", "--id", "a", "--input", journal, "--", "true"}
        }) {
            CommandHere said = CommandHere.run(line);
            assertEquals(1, said.err().size(), said.err().toString());
            assertTrue(said.err().get(0).contains("\\u{"), said.err().toString());
            Finding.unlessLines(said.err().get(0));
        }
    }

    @Test
    void a_time_beyond_the_integers_is_refused_as_any_other_value() {
        for (Duration time : List.of(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofMillis(-1), Duration.ofSeconds(Long.MIN_VALUE))) {
            assertThrows(IllegalArgumentException.class, () -> Invocation.of("a").deadline(time));
            assertThrows(IllegalArgumentException.class, () -> Backoff.fixed(time));
        }
    }

    @Test
    void totals_over_many_invocations_stop_where_a_number_ends() {
        Totals greatest = new Totals(1, 0, 0, 1L << 61, 1L << 61, Long.MAX_VALUE, 0, 0);
        Totals sum = Totals.ZERO;
        for (int i = 0; i < 10; i++) {
            sum = Replay.sum(sum, greatest);
        }
        assertEquals(10, sum.calls());
        assertEquals(Replay.MOST, sum.contextTokens());
        assertEquals(Replay.MOST, sum.costMicros());
        assertEquals(2 * Replay.MOST, sum.aggregateTokens());
    }
}
