// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import static dev.counterfoil.cli.spec.Specs.bytes;
import static dev.counterfoil.cli.spec.Specs.provider;
import static dev.counterfoil.cli.spec.Specs.spec;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is accepted, and what is refused with which words. */
class SpecReaderTest {
    private static final String LONG = "x".repeat(257);

    static Stream<String> good() {
        return Stream.of(
                spec(),
                spec("request=null"),
                spec("request=", "request_text=\"\""),
                spec("request=", "request_base64=\"AAEC\""),
                spec("request=", "request_base64=\"\""),
                spec("limits={\"max_calls\":2,\"max_retries\":null,\"max_cost_micros\":0}"),
                spec("limits={\"max_calls\":2.0}"),
                spec("limits={\"source\":{\"max_calls\":3},\"invocation\":{\"max_calls\":null}}"),
                spec("limits={\"max_calls\":1,\"max_latency_millis\":0}"),
                spec("limits={\"max_calls\":1,\"max_response_bytes\":67108864}"),
                spec("deadline_at_millis=1"),
                spec("deadline_at=\"2030-01-31T12:00:00.123456789+02:00\""),
                spec("limits={\"max_calls\":1,\"deadline_at\":\"2030-01-31t12:00:00z\"}"),
                spec("confidentiality=\"internal\"", "providers=[{\"id\":\"p\",\"exec\":[\"true\"],\"cleared_for\":[\"internal\"]},"
                        + "{\"id\":\"q\",\"exec\":[\"true\"]}]"),
                spec("operation={\"contract\":\"receiver_idempotent\",\"key\":\"k\"}"),
                spec("operation={}"),
                spec("quote={\"cost_micros\":1}"),
                spec("backoff={}"),
                spec("backoff={\"kind\":\"none\"}"),
                spec("backoff={\"initial\":\"1h\"}"),
                spec("backoff={\"max\":\"1ms\"}"),
                spec("backoff={\"factor\":1.125}"),
                spec("backoff={\"factor\":1000}"),
                spec("attempt_timeout=\"1ms\""),
                spec("doubt=\"redeliver\""),
                spec("accounts=[\"a\",\"a\"]"),
                spec("parent=\"b\""),
                provider("\"max_retries\":null"),
                provider("\"quote\":{}"),
                provider("\"rejected_exit_codes\":[1,1],\"retryable_exit_codes\":[255],\"permanent_exit_codes\":[]"),
                " \n" + spec().replace(",", ",\n\t"));
    }

    @ParameterizedTest
    @MethodSource("good")
    void a_good_spec_is_read(String json) {
        assertDoesNotThrow(() -> Specs.reader().read(bytes(json), SpecSource.named("f"), 1));
    }

