// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.Inside;
import dev.counterfoil.cli.answer.TreeDifference;
import dev.counterfoil.journal.canonical.JsonTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code decide}, {@code simulate} and {@code simulate deadline} over all published results, and over lines that are no questions. */
final class AnsweredLinesTest {
    private static Object[] command(Vectors vectors) {
        return switch (vectors) {
            case RECOVERY -> new Object[] {"decide", "--lines"};
            case DEADLINE -> new Object[] {"simulate", "deadline", "--lines"};
            default -> new Object[] {"simulate", "--lines"};
        };
    }

    private static Function<JsonTree.Members, String> asking(Vectors vectors) {
        return switch (vectors) {
            case RECOVERY -> each -> Vectors.spelled(each, "input");
            case DEADLINE -> each -> "{\"kind\":" + Vectors.spelled(each, "kind") + ",\"config\":" + Vectors.spelled(each, "config") + "}";
            default -> each -> "{\"config\":" + Vectors.spelled(each, "config") + "}";
        };
    }

    private static String questions(Vectors vectors) {
        return vectors.cases().stream().map(asking(vectors)).collect(Collectors.joining("\n", "", "\n"));
    }

    @ParameterizedTest
    @EnumSource
    void every_published_result_is_the_answer(Vectors vectors) {
        List<JsonTree.Members> cases = vectors.cases();
        Cli.Ended ended = Inside.runWith(questions(vectors), command(vectors));
        assertEquals(0, ended.status(), ended.err());
        List<String> answers = ended.lines();
        assertEquals(cases.size(), answers.size());
        for (int i = 0; i < answers.size(); i++) {
            JsonTree expected = Vectors.member(cases.get(i), "expected");
            int line = i + 1;
            Optional<String> difference = TreeDifference.first(expected, Vectors.parsed(answers.get(i)));
            assertEquals(Optional.empty(), difference, () -> vectors + ", line " + line);
        }
    }

    @Test
    void the_number_of_published_results_is_known() {
        assertEquals(List.of(400, 100, 9, 300), Stream.of(Vectors.values()).map(each -> each.cases().size()).toList());
    }

    private static final String QUESTION = "{\"outcome\":\"unknown\",\"reply_result\":null,"
            + "\"operation\":{\"key\":\"k\",\"fingerprint\":\"f\"},"
            + "\"receipt\":{\"lookup\":\"unavailable\",\"state\":null,\"fingerprint\":null,\"result\":null},"
            + "\"contract\":{\"idempotent\":true,\"reconciliation\":false,\"read_only\":false},\"attempts_started\":1,\"max_attempts\":3,"
            + "\"now_ms\":1,\"deadline_ms\":5000,\"timeout_ms\":800,\"base_ms\":200,\"cap_ms\":2000,\"jitter_ppm\":500000,"
            + "\"retry_after_ms\":null,\"cancelled\":false}";

    private static final String ATTEMPTS = "{\"kind\":\"attempts\",\"config\":{\"start_ms\":0,\"allowance_ms\":9,\"reserve_ms\":0,"
            + "\"min_attempt_ms\":1,\"max_attempts\":3,\"backoff\":{\"kind\":\"fixed\",\"base_ms\":1,\"cap_ms\":1},\"failed_ms\":[1],"
            + "\"success_ms\":1}}";

    private static final String SCENARIO = "{\"config\":{\"mode\":\"shared\",\"start_tick\":0,\"timeout_ticks\":14,\"max_dispatches\":100,"
            + "\"cancel_at_tick\":null,\"layers\":[{\"name\":\"sdk\",\"retries\":2,\"backoff\":{\"kind\":\"fixed\",\"base\":4}}],"
            + "\"request\":{\"operation\":\"o\",\"scope\":\"s\",\"key\":\"op-1\",\"payload\":\"p\",\"read_only\":false,"
            + "\"declared_idempotent\":true},\"script\":[{\"ticks\":3,\"cooperative\":true,\"status\":\"transient\",\"reason\":\"r\","
            + "\"evidence\":null,\"effect_id\":null}]}}";

    private static Arguments wrong(String command, String question, String old, String put, String code, String path) {
        assertTrue(question.contains(old), old);
        return arguments(command, question.replace(old, put), "{\"error\":\"" + code + "\",\"path\":\"" + path + "\"}");
    }

    static Stream<Arguments> broken() {
        return Stream.of("decide", "simulate", "simulate deadline").flatMap(command -> Stream.of(
                arguments(command, "", "{\"error\":\"empty\",\"path\":\"$\"}"),
                arguments(command, "{", "{\"error\":\"syntax\",\"path\":\"$\"}"),
                arguments(command, "[]", "{\"error\":\"wrong_type\",\"path\":\"$\"}"),
                arguments(command, "{} {}", "{\"error\":\"trailing_content\",\"path\":\"$\"}"),
                arguments(command, "{\"a\":1,\"a\":2}", "{\"error\":\"duplicate_member\",\"path\":\"$.a\"}"),
                arguments(command, "{\"frob\":1}", "{\"error\":\"unknown_member\",\"path\":\"$.frob\"}"),
                arguments(command, "[".repeat(70), "{\"error\":\"too_deep\",\"path\":\"$" + "[0]".repeat(64) + "\"}"),
                arguments(command, " ".repeat(Question.BYTES + 1), "{\"error\":\"too_large\",\"path\":\"$\"}")));
    }

