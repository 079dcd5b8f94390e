// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import static dev.counterfoil.cli.spec.Specs.spec;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.http.Endpoint;
import dev.counterfoil.http.Header;
import dev.counterfoil.http.HttpDispatcher;
import dev.counterfoil.http.StatusClasses;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.exec.ExecCommand;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.Means;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code http} of a provider: as it is read, stored, and resolved. */
class HttpSpecTest {
    private static final String URL = "\"url\":\"http://h:8080/v1?a=b\"";
    private static final String WHOLE = "\"http\":{" + URL + ",\"headers\":{\"X-B\":\"b\",\"Authorization\":\"Bearer ${env:TOKEN}\"}},"
            + "\"retryable_statuses\":[503],\"permanent_statuses\":[410,409],\"rejected_statuses\":[425]";
    private static final Variables ENVIRONMENT = Variables.of(Map.of("TOKEN", "cnry7 ${env:OTHER}", "BROKEN", "cnry7\n", "EMPTY", ""));

    private static String providers(String members) {
        return "providers=[{\"id\":\"p\"," + members + "}]";
    }

    private static Invocation read(String... changes) {
        return Specs.reader().read(spec(changes).getBytes(StandardCharsets.UTF_8), SpecSource.named("f.json"), 7);
    }

    private static ProviderConfiguration configuration(String... changes) {
        Bytes stored = read(changes).configuration().orElseThrow();
        ProviderConfiguration configuration = ProviderConfiguration.parse(stored).orElseThrow();
        assertEquals(stored, configuration.bytes());
        return configuration;
    }

    private static HttpForm form(String... changes) {
        return ((Way.Http) configuration(changes).providers().get(0).way()).form();
    }

    @Test
    void an_endpoint_is_read_and_its_secret_stays_a_reference() {
        HttpForm form = form(providers(WHOLE));
        assertEquals("http://h:8080/v1?a=b", form.url());
        assertEquals(StatusClasses.of(List.of(425), List.of(503), List.of(409, 410)), form.statuses());
        Endpoint endpoint = form.endpoint(ENVIRONMENT);
        assertEquals(List.of(new Header("Authorization", "Bearer cnry7 ${env:OTHER}"), new Header("X-B", "b")), endpoint.headers());
        assertEquals(Endpoint.JSON, endpoint.contentType());
    }

    @Test
    void the_stored_form_is_the_one_in_the_documentation() {
        String stored = read(providers(WHOLE)).configuration().orElseThrow().utf8();
        assertEquals("[{\"http\":{\"content_type\":\"application/json\",\"headers\":{\"Authorization\":\"Bearer ${env:TOKEN}\","
                + "\"X-B\":\"b\"},\"permanent_statuses\":[409,410],\"rejected_statuses\":[425],\"retryable_statuses\":[503],"
                + "\"url\":\"http://h:8080/v1?a=b\"},\"id\":\"p\"}]",
                stored.substring(stored.indexOf("\"providers\":") + 12, stored.length() - 1));
    }

    @ParameterizedTest
    @CsvSource({"request, 1, application/json", "request_text, \"x\", text/plain; charset=utf-8",
        "request_base64, \"eA==\", application/octet-stream"})
    void the_content_type_is_that_of_the_request(String member, String value, String type) {
        assertEquals(type, form("request=", member + "=" + value, providers("\"http\":{" + URL + "}")).contentType());
    }

