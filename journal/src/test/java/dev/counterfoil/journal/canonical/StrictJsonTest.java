// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
    private static final int BOUND = 1 << 20;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{\"a\":1,\"a\":2}|DUPLICATE_MEMBER|$.a|1",
        "{\"x\":{\"a\":1,\\n\"\\u0061\":2}}|DUPLICATE_MEMBER|$.x.a|2",
        "[0,{\"b\":[{\"c\":1,\"c\":1}]}]|DUPLICATE_MEMBER|$[1].b[0].c|1",
        "{\"a\":\"\\ud800\"}|LONE_SURROGATE|$.a|1", "[\"\\ude00\\ud83d\"]|LONE_SURROGATE|$[0]|1", "{\"\\udc00\":1}|SYNTAX|$|1",
        "1 2|TRAILING_CONTENT|$|1", "{}x|TRAILING_CONTENT|$|1", "{}\\n\\n,|TRAILING_CONTENT|$|3", "[]]|TRAILING_CONTENT|$|1",
        "~~|EMPTY|$|1", "~ \\n ~|EMPTY|$|1",
        "{|SYNTAX|$|1", "[1,]|SYNTAX|$|1", "{\"a\":}|SYNTAX|$|1", "{\"a\" 1}|SYNTAX|$|1", "{a:1}|SYNTAX|$|1", "{'a':1}|SYNTAX|$|1",
        "[01]|SYNTAX|$|1", "[1.]|SYNTAX|$|1", "[.5]|SYNTAX|$|1", "[+1]|SYNTAX|$|1", "[-]|SYNTAX|$|1", "[NaN]|SYNTAX|$|1", "[1e]|SYNTAX|$|1",
        "[Infinity]|SYNTAX|$|1", "[tru]|SYNTAX|$|1", "[\"\\x\"]|SYNTAX|$[0]|1", "[\"\\u12\"]|SYNTAX|$[0]|1", "[1 /* c */]|SYNTAX|$|1",
        "{\"a\":1,}|SYNTAX|$|1", "[1e99999999999]|NUMBER_OUT_OF_RANGE|$[0]|1", "[\\n\\n{\"k\":\\ntrue,\"k\":1}]|DUPLICATE_MEMBER|$[0].k|4"
    })
    void what_readers_disagree_on_is_refused_with_code_path_and_line(String text, JsonFault fault, String path, int line) {
        byte[] utf8 = text.replace("\\n", "\n").getBytes(StandardCharsets.UTF_8);
        StrictJsonException refusal = assertThrows(StrictJsonException.class, () -> StrictJson.read(utf8, BOUND));
        assertEquals(fault + " " + path + " " + line, refusal.fault() + " " + refusal.path() + " " + refusal.line(), refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "c0af", "eda080", "edb080", "f4908080", "ff", "e282", "f0808080"})
    void bytes_that_are_not_utf_8_are_refused(String hex) {
        byte[] utf8 = HexFormat.of().parseHex("22" + hex + "22");
        assertEquals(
                JsonFault.INVALID_UTF8, assertThrows(StrictJsonException.class, () -> StrictJson.read(utf8, BOUND)).fault());
    }

    @Test
    void other_encodings_and_marks_are_refused() {
        byte[] mark = "\ufeff{}".getBytes(StandardCharsets.UTF_8);
        assertEquals(
                JsonFault.BYTE_ORDER_MARK, assertThrows(StrictJsonException.class, () -> StrictJson.read(mark, BOUND)).fault());
        assertThrows(StrictJsonException.class, () -> StrictJson.read("{}".getBytes(StandardCharsets.UTF_16LE), BOUND));
        assertThrows(StrictJsonException.class, () -> StrictJson.read("{}".getBytes(StandardCharsets.UTF_16BE), BOUND));
    }

    @Test
    void white_space_order_and_every_legal_number_are_welcome() {
        JsonTree.Members tree = assertInstanceOf(
                JsonTree.Members.class,
                read("\r\n{ \"b\" : [ 1 , 2.50 ,-0,1E+2 ],\t\"a\":\n null, \"t\":true,\"f\":false,\"s\":\"\\u00e9\\/\" }\n"));
        assertEquals(List.of("b", "a", "t", "f", "s"), List.copyOf(tree.members().keySet()));
        JsonTree.Elements numbers = (JsonTree.Elements) tree.member("b").orElseThrow();
        assertEquals(
                List.of("1", "2.50", "-0", "1E+2"),
                numbers.elements().stream().map(n -> ((JsonTree.Numeral) n).text()).toList());
        assertEquals("$.b[3] (line 2)", numbers.elements().get(3).place().toString());
        assertEquals("$.a (line 3)", tree.member("a").orElseThrow().place().toString());
        assertEquals("é/", ((JsonTree.Text) tree.member("s").orElseThrow()).value());
        Map<String, String> kinds = Map.of("b", "array", "a", "null", "t", "boolean", "f", "boolean", "s", "string");
        kinds.forEach((name, kind) -> assertEquals(kind, tree.member(name).orElseThrow().kind()));
    }

    @Test
    void a_whole_number_is_whole_in_every_spelling() {
        Map.of("2", 2L, "2.0", 2L, "2e0", 2L, "20e-1", 2L, "-0", 0L, "9223372036854775807", Long.MAX_VALUE)
                .forEach((text, value) -> assertEquals(OptionalLong.of(value), ((JsonTree.Numeral) read(text)).whole(), text));
        for (String text : new String[] {"2.5", "9223372036854775808", "1e2000000000", "1e-2000000000"}) {
            assertEquals(OptionalLong.empty(), ((JsonTree.Numeral) read(text)).whole(), text);
        }
    }

    @Test
    void a_reader_may_ask_for_more_depth_and_gets_the_whole_path_of_what_is_deeper() {
        byte[] deepest = ("[".repeat(StrictJson.DEEPEST) + "]".repeat(StrictJson.DEEPEST)).getBytes(StandardCharsets.UTF_8);
        assertInstanceOf(JsonTree.Elements.class, StrictJson.read(deepest, BOUND, 1, StrictJson.DEEPEST));
        StrictJsonException deeper = assertThrows(
                StrictJsonException.class, () -> StrictJson.read(deepest, BOUND, 1, StrictJson.DEEPEST - 1));
        assertEquals(JsonFault.TOO_DEEP, deeper.fault());
        assertEquals("$" + "[0]".repeat(StrictJson.DEEPEST - 1), deeper.path());
        assertThrows(IllegalArgumentException.class, () -> StrictJson.read(deepest, BOUND, 1, StrictJson.DEEPEST + 1));
    }

    @Test
    void depth_size_and_number_length_are_bounded() {
        assertInstanceOf(JsonTree.Elements.class, read("[".repeat(StrictJson.DEPTH) + "]".repeat(StrictJson.DEPTH)));
        assertEquals(JsonFault.TOO_DEEP, refusal("[".repeat(StrictJson.DEPTH + 1) + "]".repeat(StrictJson.DEPTH + 1)));
        assertEquals(JsonFault.TOO_DEEP, refusal("{\"a\":".repeat(100_000)));
        assertInstanceOf(JsonTree.Numeral.class, read("1".repeat(StrictJson.NUMBER_CHARACTERS)));
        assertEquals(JsonFault.NUMBER_TOO_LONG, refusal("1".repeat(StrictJson.NUMBER_CHARACTERS + 1)));
        String ones = "[1" + ",1".repeat(StrictJson.VALUES - 2);
        int bound = 2 * StrictJson.VALUES + 2;
        assertInstanceOf(JsonTree.Elements.class, StrictJson.read((ones + "]").getBytes(StandardCharsets.UTF_8), bound));
        byte[] more = (ones + ",1]").getBytes(StandardCharsets.UTF_8);
        StrictJsonException refusal = assertThrows(StrictJsonException.class, () -> StrictJson.read(more, bound));
        assertEquals(JsonFault.TOO_MANY_VALUES, refusal.fault());
        byte[] bytes = "[1]".getBytes(StandardCharsets.UTF_8);
        assertEquals("array", StrictJson.read(bytes, 3).kind());
        assertEquals(JsonFault.TOO_LARGE, assertThrows(StrictJsonException.class, () -> StrictJson.read(bytes, 2)).fault());
    }

    @Test
    void lines_count_from_where_the_caller_says() {
        StrictJsonException refusal = assertThrows(
                StrictJsonException.class, () -> StrictJson.read("{\"a\":[\n1,2,}".getBytes(StandardCharsets.UTF_8), BOUND, 41));
        assertEquals(42, refusal.line());
    }

    @Test
    void no_message_or_cause_quotes_a_value() {
        String secret = "s3cr3t";
        for (String text : new String[] {
            "{\"a\":\"" + secret + "\\ud800\"}", "{\"a\":" + secret + "}", "[\"" + secret, "{\"a\":\"" + secret + "\\x\"}", "[]" + secret,
            "{\"a\":\"" + secret + "\n\"}", "{\"a\":\"x\" \"" + secret + "\"}"
        }) {
            StrictJsonException refusal = assertThrows(StrictJsonException.class, () -> read(text), text);
            for (Throwable at = refusal; at != null; at = at.getCause()) {
                assertFalse(at.toString().contains(secret), at::toString);
            }
        }
    }

    @Test
    void a_strange_member_name_is_shown_escaped_and_short() {
        StrictJsonException refusal = assertThrows(
                StrictJsonException.class, () -> read("{\"a b\\n\u00e9\":{\"" + "x".repeat(99) + "\":[01]}}"));
        assertEquals("$[\"a b\\u{a}\\u{e9}\"][\"" + "x".repeat(64) + "…\"]", refusal.path());
    }

    @Test
    void names_inside_all_but_some_members_can_be_hidden() {
        StrictJsonException refusal = assertThrows(StrictJsonException.class, () -> read("{\"a\":0,\"b\":{\"b\":[1,{\"c\":01}]}}"));
        assertEquals("$.b{0}[1]", refusal.place().pathWithin(Set.of("a")));
        assertEquals(refusal.path(), refusal.place().pathWithin(Set.of("b")));
        StrictJsonException twice = assertThrows(StrictJsonException.class, () -> read("{\"a\":0,\"b\":{\"c\":1,\"c\":1}}"));
        assertEquals("$.b{1} $.b.c", twice.place().pathWithin(Set.of("a")) + " " + twice.path());
    }

    @Test
    void every_cut_of_a_document_is_refused() {
        byte[] whole = "{\"a\":[1,2.5e3,\"é\\n\",{\"b\":null}],\"c\":true}".getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length; length++) {
            ByteArrayOutputStream cut = new ByteArrayOutputStream();
            cut.write(whole, 0, length);
            assertThrows(StrictJsonException.class, () -> StrictJson.read(cut.toByteArray(), BOUND));
        }
    }

    private static JsonTree read(String text) {
        return StrictJson.read(text.getBytes(StandardCharsets.UTF_8), BOUND);
    }

    private static JsonFault refusal(String text) {
        return assertThrows(StrictJsonException.class, () -> read(text)).fault();
    }
}