    static Stream<Arguments> decisions() {
        return Stream.of(
                wrong("decide", QUESTION, "\"now_ms\":1,", "", "missing_member", "$.now_ms"),
                wrong("decide", QUESTION, "\"now_ms\":1,", "\"now_ms\":null,", "wrong_type", "$.now_ms"),
                wrong("decide", QUESTION, "\"now_ms\":1,", "\"now_ms\":\"1\",", "wrong_type", "$.now_ms"),
                wrong("decide", QUESTION, "\"now_ms\":1,", "\"now_ms\":1.0,", "wrong_type", "$.now_ms"),
                wrong("decide", QUESTION, "\"now_ms\":1,", "\"now_ms\":1e0,", "wrong_type", "$.now_ms"),
                wrong("decide", QUESTION, "\"now_ms\":1,", "\"now_ms\":9223372036854775808,", "out_of_range", "$.now_ms"),
                wrong("decide", QUESTION, "\"now_ms\":1,", "\"now_ms\":-1,", "invalid_input", "$.now_ms"),
                wrong("decide", QUESTION, "\"unknown\"", "\"unclear\"", "unknown_word", "$.outcome"),
                wrong("decide", QUESTION, "\"cancelled\":false", "\"cancelled\":0", "wrong_type", "$.cancelled"),
                wrong("decide", QUESTION, "\"key\":\"k\"", "\"key\":7", "wrong_type", "$.operation.key"),
                wrong("decide", QUESTION, "\"fingerprint\":\"f\"", "\"fingerprint\":\"\"", "invalid_input", "$.operation.fingerprint"),
                wrong("decide", QUESTION, "\"reply_result\":null", "\"reply_result\":\"r\"", "invalid_input", "$.reply_result"),
                wrong("decide", QUESTION, "\"state\":null", "\"state\":\"absent\"", "invalid_input", "$.receipt.state"),
                wrong("decide", QUESTION, "\"state\":null", "\"stale\":null", "unknown_member", "$.receipt.stale"));
    }

    static Stream<Arguments> simulations() {
        return Stream.of(
                wrong("simulate", SCENARIO, "\"timeout_ticks\":14", "\"timeout_ticks\":-1", "invalid_input", "$.config.timeout_ticks"),
                wrong("simulate", SCENARIO, "\"retries\":2", "\"retries\":-2", "invalid_input", "$.config.layers[0].retries"),
                wrong("simulate", SCENARIO, "\"retries\":2", "\"retries\":2147483648", "out_of_range", "$.config.layers[0].retries"),
                wrong("simulate", SCENARIO, ",\"base\":4", "", "missing_member", "$.config.layers[0].backoff.base"),
                wrong("simulate", SCENARIO, ",\"base\":4", ",\"base\":4,\"cap\":4", "unknown_member", "$.config.layers[0].backoff.cap"),
                wrong("simulate", SCENARIO, "\"fixed\"", "\"linear\"", "missing_member", "$.config.layers[0].backoff.cap"),
                wrong("simulate", SCENARIO, "\"fixed\"", "\"none\"", "unknown_member", "$.config.layers[0].backoff.base"),
                wrong("simulate", SCENARIO, "\"op-1\"", "\"  \"", "invalid_input", "$.config.request.key"),
                wrong("simulate", SCENARIO, "\"status\":\"transient\"", "\"status\":\"stopped\"", "invalid_input",
                        "$.config.script[0].status"),
                wrong("simulate", SCENARIO, "\"evidence\":null", "\"evidence\":\"read_only\"", "invalid_input",
                        "$.config.script[0].evidence"),
                wrong("simulate", SCENARIO.replaceAll("\"script\":.*", "\"script\":[]}}"), "[]", "[]", "invalid_input", "$.config.script"),
                wrong("simulate", SCENARIO.replaceAll("\"layers\":\\[.*?}}]", "\"layers\":[]"), "[]", "[]", "invalid_input",
                        "$.config.layers"),
                wrong("simulate deadline", ATTEMPTS, "\"min_attempt_ms\":1", "\"min_attempt_ms\":0", "invalid_input",
                        "$.config.min_attempt_ms"),
                wrong("simulate deadline", ATTEMPTS, "[1]", "[1,-1]", "invalid_input", "$.config.failed_ms"),
                wrong("simulate deadline", ATTEMPTS, "[1]", "[1,\"1\"]", "wrong_type", "$.config.failed_ms[1]"),
                wrong("simulate deadline", ATTEMPTS, "\"fixed\"", "\"none\"", "invalid_input", "$.config.backoff.kind"),
                wrong("simulate deadline", ATTEMPTS, "\"attempts\"", "\"layered\"", "unknown_member", "$.config.start_ms"),
                wrong("simulate deadline", "{\"kind\":\"layered\",\"config\":{\"attempts_per_layer\":[3]}}", "[3]",
                        "[4294967296,4294967296]", "invalid_input", "$.config.attempts_per_layer"),
                wrong("simulate deadline", "{\"kind\":\"independence\",\"config\":{\"success_probability\":\"0.8\",\"max_attempts\":3}}",
                        "0.8", "1e-1", "invalid_input", "$.config.success_probability"));
    }

