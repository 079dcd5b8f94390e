// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundsTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "order-17", "ключ", "🎟", "with blank", "\u00a0"})
    void a_name_is_any_text_without_control_characters(String name) {
        assertEquals(name, Bounds.name("name", name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "a\u0000", "\u007f", "\u0085", "\ud800", "a\udc00", "\udc00\ud800"})
    void an_empty_name_a_control_character_and_a_lone_surrogate_are_refused(String name) {
        assertThrows(IllegalArgumentException.class, () -> Bounds.name("name", name));
    }

    @Test
    void a_name_is_measured_in_bytes_and_256_are_allowed() {
        assertEquals(256, Bounds.name("name", "x".repeat(256)).length());
        assertThrows(IllegalArgumentException.class, () -> Bounds.name("name", "x".repeat(257)));
        assertEquals(128, Bounds.name("name", "ä".repeat(128)).length());
        assertThrows(IllegalArgumentException.class, () -> Bounds.name("name", "ä".repeat(129)));
        assertEquals(128, Bounds.name("name", "🎟".repeat(64)).length());
        assertThrows(IllegalArgumentException.class, () -> Bounds.name("name", "🎟".repeat(65)));
    }

    @Test
    void P13_the_message_names_the_member_and_never_the_text() {
        for (String secret : new String[] {"secret\n", "secret".repeat(100), "secret\ud800"}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Bounds.name("key", secret));
            assertTrue(e.getMessage().startsWith("key "), e.getMessage());
            assertFalse(e.getMessage().contains("secret"), e.getMessage());
        }
    }

    @Test
    void an_amount_is_from_zero_to_the_last_safe_integer() {
        assertEquals(0, Bounds.amount("amount", 0));
        assertEquals(9_007_199_254_740_991L, Bounds.amount("amount", Bounds.INTEGER));
        for (long wrong : new long[] {-1, Long.MIN_VALUE, Bounds.INTEGER + 1, Long.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> Bounds.amount("amount", wrong));
        }
    }

    @Test
    void a_report_is_from_zero_to_the_greatest_observed_amount() {
        assertEquals(Bounds.OBSERVED, Usage.of(Bounds.OBSERVED, 0, 0).contextTokens().getAsLong());
        assertThrows(IllegalArgumentException.class, () -> Usage.of(Bounds.OBSERVED + 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> Usage.of(0, -1, 0));
        assertThrows(IllegalArgumentException.class, () -> Usage.of(0, 0, Long.MAX_VALUE));
    }

    @Test
    void the_tokens_of_1024_greatest_reports_fit_a_long() {
        BigInteger sum = BigInteger.valueOf(Bounds.OBSERVED).multiply(BigInteger.valueOf(2L * Bounds.ATTEMPTS));
        assertTrue(sum.bitLength() < Long.SIZE, sum.toString());
    }
}