    static Stream<Arguments> whole() {
        return Stream.of(
                arguments("", "$: there is no value"),
                arguments("[]", "$: must be an object, is an array"),
                arguments("{", "$: not JSON, near column 2"),
                arguments("{} {}", "$: something stands after the value"),
                arguments(spec("colour=1"),
                        "$.colour: unknown member; known are id, request, request_text, request_base64, confidentiality,"
                        + " operation, limits, deadline_at_millis, deadline_at, quote, backoff, attempt_timeout, doubt, accounts, parent,"
                        + " retry_budget, providers"),
                arguments(spec().replace("{\"id\"", "{\"id\":1,\"id\""), "$.id: this member stands twice"),
                arguments(spec("id="), "$: has no id; give it"),
                arguments(spec("id=1"), "$.id: must be a string, is a number"),
                arguments(spec("id=\"\""), "$.id: invocation id is empty"),
                arguments(spec("id=\"" + LONG + "\""), "$.id: invocation id has 257 bytes, at most 256 are allowed"),
                arguments(spec("id=\"a\\u0000b\""), "$.id: invocation id has a control character"),
                arguments(spec("id=\"a\\ud800b\""), "$.id: half of a surrogate pair is no character"),
                arguments(spec("request="), "$: has no request; give exactly one of request, request_text, request_base64"),
                arguments(spec("request_text=\"x\""),
                        "$: has request and request_text; give exactly one of request, request_text, request_base64"),
                arguments(spec("request={\"n\":9007199254740993}"),
                        "$.request{0}: this whole number would arrive as another one; use a string"),
                arguments(spec("request={\"a\":0,\"payload\":[{\"payload\":1e400}]}"),
                        "$.request{1}[0]{0}: no double is so large; use a string"),
                arguments(spec("request={\"payload\":1,\"payload\":2}"), "$.request{1}: this member stands twice"),
                arguments(spec("request=", "request_text=1"), "$.request_text: must be a string, is a number"),
                arguments(spec("request=", "request_text=\"" + "x".repeat((1 << 20) + 1) + "\""),
                        "$.request_text: has 1048577 bytes, at most 1048576 are allowed"),
                arguments(spec("request=", "request_base64=\"AAE\""),
                        "$.request_base64: must be base64 (RFC 4648, with padding, no line breaks)"),
                arguments(spec("confidentiality=null"), "$.confidentiality: must be a string, is null"),
                arguments(spec("confidentiality=\"\""), "$.confidentiality: confidentiality is empty"),
                arguments(spec("doubt=\"maybe\""), "$.doubt: must be one of strict, reconcile, redeliver"),
                arguments(spec("accounts=\"a\""), "$.accounts: must be an array, is a string"),
                arguments(spec("accounts=[\"\"]"), "$.accounts[0]: account is empty"),
                arguments(spec("parent=\"\""), "$.parent: invocation id is empty"),
                arguments(spec("retry_budget=\"b\""), "$.retry_budget: this budget is not defined; define it with run --retry-budget NAME=N"
                        + " (or plan), or leave it out"),
                arguments(spec("retry_budget=1"), "$.retry_budget: must be a string, is a number"),
                arguments(spec("operation=[]"), "$.operation: must be an object, is an array"),
                arguments(spec("operation={\"contract\":\"sure\"}"),
                        "$.operation.contract: must be one of read_only, receiver_idempotent, non_idempotent"),
                arguments(spec("operation={\"contract\":\"receiver_idempotent\"}"),
                        "$.operation.contract: a receiver_idempotent operation needs a key"),
                arguments(spec("operation={\"key\":\"\"}"), "$.operation.key: key is empty"),
                arguments(spec("operation={\"scope\":\"" + LONG + "\"}"),
                        "$.operation.scope: scope has 257 bytes, at most 256 are allowed"),
                arguments(spec("operation={\"lock\":1}"), "$.operation.lock: unknown member; known are contract, scope, key"));
    }