    static Stream<Arguments> wrongLines() {
        return Stream.of(broken(), decisions(), simulations()).flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource("wrongLines")
    void a_bad_line_is_answered_by_code_and_path_and_the_next_follows(String command, String line, String answer) {
        Object[] words = (command + " --lines").split(" ");
        Cli.Ended ended = Inside.runWith(line + "\n" + line + "\r\n", words);
        assertEquals(List.of(answer, answer), ended.lines());
        assertEquals(0, ended.status());
        assertEquals("", ended.err());
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32})
    void junk_is_answered_line_by_line_and_nothing_else_is_said(long seed) {
        Random dice = new Random(seed);
        for (Vectors vectors : List.of(Vectors.RECOVERY, Vectors.DEADLINE, Vectors.CONTROLLER)) {
            List<String> lines = questions(vectors).lines().limit(100).map(line -> mutated(line, dice)).toList();
            Cli.Ended ended = Inside.runWith(String.join("\n", lines) + "\n", command(vectors));
            assertEquals(lines.size(), ended.lines().size(), "seed " + seed);
            assertEquals("0 ", ended.status() + " " + ended.err(), "seed " + seed);
            assertTrue(ended.lines().stream().anyMatch(line -> line.startsWith("{\"error\":")), "seed " + seed);
        }
    }

    private static String mutated(String line, Random dice) {
        StringBuilder text = new StringBuilder(line);
        for (int i = 0; i <= dice.nextInt(3); i++) {
            int at = dice.nextInt(text.length());
            switch (dice.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, (char) (' ' + dice.nextInt(95)));
                case 2 -> text.setCharAt(at, (char) (' ' + dice.nextInt(95)));
                default -> text.insert(at, List.of("9223372036854775807", "-1", "null", "{}", "1e999999999").get(dice.nextInt(5)));
            }
        }
        return text.toString();
    }

    @Test
    void one_question_is_answered_on_one_screen_for_people() {
        String decided = Inside.runWith(QUESTION, "decide").out();
        assertTrue(decided.startsWith("retry same operation key, after 100 ms\nWait, then deliver the same operation again"), decided);
        assertTrue(decided.contains("  safe_idempotent      the receiver does it once for the key\n"), decided);
        String run = Inside.runWith(SCENARIO, "simulate").out();
        assertEquals("""
                stopped, deadline_exceeded: the deadline was met, which says nothing of the effect
                calls 2, ticks 14, of them waiting 8
                what is known of the effect: unknown

                  0–3  call 1, attempts 1, token 1, 14 left: transient, r, evidence unknown
                  3–7  sdk waits after attempt 1
                 7–10  call 2, attempts 2, token 2, 7 left: transient, r, evidence unknown
                10–14  sdk waits after attempt 2
                   14  a call of sdk is refused: deadline_exceeded
                """, run);
        String attempts = Inside.runWith(ATTEMPTS, "simulate", "deadline").out();
        assertTrue(attempts.startsWith("success in attempt 2\nended at 3, 6 before the deadline at 9; 1 were waited"), attempts);
        for (String screen : List.of(decided, run, attempts)) {
            assertTrue(screen.lines().count() < 24 && screen.lines().allMatch(line -> line.length() <= 100), screen);
        }
    }

    @Test
    void one_question_is_answered_as_json_where_that_is_asked_for(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("q.json"), QUESTION.replace(",", ",\n"));
        Cli.Ended ended = Inside.run("decide", file, "--format", "json");
        assertEquals("{\"route\":\"retry_same_operation_key\",\"delay_ms\":100,\"result\":null,\"reasons\":[\"receipt_unavailable\","
                + "\"outcome_unknown\",\"safe_idempotent\",\"attempts_available\",\"fits_deadline\"]}\n", ended.out());
        assertEquals(0, ended.status());
    }

    @Test
    void one_bad_question_is_a_mistake_with_its_place(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("q.json"), QUESTION.replace(",", ",\n").replace("\"now_ms\":1", "\"now_ms\":-1"));
        Cli.Ended ended = Inside.run("decide", file);
        assertEquals(2, ended.status());
        assertEquals(file + ":14: $.now_ms: invalid_input, must be 0 to 9223372036854775807\n", ended.err());
        assertEquals("", ended.out());
        Cli.Ended missing = Inside.run("simulate", directory.resolve("none"));
        assertEquals("2 " + directory.resolve("none") + ": no such file; check the path\n", missing.status() + " " + missing.err());
        assertFalse(Inside.runWith("{", "simulate", "deadline").err().contains("\tat "));
    }
}
