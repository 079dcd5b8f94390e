// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.canonical.NotCanonicalException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edges that a changed reader or writer would pass unseen: breadth is no depth, digits that wrap, an end inside a character. */
class EdgesTest {
    private static NotCanonicalException refusal(byte[] bytes) {
        return assertThrows(NotCanonicalException.class, () -> CanonicalReader.read(bytes, 10_000));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "[1]", "{\"a\":1}"})
    void what_stands_side_by_side_is_not_deep(String sibling) {
        List<String> siblings = IntStream.rangeClosed(0, 2 * StrictJson.DEPTH).mapToObj(i -> sibling).toList();
        byte[] bytes = ascii(siblings.stream().collect(Collectors.joining(",", "[", "]")));
        assertEquals(siblings.size(), ((Json.Elements) CanonicalReader.read(bytes, bytes.length)).elements().size());
        assertEquals(siblings.size(), ((JsonTree.Elements) StrictJson.read(bytes, bytes.length)).elements().size());
    }

    /** 2^64 + 1, which 64 bits take for 1, and its neighbours and multiples. */
    @ParameterizedTest
    @ValueSource(strings = {
        "18446744073709551617", "18446744073709551616", "-18446744073709551617", "36893488147419103233", "99999999999999999999999"
    })
    void an_integer_that_would_wrap_is_out_of_range(String digits) {
        assertEquals(Reason.INTEGER_RANGE, refusal(ascii(digits)).reason());
    }

    @ParameterizedTest
    @ValueSource(strings = {"22c3", "22e2", "22e282", "22f0", "22f09f98"})
    void an_end_inside_a_character_is_no_utf_8(String hex) {
        assertEquals(Reason.INVALID_UTF8, refusal(HexFormat.of().parseHex(hex)).reason());
    }

    /** Where the room for what is written grows, a character of every width is met. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "€", "\uD83D\uDE00", "\u0001", "\n"})
    void a_text_of_any_length_and_width_is_written_as_it_reads_back(String character) {
        for (int before = 0; before < 6; before++) {
            for (int count = 70; count < 700; count++) {
                Json text = Json.text("x".repeat(before) + character.repeat(count));
                byte[] written = CanonicalWriter.write(text);
                assertEquals(text, CanonicalReader.read(written, written.length));
            }
        }
    }

    @Test
    void a_compact_line_keeps_the_order_of_members_and_spells_values_canonically() {
        Json value = Json.object()
                .put("b", Json.array(Json.whole(-1), Json.text("é\n")))
                .put("a", Json.object().build())
                .put("c", Json.array())
                .build();
        assertEquals("{\"b\":[-1,\"é\\n\"],\"a\":{},\"c\":[]}", CompactWriter.write(value));
        String longer = "x".repeat(5_000);
        assertEquals("[\"" + longer + "\",\"" + longer + "\"]", CompactWriter.write(Json.array(Json.text(longer), Json.text(longer))));
    }

    @Test
    void a_number_is_its_sign_its_digits_and_its_exponent() {
        assertEquals(new WrittenDigits(true, "12", 0), WrittenDigits.of("-12"));
        assertEquals(WrittenDigits.of("0"), WrittenDigits.of("-0"));
        assertEquals(WrittenDigits.of("5e-1"), WrittenDigits.of("0.5"));
        assertEquals(new WrittenDigits(false, "5", -2), WrittenDigits.of("0.05"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\udc00\udc00", "\ud83da", "\ud83d"})
    void half_a_character_is_found_beside_any_other(String lone) {
        assertThrows(IllegalArgumentException.class, () -> Json.text(lone));
    }

    @Test
    void a_compact_line_keeps_the_order_of_members_inside_an_array_too() {
        Json object = Json.object().put("b", 1).put("a", 2).build();
        assertEquals("[{\"b\":1,\"a\":2}]", CompactWriter.write(Json.array(object)));
    }
}