    static Stream<Arguments> numbers() {
        return Stream.of(
                arguments(spec("limits="), "$: has no limits; give it"),
                arguments(spec("limits=null"), "$.limits: must be an object, is null"),
                arguments(spec("limits={}"), "$.limits: missing: give max_calls in at least one source"),
                arguments(spec("limits={\"max_calls\":null}"), "$.limits.max_calls: missing: give max_calls in at least one source"),
                arguments(spec("limits={\"source\":{},\"deployment\":{}}"), "$.limits: missing: give max_calls in at least one source"),
                arguments(spec("limits={\"source\":{\"max_calls\":1},\"max_calls\":1}"),
                        "$.limits.max_calls: unknown member; known are source, deployment, invocation"),
                arguments(spec("limits={\"source\":null}"), "$.limits.source: must be an object, is null"),
                arguments(spec("limits={\"max_calls\":0}"),
                        "$.limits.max_calls: zero_impossible: max_calls is 0, which permits no attempt"),
                arguments(spec("limits={\"max_calls\":0,\"max_retries\":-1}"),
                        "$.limits.max_retries: negative_limit: max_retries is below zero in at least one source"),
                arguments(spec("limits={\"source\":{\"max_calls\":-1},\"invocation\":{\"max_calls\":5}}"),
                        "$.limits: negative_limit: max_calls is below zero in at least one source"),
                arguments(spec("limits={\"max_calls\":1.5}"), "$.limits.max_calls: must be a whole number within ±9007199254740991"),
                arguments(spec("limits={\"max_calls\":9007199254740992}"),
                        "$.limits.max_calls: must be a whole number within ±9007199254740991"),
                arguments(spec("limits={\"max_calls\":\"1\"}"), "$.limits.max_calls: must be a whole number, is a string"),
                arguments(spec("limits={\"max_calls\":1,\"max_response_bytes\":67108865}"),
                        "$.limits.max_response_bytes: max_response_bytes is at most 67108864"),
                arguments(spec("limits={\"max_calls\":1,\"max_latency_millis\":9007199254740991}"),
                        "$.limits.max_latency_millis: deadline is out of range"),
                arguments(spec("limits={\"max_calls\":1,\"max_latency_millis\":1}", "deadline_at_millis=1"),
                        "$.deadline_at_millis: a second deadline; give one of max_latency_millis, deadline_at_millis, deadline_at"),
                arguments(spec("deadline_at_millis=1", "deadline_at=\"2030-01-31T12:00:00Z\""),
                        "$.deadline_at: a second deadline; give one of max_latency_millis, deadline_at_millis, deadline_at"),
                arguments(spec("deadline_at=\"tomorrow\""), "$.deadline_at: must be an RFC 3339 instant, as 2030-01-31T12:00:00Z"),
                arguments(spec("deadline_at=\"2030-02-31T12:00:00Z\""), "$.deadline_at: is no instant of the calendar"),
                arguments(spec("deadline_at=1"), "$.deadline_at: must be a string, is a number"),
                arguments(spec("deadline_at_millis=null"), "$.deadline_at_millis: must be a whole number, is null"),
                arguments(spec("quote={\"cost_micros\":-1}"), "$.quote.cost_micros: must not be negative"),
                arguments(spec("quote={\"cost\":1}"), "$.quote.cost: unknown member; known are context_tokens, output_tokens, cost_micros"),
                arguments(spec("quote={\"cost_micros\":null}"), "$.quote.cost_micros: must be a whole number, is null"),
                arguments(spec("attempt_timeout=\"0s\""), "$.attempt_timeout: must be longer than 0ms; leave it out for none"),
                arguments(spec("attempt_timeout=\"5\""),
                        "$.attempt_timeout: must be a duration: digits and ms, s, m or h, as 250ms"),
                arguments(spec("attempt_timeout=\"9007199254740992ms\""),
                        "$.attempt_timeout: must be a duration of at most 9007199254740991 milliseconds"),
                arguments(spec("attempt_timeout=\"99999999999999999999h\""),
                        "$.attempt_timeout: must be a duration of at most 9007199254740991 milliseconds"),
                arguments(spec("attempt_timeout=5000"), "$.attempt_timeout: must be a string, is a number"),
                arguments(spec("backoff={\"kind\":\"random\"}"),
                        "$.backoff.kind: must be one of none, fixed, linear, exponential, decorrelated"),
                arguments(spec("backoff={\"jitter\":\"some\"}"), "$.backoff.jitter: must be one of none, full, equal"),
                arguments(spec("backoff={\"initial\":\"2s\",\"max\":\"1s\"}"),
                        "$.backoff.initial: initial is 2000 ms, longer than max, 1000 ms"),
                arguments(spec("backoff={\"factor\":0.5}"),
                        "$.backoff.factor: must be a number from 1 to 1000 with at most three decimals"),
                arguments(spec("backoff={\"factor\":1.2345}"),
                        "$.backoff.factor: must be a number from 1 to 1000 with at most three decimals"),
                arguments(spec("backoff={\"factor\":1e999999999}"),
                        "$.backoff.factor: must be a number from 1 to 1000 with at most three decimals"));
    }

