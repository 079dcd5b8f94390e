// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.Bounds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values themselves: how they are made, what they show, where they stand. */
class ValuesTest {
    private static JsonTree read(String text) {
        return StrictJson.read(text.getBytes(StandardCharsets.UTF_8), 10_000, 7);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{\"pin\":4711,\"b\":0}|object of 2 members", "[4711,4712,4713]|array of 3", "\"4711\"|string of 4 characters"
    })
    void what_holds_something_shows_what_it_is_and_how_long_never_what_it_says(String text, String shown) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertEquals(shown + ", line 7", read(text).toString());
        if (!text.startsWith("{")) {
            assertEquals(shown, CanonicalReader.read(bytes, bytes.length).toString());
        }
        assertEquals("object of 1 members", Json.object().put("pin", 4711).build().toString());
    }

    @ParameterizedTest
    @CsvSource({"4711,'number of 4 characters, line 7',number", "true,'boolean, line 7',boolean"})
    void a_number_or_a_truth_of_a_person_shows_its_kind(String text, String shown, String kind) {
        assertEquals(shown, read(text).toString());
        assertEquals(kind, read(text).kind());
    }

    @Test
    void kinds_are_named_as_JSON_names_them() {
        assertEquals(List.of("object", "array", "string", "null"),
                List.of(read("{}").kind(), read("[]").kind(), read("\"\"").kind(), read("null").kind()));
    }

    @Test
    void what_is_absent_is_null_and_what_is_there_is_itself() {
        assertSame(Json.NULL, Json.text(Optional.empty()));
        assertEquals(new Json.Text("a"), Json.text(Optional.of("a")));
        assertSame(Json.NULL, Json.whole(OptionalLong.empty()));
        assertEquals(new Json.Whole(-3), Json.whole(OptionalLong.of(-3)));
        assertEquals(new Json.Whole(4), Json.whole(4));
        assertEquals(new Json.Truth(true), Json.truth(true));
        assertEquals(new Json.Truth(false), Json.truth(false));
        assertEquals(Json.array(List.of(Json.NULL, Json.whole(1))), Json.array(Json.NULL, Json.whole(1)));
    }

    @ParameterizedTest
    @ValueSource(longs = {Bounds.INTEGER, -Bounds.INTEGER, 0})
    void the_greatest_and_the_least_integer_can_be_built(long value) {
        assertEquals(value, ((Json.Whole) Json.whole(value)).value());
    }

    @Test
    void a_member_is_found_by_its_name_and_an_object_is_its_members_in_any_order() {
        Json.Members one = Json.object().put("a", "x").put("b", 1).build();
        Json.Members other = Json.object().put("b", 1).put("a", "x").build();
        assertEquals(Optional.of(Json.text("x")), one.member("a"));
        assertEquals(Optional.empty(), one.member("c"));
        assertEquals(one, other);
        assertNotEquals(one, Json.object().put("a", "x").build());
        JsonTree.Members read = (JsonTree.Members) read("{\"a\":null}");
        assertEquals("null", read.member("a").orElseThrow().kind());
        assertEquals(Optional.empty(), read.member("b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "a\udc00", "\ud83d\ud83d\ude00"})
    void no_value_of_a_person_has_half_a_character(String lone) {
        JsonPlace place = JsonPlace.root(1);
        assertThrows(IllegalArgumentException.class, () -> new JsonTree.Text(place, lone));
        assertThrows(IllegalArgumentException.class, () -> new JsonTree.Members(place, Map.of(lone, new JsonTree.Null(place))));
        assertThrows(NumberFormatException.class, () -> new JsonTree.Numeral(place, lone));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', value = {
        "a b|[\"a b\"]", "a-b_9|.a-b_9", "9a|[\"9a\"]", "a~|[\"a~\"]", "a\"|[\"a\\u{22}\"]", "a\\|[\"a\\u{5c}\"]", "é|[\"\\u{e9}\"]",
        "''|[\"\"]"
    })
    void a_plain_name_is_shown_as_it_is_and_another_one_quoted(String name, String shown) {
        assertEquals("$" + shown, JsonPlace.root(1).member(name, 0, 1).path());
    }

    @Test
    void the_first_and_the_last_character_that_needs_no_escape_are_shown() {
        assertEquals("$[\" ~\\u{1f}\\u{7f}\"]", JsonPlace.root(1).member(" ~\u001f\u007f", 0, 1).path());
    }

    @Test
    void a_name_is_shown_whole_up_to_its_bound_and_cut_behind() {
        String plain = "x".repeat(64);
        String strange = " ".repeat(64);
        assertEquals("$." + plain, JsonPlace.root(1).member(plain, 0, 1).path());
        assertEquals("$[\"" + plain + "…\"]", JsonPlace.root(1).member(plain + "x", 0, 1).path());
        assertEquals("$[\"" + strange + "\"]", JsonPlace.root(1).member(strange, 0, 1).path());
        assertEquals("$[\"" + strange + "…\"]", JsonPlace.root(1).member(strange + " ", 0, 1).path());
    }

    @Test
    void a_place_knows_its_way_and_its_line() {
        JsonPlace option = JsonPlace.named("--limit", 3);
        JsonPlace deep = option.member("a", 4, 5).element(6, 7);
        assertEquals("--limit.a[6] (line 7)", deep.toString());
        assertEquals("--limit.a[6] (line 9)", deep.onLine(9).toString());
        assertEquals("--limit (line 3)", option.toString());
        assertEquals("--limit.a[6]", deep.pathWithin(Set.of("a", "b")));
        assertEquals("--limit.a{8}", option.member("a", 4, 5).member("s3cr3t", 8, 5).pathWithin(Set.of("b")));
    }

    @Test
    void only_a_member_of_the_document_itself_shows_or_hides_what_is_in_it() {
        JsonPlace inner = JsonPlace.root(1).member("other", 0, 1).member("request", 1, 1).member("shown", 2, 1);
        assertEquals("$.other.request.shown", inner.pathWithin(Set.of("other")));
        assertEquals("$.other{1}{2}", inner.pathWithin(Set.of("request", "shown")));
        assertEquals("$.other.request.shown", inner.pathWithin(Set.of("other"), Set.of("other")));
        assertEquals("$.other{1}{2}", inner.pathWithin(Set.of("other"), Set.of()));
        assertEquals("${0}{1}{2}", inner.pathWithin(Set.of("request"), Set.of()));
        assertEquals("$[0]{1}", JsonPlace.root(1).element(0, 1).member("request", 1, 1).pathWithin(Set.of("request")));
    }

    @Test
    void a_refusal_says_where_and_why_in_one_line() {
        NotCanonicalException refusal = assertThrows(
                NotCanonicalException.class, () -> CanonicalReader.read("[1 ]".getBytes(StandardCharsets.US_ASCII), 9));
        assertEquals("not canonical at byte 2: unexpected_byte", refusal.getMessage());
        NotCanonicalException large = assertThrows(NotCanonicalException.class, () -> CanonicalReader.read(new byte[10], 9));
        assertEquals("not canonical at byte 9: too_large", large.getMessage());
    }
}
