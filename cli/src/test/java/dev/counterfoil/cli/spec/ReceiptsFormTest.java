// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.runner.Invocation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A provider's book in a spec and in the stored configuration. */
final class ReceiptsFormTest {
    private static final String URL = "\"url\":\"http://h/v1/operations/{scope}\"";

    private static String spec(String operation, String receipts) {
        return Specs.spec("operation=" + operation, "providers=[{\"id\":\"p\",\"exec\":[\"true\"],\"receipts\":" + receipts + "}]");
    }

    private static Invocation read(String receipts) {
        return read("{\"scope\":\"s\",\"key\":\"k\"}", receipts);
    }

    private static Invocation read(String operation, String receipts) {
        return Specs.reader().read(Specs.bytes(spec(operation, receipts)), SpecSource.named("f"), 1);
    }

    private static Bytes stored(Invocation invocation) {
        return invocation.configuration().orElseThrow();
    }

    @Test
    void it_is_stored_with_its_defaults_and_read_back_the_same() {
        Bytes stored = stored(read("{" + URL + "}"));
        assertTrue(stored.utf8().contains("\"receipts\":{\"absence\":\"claims\",\"headers\":{},\"timeout_millis\":10000,"
                + "\"url\":\"http://h/v1/operations/{scope}\"}"), stored.utf8());
        ProviderConfiguration back = ProviderConfiguration.parse(stored).orElseThrow();
        assertEquals(stored, back.bytes());
        assertEquals("claims PT10S",
                back.providers().get(0).receipts().map(form -> form.absence().code() + " " + form.timeout()).orElse(""));
    }

    @Test
    void a_provider_without_a_book_is_stored_as_ever() {
        Bytes stored = stored(Specs.reader().read(Specs.bytes(Specs.spec()), SpecSource.named("f"), 1));
        assertFalse(stored.utf8().contains("receipts"), stored.utf8());
    }

    @Test
    void references_are_stored_unresolved_and_nothing_of_them_is_printed() {
        Bytes stored = stored(read("{" + URL + ",\"headers\":{\"Authorization\":\"Bearer ${env:TOKEN}\"},\"timeout\":\"250ms\","
                + "\"absence\":\"final\"}"));
        assertTrue(stored.utf8().contains("Bearer ${env:TOKEN}"), stored.utf8());
        ReceiptsForm form = ProviderConfiguration.parse(stored).orElseThrow().providers().get(0).receipts().orElseThrow();
        assertEquals("ReceiptsForm[url of 30 characters, headers [Authorization], PT0.25S, final]", form.toString());
        assertEquals("PT0.25S final", form.book(name -> "secret").timeout() + " " + form.book(name -> "secret").absence().code());
    }

    @Test
    void a_missing_variable_is_named() {
        ReceiptsForm form = ProviderConfiguration.parse(stored(read("{" + URL + ",\"headers\":{\"A\":\"${env:TOKEN}\"}}")))
                .orElseThrow().providers().get(0).receipts().orElseThrow();
        IllegalArgumentException missing =
                assertThrows(IllegalArgumentException.class, () -> form.book(Variables.of(Map.of())));
        assertTrue(missing.getMessage().contains("TOKEN"), missing.getMessage());
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments("{}", "$.providers[0].receipts: has no url"),
                arguments("[]", "$.providers[0].receipts: must be an object"),
                arguments("{" + URL + ",\"more\":1}", "$.providers[0].receipts.more: unknown member"),
                arguments("{\"url\":\"ftp://h/{scope}\"}", "$.providers[0].receipts.url: must be a URL"),
                arguments("{\"url\":\"http://{scope}/\"}", "$.providers[0].receipts.url: {scope} may stand"),
                arguments("{" + URL + ",\"timeout\":\"0s\"}", "$.providers[0].receipts.timeout: a look-up's timeout must be positive"),
                arguments("{" + URL + ",\"timeout\":5}", "$.providers[0].receipts.timeout: must be a string"),
                arguments("{" + URL + ",\"absence\":\"none\"}", "$.providers[0].receipts.absence: must be one of claims, final"),
                arguments("{" + URL + ",\"absence\":\"maybe\"}", "$.providers[0].receipts.absence: must be one of"),
                arguments("{" + URL + ",\"headers\":[]}", "$.providers[0].receipts.headers: must be an object"),
                arguments("{" + URL + ",\"headers\":{\"Host\":\"x\"}}", "$.providers[0].receipts.headers.Host: Host is not to be given"),
                arguments("{" + URL + ",\"headers\":{\"A\":\"${TOKEN}\"}}", "$.providers[0].receipts.headers.A: has a ${"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void a_book_that_cannot_be_asked_is_refused_with_its_path(String receipts, String message) {
        CommandException refused = assertThrows(CommandException.class, () -> read(receipts));
        assertEquals(2, refused.status().code());
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void without_scope_and_key_there_is_nothing_to_look_up() {
        for (String operation : List.of("{}", "{\"scope\":\"s\"}", "{\"key\":\"k\"}")) {
            CommandException refused = assertThrows(CommandException.class, () -> read(operation, "{" + URL + "}"));
            assertEquals(2, refused.status().code());
            assertTrue(refused.getMessage().contains("scope and key"), refused.getMessage());
        }
    }
}
