// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.scheduler.exec.ExecCommand;
import dev.counterfoil.scheduler.runner.Invocation;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CommandFormTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static Invocation read(Map<String, String> options, Optional<Bytes> input, String... argv) {
        return new CommandForm(options, List.of(argv), input).read(Specs.reader());
    }

    private static ExecCommand command(Invocation invocation) {
        return ((Way.Exec) configuration(invocation).providers().get(0).way()).command();
    }

    private static ProviderConfiguration configuration(Invocation invocation) {
        return ProviderConfiguration.parse(invocation.configuration().orElseThrow()).orElseThrow();
    }

    @Test
    void the_command_is_the_request_and_the_provider() {
        Invocation invocation = read(Map.of("id", "a"), Optional.empty(), "./x", "b c", "");
        assertEquals("{\"argv\":[\"./x\",\"b c\",\"\"]}", invocation.request().utf8());
        ExecCommand command = command(invocation);
        assertEquals(List.of("/somewhere/./x", "b c", ""), command.command());
        assertEquals(ExecCommand.Stdin.NOTHING, command.stdin());
        assertEquals(ExecCommand.Stderr.OURS, command.stderr());
        assertEquals("command", invocation.bindingAt(NOW).providers().get(0).id().value());
        assertEquals(1, invocation.bindingAt(NOW).limits().of(Dimension.MAX_CALLS).most().orElseThrow());
    }

    @Test
    void it_is_the_spec_that_the_manual_shows() {
        Invocation spec = Specs.reader().read(
                Specs.bytes("{\"id\":\"a\",\"request\":{\"argv\":[\"x\"]},\"limits\":{\"max_calls\":1},"
                        + "\"providers\":[{\"id\":\"command\",\"exec\":[\"x\"]}]}"), SpecSource.named("f"), 1);
        assertEquals(spec.bindingAt(NOW), read(Map.of("id", "a"), Optional.empty(), "x").bindingAt(NOW));
    }

    @Test
    void input_is_described_in_the_request_and_kept_in_the_configuration() {
        Invocation invocation = read(Map.of("id", "a"), Optional.of(Bytes.utf8("hello")), "cat");
        assertEquals("{\"argv\":[\"cat\"],\"input_bytes\":5,"
                + "\"input_sha256\":\"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\"}", invocation.request().utf8());
        assertEquals(Optional.of(Bytes.utf8("hello")), configuration(invocation).input());
    }

    @Test
    void every_option_stands_for_its_member() {
        Map<String, String> options = Map.ofEntries(
                Map.entry("id", "a"), Map.entry("max-calls", "3"), Map.entry("max-retries", "2"), Map.entry("max-cost-micros", "9"),
                Map.entry("deadline", "2s"), Map.entry("attempt-timeout", "1s"), Map.entry("contract", "receiver_idempotent"),
                Map.entry("scope", "s"), Map.entry("key", "k"), Map.entry("doubt", "redeliver"), Map.entry("rejected-exit", "64, 65"),
                Map.entry("retryable-exit", "75"), Map.entry("permanent-exit", "77"), Map.entry("backoff", "linear"),
                Map.entry("backoff-initial", "1ms"), Map.entry("backoff-max", "1s"), Map.entry("backoff-factor", "1.5"),
                Map.entry("jitter", "none"));
        String spec = "{\"id\":\"a\",\"request\":{\"argv\":[\"x\"]},\"limits\":{\"max_calls\":3,\"max_retries\":2,\"max_cost_micros\":9,"
                + "\"max_latency_millis\":2000},\"attempt_timeout\":\"1s\",\"operation\":{\"contract\":\"receiver_idempotent\","
                + "\"scope\":\"s\",\"key\":\"k\"},\"doubt\":\"redeliver\",\"backoff\":{\"kind\":\"linear\",\"initial\":\"1ms\","
                + "\"max\":\"1s\",\"factor\":1.5,\"jitter\":\"none\"},\"providers\":[{\"id\":\"command\",\"exec\":[\"x\"],"
                + "\"rejected_exit_codes\":[64,65],\"retryable_exit_codes\":[75],\"permanent_exit_codes\":[77]}]}";
        Invocation form = read(options, Optional.empty(), "x");
        Invocation written = Specs.reader().read(Specs.bytes(spec), SpecSource.named("f"), 1);
        assertEquals(written.bindingAt(NOW), form.bindingAt(NOW));
        assertEquals(configuration(written).backoff(), configuration(form).backoff());
        assertEquals(configuration(written).attemptTimeout(), configuration(form).attemptTimeout());
        assertEquals(command(written).exitCodes(),
                command(form).exitCodes());
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments(Map.of("max-calls", "x"), "--max-calls: must be a whole number, is a string"),
                arguments(Map.of("max-calls", "0"), "--max-calls: zero_impossible: max_calls is 0, which permits no attempt"),
                arguments(Map.of("max-retries", "-1"), "--max-retries: negative_limit: max_retries is below zero in at least one source"),
                arguments(Map.of("deadline", "soon"), "--deadline: must be a duration: digits and ms, s, m or h, as 250ms"),
                arguments(Map.of("deadline", "1s", "deadline-at", "2030-01-01T00:00:00Z"),
                        "--deadline-at: a second deadline; give --deadline or --deadline-at"),
                arguments(Map.of("deadline", "1s", "max-latency-millis", "1"),
                        "--max-latency-millis: a second deadline; give it or --deadline"),
                arguments(Map.of("deadline-at", "now"), "--deadline-at: must be an RFC 3339 instant, as 2030-01-31T12:00:00Z"),
                arguments(Map.of("contract", "x"), "--contract: must be one of read_only, receiver_idempotent, non_idempotent"),
                arguments(Map.of("contract", "receiver_idempotent"), "--contract: a receiver_idempotent operation needs a key"),
                arguments(Map.of("doubt", "x"), "--doubt: must be one of strict, reconcile, redeliver"),
                arguments(Map.of("rejected-exit", "0"), "--rejected-exit: exit code 0 cannot be listed: codes are 1 to 255"),
                arguments(Map.of("rejected-exit", "1,,2"), "--rejected-exit: must be a whole number, is a string"),
                arguments(Map.of("backoff-factor", "0"), "--backoff-factor: must be a number from 1 to 1000 with at most three decimals"),
                arguments(Map.of("jitter", "x"), "--jitter: must be one of none, full, equal"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void a_wrong_option_is_refused_by_its_name(Map<String, String> options, String message) {
        Map<String, String> named = new HashMap<>(options);
        named.put("id", "a");
        CommandException refused = assertThrows(CommandException.class, () -> read(named, Optional.empty(), "x"));
        assertEquals(message, refused.getMessage());
    }

    @Test
    void a_code_in_two_lists_is_refused() {
        CommandException refused = assertThrows(CommandException.class,
                () -> read(Map.of("id", "a", "rejected-exit", "5", "permanent-exit", "5"), Optional.empty(), "x"));
        assertEquals("code 5 stands in another list too; leave it in one", refused.getMessage().replaceAll("^--[a-z-]+: ", ""));
    }

    /** It has one meaning, however often it is said. */
    @Test
    void a_code_that_stands_twice_in_one_list_is_taken_once() {
        Invocation twice = read(Map.of("id", "a", "rejected-exit", "5,5", "permanent-exit", "7,6,7"), Optional.empty(), "x");
        assertEquals("[5] [] [6, 7]", command(twice).exitCodes().rejected() + " " + command(twice).exitCodes().retryable() + " "
                + command(twice).exitCodes().permanent());
        assertEquals(read(Map.of("id", "a", "rejected-exit", "5", "permanent-exit", "6,7"), Optional.empty(), "x").configuration(),
                twice.configuration());
    }

    @Test
    void an_argument_that_the_locale_could_not_read_is_refused() {
        CommandException refused = assertThrows(CommandException.class, () -> read(Map.of("id", "a"), Optional.empty(), "x", "\uFFFD"));
        assertEquals("command[1]: is no text in this locale; set one with UTF-8, as LC_ALL=C.UTF-8", refused.getMessage());
    }
}