    @Test
    void an_intent_tells_one_endpoint_from_another_and_not_one_token_from_another() {
        var one = configuration(providers(WHOLE)).providers().get(0);
        assertEquals(one.digest(), configuration(providers(WHOLE)).providers().get(0).digest());
        assertNotEquals(one.digest(), configuration(providers(WHOLE.replace("X-B", "X-C"))).providers().get(0).digest());
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                arguments("\"http\":[]", "$.providers[0].http: must be an object, is an array"),
                arguments("\"http\":{}", "$.providers[0].http: has no url; give it"),
                arguments("\"http\":{" + URL + ",\"method\":\"PUT\"}",
                        "$.providers[0].http.method: unknown member; known are url, headers"),
                arguments("\"http\":{\"url\":\"ftp://h/\"}", "$.providers[0].http.url: must be a URL with http:// or https://"),
                arguments("\"http\":{\"url\":\"http://cnry7:cnry7@h/\"}", "$.providers[0].http.url: has user information; put it into a"
                        + " header, by reference to the environment"),
                arguments("\"http\":{\"url\":\"http://h/#a\"}",
                        "$.providers[0].http.url: has a fragment, which is never sent; leave it out"),
                arguments("\"http\":{" + URL + ",\"headers\":[]}", "$.providers[0].http.headers: must be an object of names and values"),
                arguments("\"http\":{" + URL + ",\"headers\":{\"X\":1}}", "$.providers[0].http.headers.X: must be a string, is a number"),
                arguments("\"http\":{" + URL + ",\"headers\":{\"cnry7 x\":\"a\"}}", "$.providers[0].http.headers: is no name of a header:"
                        + " letters, digits and !#$%&'*+.^_`|~- only"),
                arguments("\"http\":{" + URL + ",\"headers\":{\"X\":\"cnry7\\r\\nY: z\"}}",
                        "$.providers[0].http.headers.X: cannot stand in a header:"
                                + " printable ASCII only, no line break, no blank at its beginning or end"),
                arguments("\"http\":{" + URL + ",\"headers\":{\"X\":\"${TOKEN}\"}}", "$.providers[0].http.headers.X: has a ${ that is no"
                        + " reference; a reference is ${env:NAME}"),
                arguments("\"http\":{" + URL + ",\"headers\":{\"X\":\"a\",\"x\":\"b\"}}",
                        "$.providers[0].http.headers: x stands twice; give it once"),
                arguments("\"http\":{" + URL + "},\"rejected_exit_codes\":[1]",
                        "$.providers[0].rejected_exit_codes: goes with exec; leave it out"),
                arguments("\"exec\":[\"true\"],\"retryable_statuses\":[503]",
                        "$.providers[0].retryable_statuses: goes with http; leave it out"),
                arguments("\"http\":{" + URL + "},\"retryable_statuses\":[200]",
                        "$.providers[0].retryable_statuses[0]: status 200 cannot be listed: listed are 300 to 599"),
                arguments("\"http\":{" + URL + "},\"retryable_statuses\":[500,503],\"permanent_statuses\":[501,503]",
                        "$.providers[0].permanent_statuses[1]: status 503 stands in another list too; leave it in one"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void a_wrong_endpoint_is_refused_with_its_place_and_without_its_value(String members, String message) {
        CommandException refused = assertThrows(CommandException.class, () -> read(providers(members)));
        assertEquals("f.json:7: " + message, refused.getMessage());
        assertEquals(ExitStatus.USAGE, refused.status());
        assertFalse(refused.getMessage().contains("cnry7"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "content-length", "IDEMPOTENCY-KEY", "transfer-encoding", "Connection"})
    void a_header_that_is_ours_to_set_is_refused(String name) {
        CommandException refused = assertThrows(CommandException.class,
                () -> read(providers("\"http\":{" + URL + ",\"headers\":{\"" + name + "\":\"x\"}}")));
        assertEquals("f.json:7: $.providers[0].http.headers." + name + ": " + name
                + " is not to be given: it is set for each request, or frames it", refused.getMessage());
    }

    @Test
    void a_key_that_no_header_can_spell_is_refused_where_an_endpoint_would_get_it() {
        String operation = "operation={\"contract\":\"receiver_idempotent\",\"scope\":\"s\",\"key\":\"\u00e4cnry7\"}";
        CommandException refused = assertThrows(CommandException.class, () -> read(operation, providers("\"http\":{" + URL + "}")));
        assertEquals("f.json:7: $.operation.key: must be printable ASCII: an http provider sends it as a header", refused.getMessage());
        assertDoesNotThrow(() -> read(operation));
    }

    @ParameterizedTest
    @CsvSource({"MISSING, is not set", "BROKEN, cannot stand in a header"})
    void a_variable_that_is_missing_or_unfit_is_named_with_its_member_and_its_value_is_not(String name, String what) {
        HttpForm form = form(providers("\"http\":{" + URL + ",\"headers\":{\"X\":\"${env:" + name + "}\"}}"));
        String told = assertThrows(IllegalArgumentException.class, () -> form.endpoint(ENVIRONMENT)).getMessage();
        assertTrue(told.startsWith("headers.X: the environment variable " + name + " " + what), told);
        assertFalse(told.contains("cnry7"), told);
    }

    @Test
    void variables_that_fit_and_leave_a_value_that_does_not_are_named_with_its_member() {
        HttpForm form = form(providers("\"http\":{" + URL + ",\"headers\":{\"X\":\"Bearer ${env:EMPTY}${env:EMPTY}\"}}"));
        assertEquals("headers.X: with what the environment variable EMPTY holds, it cannot stand in a header: printable ASCII only,"
                + " no line break, no blank at its beginning or end",
                assertThrows(IllegalArgumentException.class, () -> form.endpoint(ENVIRONMENT)).getMessage());
    }

    @Test
    void what_a_run_lacks_is_named_with_the_place_of_its_provider_when_it_gets_ready_and_not_before() {
        String book = ",\"receipts\":{\"url\":\"http://h/{scope}\",\"headers\":{\"Y\":\"${env:%s}\"}}";
        for (String[] names : new String[][] {{"MISSING", "EMPTY", "http.headers.X"}, {"EMPTY", "MISSING", "receipts.headers.Y"}}) {
            Dispatchers ways = new Dispatchers() {
                @Override
                public Dispatcher exec(ExecCommand command, Optional<Bytes> input) {
                    return dispatch -> Answer.uncertain();
                }

                @Override
                public Dispatcher http(HttpForm form) {
                    return new HttpDispatcher(form.endpoint(ENVIRONMENT));
                }

                @Override
                public ReceiptBook receipts(ReceiptsForm form) {
                    return form.book(ENVIRONMENT);
                }
            };
            SpecReader reader = new SpecReader(Specs.DIRECTORY, ways, InstantSource.system());
            String spec = Specs.spec("operation={\"contract\":\"non_idempotent\",\"scope\":\"s\",\"key\":\"k\"}",
                    "providers=[{\"id\":\"a\",\"exec\":[\"true\"]},{\"id\":\"b\",\"http\":{" + URL + ",\"headers\":{\"X\":\"${env:"
                            + names[0] + "}\"}}" + book.formatted(names[1]) + "}]");
            Means means = reader.read(Specs.bytes(spec), SpecSource.named("f.json"), 7).means();
            CommandException lacking = assertThrows(CommandException.class, means::prepare);
            assertEquals("$.providers[1]." + names[2] + ": the environment variable MISSING is not set, and a header needs it; set it",
                    lacking.getMessage());
        }
    }

    @Test
    void an_empty_variable_is_a_value_and_a_text_form_tells_none() {
        HttpForm form = form(providers("\"http\":{" + URL + ",\"headers\":{\"X\":\"${env:EMPTY}\",\"Y\":\"cnry7\"}}"));
        assertEquals("", form.endpoint(ENVIRONMENT).headers().get(0).value());
        assertFalse((form + " " + form.headers()).contains("cnry7"), form.toString());
    }
}