    static Stream<Arguments> providers() {
        return Stream.of(
                arguments(spec("providers="), "$: has no providers; give it"),
                arguments(spec("providers=[]"), "$.providers: has 0 providers, must have 1 to 256"),
                arguments(spec("providers={}"), "$.providers: must be an array, is an object"),
                arguments(spec("providers=[{\"exec\":[\"true\"]}]"), "$.providers[0]: has no id; give it"),
                arguments(spec("providers=[{\"id\":\"p\"}]"), "$.providers[0]: has no exec, nor http; give one of them"),
                arguments(spec("providers=[{\"id\":\"p\",\"exec\":\"true\"}]"), "$.providers[0].exec: must be an array, is a string"),
                arguments(spec("providers=[{\"id\":\"p\",\"exec\":[]}]"),
                        "$.providers[0].exec: a command begins with a program"),
                arguments(spec("providers=[{\"id\":\"p\",\"exec\":[\"\"]}]"),
                        "$.providers[0].exec: a command begins with a program"),
                arguments(spec("providers=[{\"id\":\"p\",\"exec\":[\"a\",\"\\u0000\"]}]"),
                        "$.providers[0].exec: element 1 of the command has a NUL: no program can be given one"),
                arguments(spec("providers=[{\"id\":\"p\",\"exec\":[1]}]"), "$.providers[0].exec[0]: must be a string, is a number"),
                arguments(spec("providers=[{\"id\":\"p\",\"exec\":[\"a\"]},{\"id\":\"p\",\"exec\":[\"b\"]}]"),
                        "$.providers[1].id: two providers have this id; give each its own"),
                arguments(spec("confidentiality=\"secret\""),
                        "$.providers[0]: primary_not_cleared: the first provider is not cleared for the confidentiality"),
                arguments(provider("\"cleared_for\":\"all\""), "$.providers[0].cleared_for: must be an array, is a string"),
                arguments(provider("\"max_retries\":-1"), "$.providers[0].max_retries: must not be negative"),
                arguments(provider("\"rejected_exit_codes\":[0]"),
                        "$.providers[0].rejected_exit_codes[0]: exit code 0 cannot be listed: codes are 1 to 255"),
                arguments(provider("\"rejected_exit_codes\":[256]"),
                        "$.providers[0].rejected_exit_codes[0]: exit code 256 cannot be listed: codes are 1 to 255"),
                arguments(provider("\"rejected_exit_codes\":[137]"), "$.providers[0].rejected_exit_codes[0]: exit code 137 cannot be"
                        + " listed: it is also how signal 9 is reported, and what a signal ended is uncertain"),
                arguments(provider("\"rejected_exit_codes\":[7],\"permanent_exit_codes\":[8,7]"),
                        "$.providers[0].permanent_exit_codes[1]: code 7 stands in another list too; leave it in one"),
                arguments(provider("\"http\":{}"), "$.providers[0]: has exec and http; give one of them"),
                arguments(provider("\"receipts\":{}"), "$.providers[0].receipts: receipts are looked up by the operation's scope and key;"
                        + " give it both, or leave receipts out"),
                arguments(provider("\"quote\":{\"cost_micros\":-1}"), "$.providers[0].quote.cost_micros: must not be negative"));
    }

    @ParameterizedTest
    @MethodSource({"whole", "numbers", "providers"})
    void a_wrong_spec_is_refused_with_its_place_and_one_line(String json, String message) {
        CommandException refused =
                assertThrows(CommandException.class, () -> Specs.reader().read(bytes(json), SpecSource.named("f.json"), 7));
        assertEquals("f.json:7: " + message, refused.getMessage());
        assertEquals(ExitStatus.USAGE, refused.status());
    }

    @ParameterizedTest
    @MethodSource({"whole", "numbers", "providers"})
    void a_refusal_never_shows_a_value(String json, String message) {
        String marked = json.replaceAll("\"(k|internal|secret|true|tomorrow|maybe|random|sure|some)\"", "\"PAYLOAD-$1\"");
        try {
            Specs.reader().read(bytes(marked), SpecSource.named("f"), 1);
        } catch (CommandException refused) {
            assertFalse(refused.getMessage().contains("PAYLOAD"), refused.getMessage());
        }
    }
}
