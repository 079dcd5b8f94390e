// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.canonical.NotCanonicalException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalReaderTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', ignoreLeadingAndTrailingWhitespace = false, value = {
        "|UNEXPECTED_END|0", "{|UNEXPECTED_END|1", "[1|UNEXPECTED_END|2", "\"a|UNEXPECTED_END|2", "tru|UNEXPECTED_END|3",
        "\"\\|UNEXPECTED_END|2", "\"\\u00|UNEXPECTED_END|5", "{\"a\":|UNEXPECTED_END|5", "{\"a\"|UNEXPECTED_END|4",
        " 1|UNEXPECTED_BYTE|0", "[1 ]|UNEXPECTED_BYTE|2", "[ ]|UNEXPECTED_BYTE|1", "[1,]|UNEXPECTED_BYTE|3",
        "{\"a\": 1}|UNEXPECTED_BYTE|5", "{\"a\" :1}|UNEXPECTED_BYTE|4", "{\"a\":1,}|UNEXPECTED_BYTE|7", "{a:1}|UNEXPECTED_BYTE|1",
        "True|UNEXPECTED_BYTE|0", "trUe|UNEXPECTED_BYTE|2", "NaN|UNEXPECTED_BYTE|0", "+1|UNEXPECTED_BYTE|0", ".5|UNEXPECTED_BYTE|0",
        "'a'|UNEXPECTED_BYTE|0", "[1}|UNEXPECTED_BYTE|2", "{\"a\":1]|UNEXPECTED_BYTE|6",
        "1 |TRAILING_BYTES|1", "1,|TRAILING_BYTES|1", "{}{}|TRAILING_BYTES|2", "nullnull|TRAILING_BYTES|4",
        "1.0|NUMBER_SPELLING|0", "1e3|NUMBER_SPELLING|0", "1E3|NUMBER_SPELLING|0", "-0|NUMBER_SPELLING|0", "-|NUMBER_SPELLING|0",
        "01|NUMBER_SPELLING|0", "00|NUMBER_SPELLING|0", "-01|NUMBER_SPELLING|0", "0.5|NUMBER_SPELLING|0", "[--1]|NUMBER_SPELLING|1",
        "9007199254740992|INTEGER_RANGE|0", "-9007199254740992|INTEGER_RANGE|0", "[12345678901234567]|INTEGER_RANGE|1",
        "\"\\/\"|ESCAPE_SPELLING|1", "\"\\u0041\"|ESCAPE_SPELLING|1", "\"\\u000A\"|ESCAPE_SPELLING|1", "\"\\u000a\"|ESCAPE_SPELLING|1",
        "\"\\u001F\"|ESCAPE_SPELLING|1", "\"\\u0008\"|ESCAPE_SPELLING|1", "\"\\u007f\"|ESCAPE_SPELLING|1",
        "\"\\ud83d\\ude00\"|ESCAPE_SPELLING|1", "\"\\ud800\"|ESCAPE_SPELLING|1", "\"\\x\"|ESCAPE_SPELLING|1",
        "\"\\U0001\"|ESCAPE_SPELLING|1",
        "{\"a\":1,\"a\":2}|DUPLICATE_MEMBER|7", "{\"b\":1,\"a\":2}|MEMBER_ORDER|7", "{\"a\":1,\"\":2}|MEMBER_ORDER|7"
    })
    void another_spelling_is_refused_with_reason_and_place(String text, Reason reason, int offset) {
        byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
        NotCanonicalException refusal = assertThrows(NotCanonicalException.class, () -> CanonicalReader.read(bytes, 100));
        assertEquals(reason + " at " + offset, refusal.reason() + " at " + refusal.offset());
    }

    @ParameterizedTest
    @CsvSource({
        "80", "bf", "c0af", "c1bf", "c2", "c241", "e08080", "e09fbf", "eda080", "edbfbf", "edb880eda0bd", "e282", "e28241", "f0808080",
        "f08fbfbf", "f4908080", "f5808080", "f8888080", "ff", "fe", "f09f98"
    })
    void bytes_that_are_not_utf_8_are_refused(String hex) {
        byte[] bytes = HexFormat.of().parseHex("22" + hex + "22");
        NotCanonicalException refusal = assertThrows(NotCanonicalException.class, () -> CanonicalReader.read(bytes, 100));
        assertEquals(Reason.INVALID_UTF8, refusal.reason());
    }

    @ParameterizedTest
    @CsvSource({"c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbf", "f0908080", "f48fbfbf", "7f", "efbbbf"})
    void the_edges_of_utf_8_are_read(String hex) {
        byte[] bytes = HexFormat.of().parseHex("22" + hex + "22");
        String expected = new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8);
        assertEquals(Json.text(expected), CanonicalReader.read(bytes, 100));
    }

    @Test
    void a_raw_control_character_is_refused() {
        for (char c = 0; c < 0x20; c++) {
            byte[] bytes = {'"', (byte) c, '"'};
            assertEquals(
                    Reason.CONTROL_CHARACTER,
                    assertThrows(NotCanonicalException.class, () -> CanonicalReader.read(bytes, 100)).reason());
        }
    }

    @Test
    void depth_and_size_are_bounded_at_the_same_number_on_both_sides() {
        int deepest = CanonicalReader.DEPTH;
        byte[] fits = ("[".repeat(deepest) + "]".repeat(deepest)).getBytes(StandardCharsets.US_ASCII);
        byte[] deeper = ("[".repeat(deepest + 1) + "]".repeat(deepest + 1)).getBytes(StandardCharsets.US_ASCII);
        Json read = CanonicalReader.read(fits, fits.length);
        assertEquals(fits.length, CanonicalWriter.write(read).length);
        assertThrows(IllegalArgumentException.class, () -> CanonicalWriter.write(Json.array(read)));
        assertEquals(
                Reason.TOO_DEEP, assertThrows(NotCanonicalException.class, () -> CanonicalReader.read(deeper, 1_000)).reason());
        assertEquals(
                Reason.TOO_LARGE,
                assertThrows(NotCanonicalException.class, () -> CanonicalReader.read(fits, fits.length - 1)).reason());
    }

    @Test
    void what_has_no_spelling_cannot_be_built() {
        assertThrows(IllegalArgumentException.class, () -> Json.whole(9_007_199_254_740_992L));
        assertThrows(IllegalArgumentException.class, () -> Json.whole(-9_007_199_254_740_992L));
        for (String lone : new String[] {"\ud800", "\udc00", "a\ud83d", "\ude00\ud83d", "\ud83d\ud83d\ude00"}) {
            assertThrows(IllegalArgumentException.class, () -> Json.text(lone));
            assertThrows(IllegalArgumentException.class, () -> Json.object().put(lone, 1).build());
        }
        assertThrows(IllegalArgumentException.class, () -> Json.object().put("a", 1).put("a", 1));
    }
}
