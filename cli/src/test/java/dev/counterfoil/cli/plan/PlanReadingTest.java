// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.scheduler.plan.Policy;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as people and programs write them: the table of durations, the places of refusals, JSON that is none. */
class PlanReadingTest {
    private static final long WALL = 1_790_000_000_000L;

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', value = {
        "0, 0", "-0, 0", "0.25, 0.25", "250, 250", "2147483647, 2147483647", "1e-300, 1e-300",
        "1e-400, 0", "'\"0ms\"', 0", "'\"007ms\"', 7",
        "'\"0s\"', 0", "'\"800ms\"', 800", "'\"3s\"', 3000", "'\"5m\"', 300000", "'\"2h\"', 7200000", "'\"2147483647ms\"', 2147483647",
        "'\"2147483s\"', 2147483000", "'\"35791m\"', 2147460000", "'\"596h\"', 2145600000"
    })
    void a_duration_is_milliseconds_or_digits_with_a_unit(String written, double millis) {
        assertEquals(new Policy.Attempt(millis), read(attempt(written)).policy());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "-1", "-0.001", "2147483647.5", "2147483648", "1e300", "1e400", "\"1.5s\"", "\"1e3ms\"", "\"5_000ms\"", "\"0x10ms\"", "\"-5ms\"",
        "\"+5ms\"", "\"2147483648ms\"", "\"2147484s\"", "\"35792m\"", "\"597h\"", "\"5\"", "\"ms\"", "\"\"", "\"5 ms\"", "\" 5ms\"",
        "\"5ms \"", "\"5ms\\n\"", "\"5MS\"", "\"5us\"", "\"5d\"", "\"1m30s\"", "\"PT2S\"", "\"\\u0665ms\"", "\"\\uff15s\"", "true", "null",
        "[\"5ms\"]", "{}", "\"99999999999999999999999999ms\""
    })
    void nothing_else_is_one(String written) {
        PlanRefusedException refused = refused(attempt(written));
        assertEquals(PlanRefusal.INVALID_DURATION, refused.refusal());
        assertEquals("$.policy.duration", refused.path());
    }

    @Test
    void a_million_zeros_are_read_at_once() {
        assertEquals(new Policy.Attempt(7), read(attempt("\"" + "0".repeat(1 << 20) + "7ms\"")).policy());
        assertEquals(PlanRefusal.INVALID_DURATION, refused(attempt("\"" + "0".repeat(1 << 20) + "x\"")).refusal());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{} | invalid_policy | $",
        "[] | malformed_request | $",
        "{\"policy\":{\"type\":\"attempt\",\"duration\":1},\"policy\":1} | malformed_request | $.policy",
        "{\"policy\":{\"type\":\"attempt\"}} | invalid_duration | $.policy",
        "{\"policy\":{\"type\":\"Attempt\",\"duration\":1}} | unknown_type | $.policy.type",
        "{\"policy\":{\"type\":\"series\",\"policies\":[{\"type\":\"attempt\",\"duration\":1},7]}} | invalid_policy | $.policy.policies[1]",
        "{\"policy\":{\"type\":\"hedge\",\"max\":1.5}} | invalid_hedge_max | $.policy.max",
        "{\"policy\":{\"type\":\"timeout\",\"timeout\":1,\"policy\":null}} | invalid_policy | $.policy.policy",
        "{\"options\":{\"now\":\"5\"},\"policy\":{\"type\":\"deadline\",\"deadlineAt\":1,\"policy\":{\"type\":\"attempt\",\"duration\":1}}}"
                + " | invalid_deadline | $.options.now",
        "{\"policy\":{\"type\":\"retry\",\"attempt\":{\"type\":\"attempt\",\"duration\":1},\"retry\":{\"times\":true}}}"
                + " | invalid_retry_times | $.policy.retry.times",
        "{\"policy\":{\"type\":\"retry\",\"attempt\":{\"type\":\"attempt\",\"duration\":1},\"retry\":{\"times\":1,\"retryBudget\":null}}}"
                + " | invalid_retry | $.policy.retry.retryBudget"
    })
    void a_refusal_says_where(String request, String code, String path) {
        PlanRefusedException refused = refused(request);
        assertEquals(code + " " + path, refused.refusal().code() + " " + refused.path());
    }

    @Test
    void what_is_nested_too_deep_for_a_reader_is_too_deep() {
        assertEquals(PlanRefusal.DEPTH_EXCEEDED, refused("{\"policy\":" + "[".repeat(3_000) + "]".repeat(3_000) + "}").refusal());
        String leaf = attemptNode("1");
        for (int i = 0; i < Policy.DEPTH; i++) {
            leaf = "{\"type\":\"series\",\"policies\":[" + leaf + "]}";
        }
        assertEquals(1, read("{\"policy\":" + leaf + "}").alone().plan().upperBoundMillis());
        String deeper = "{\"type\":\"parallel\",\"policies\":[" + leaf + "]}";
        assertEquals(PlanRefusal.DEPTH_EXCEEDED, refused("{\"policy\":" + deeper + "}").refusal());
    }

    @Test
    void the_wall_clock_is_read_where_nobody_says_what_time_it_is() {
        String deadline = "{\"type\":\"deadline\",\"deadlineAt\":1790000000100,\"policy\":" + attemptNode("1") + "}";
        assertEquals(100, ((Policy.Deadline) read("{\"policy\":" + deadline + "}").policy()).remainingMillis());
        String told = "{\"policy\":" + deadline + ",\"options\":{\"now\":1790000000040}}";
        assertEquals(60, ((Policy.Deadline) read(told).policy()).remainingMillis());
    }

    @Test
    void a_policy_alone_is_a_request() {
        byte[] alone = attemptNode("5").getBytes(StandardCharsets.UTF_8);
        assertEquals(new Policy.Attempt(5), PlanRequest.readAlone(alone, WALL).policy());
        byte[] request = attempt("5").getBytes(StandardCharsets.UTF_8);
        assertEquals(new Policy.Attempt(5), PlanRequest.readAlone(request, WALL).policy());
    }

    @Test
    void warnings_of_one_answer_are_bounded() {
        String dynamic = "{\"type\":\"retry\",\"attempt\":" + attemptNode("1")
                + ",\"retry\":{\"times\":1000,\"backoff\":\"dynamic\",\"jitter\":false}}";
        assertEquals(999, read("{\"policy\":" + dynamic + "}").answer().split("dynamic_backoff_upper_bound", -1).length - 1);
        PlanRequest many = read("{\"policy\":{\"type\":\"series\",\"policies\":[" + (dynamic + ",").repeat(262) + dynamic + "]}}");
        assertEquals(PlanRefusal.TOO_MANY_WARNINGS, assertThrows(PlanRefusedException.class, many::answer).refusal());
    }

    private static String attempt(String duration) {
        return "{\"policy\":" + attemptNode(duration) + "}";
    }

    private static String attemptNode(String duration) {
        return "{\"type\":\"attempt\",\"duration\":" + duration + "}";
    }

    private static PlanRequest read(String request) {
        return PlanRequest.read(request.getBytes(StandardCharsets.UTF_8), 1, WALL);
    }

    private static PlanRefusedException refused(String request) {
        return assertThrows(PlanRefusedException.class, () -> read(request));
    }
}
