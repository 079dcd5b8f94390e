// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Items as RFC 9651 parses them, from its text and from what people send. */
final class StructuredStringTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', ignoreLeadingAndTrailingWhitespace = false, value = {
        "\"op-1\",op-1", "\"\",``", "  \"op-1\"  ,op-1", "\"a\\\"b\",a\"b", "\"a\\\\b\",a\\b", "\"a b\",a b",
        "\"~!#[]^\",~!#[]^", "\"k\";a,k", "\"k\";a=1,k", "\"k\";a=%\"%c3%bc\",k", "`\"a,b\"`,`a,b`",
        "\"k\"; a=-1.5; b=\"x\\\"y\";c=?1;d=:aGk=:;e=tok/en:1;f=*x;g=@1659578233,k"})
    void a_string_item_is_read(String field, String text) {
        assertEquals(Optional.of(text), StructuredString.string(field));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "op-1", "'op-1'", "\"op-1", "op-1\"", "\"a\"b", "\"a\" \"b\"", "\"a\", \"b\"", "\"a\\n\"", "\"a\\\"",
        "\"\u00e9\"", "\"a\u0000\"", "\"a\tb\"", "\"a\u007f\"", "\t\"a\"", "\"a\"\t", "1", "1.5", "?1", "token", ":aGk=:", "(\"a\")",
        "\"a\";", "\"a\";A=1", "\"a\" ;b", "\"a\";b=", "\"a\";b= 1", "\"a\";b=1.", "\"a\";b=1234567890123456", "\"a\";b=?2", "\"a\";b=:?:",
        "\u201ca\u201d", "\"a\";b=\"c"})
    void what_is_no_string_item_is_none(String field) {
        assertEquals(Optional.empty(), StructuredString.string(field));
    }

    @Test
    void a_hostile_value_takes_no_time() {
        String long1 = "\"" + "\\\\".repeat(100_000);
        String long2 = "\"k\"" + ";a=1".repeat(2_000) + "!";
        assertEquals(Optional.empty(), StructuredString.string(long1));
        assertEquals(Optional.empty(), StructuredString.string(long2));
    }

    @Test
    void only_the_boolean_false_is_false() {
        assertTrue(StructuredString.isFalse("?0"));
        assertTrue(StructuredString.isFalse(" ?0;why=x "));
        for (String other : new String[] {"?1", "0", "false", "\"?0\"", "", "?0, ?0", "?00"}) {
            assertFalse(StructuredString.isFalse(other), other);
        }
    }
}
