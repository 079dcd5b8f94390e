// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A receipt's object is read strictly: a word that is taken for more than it says would send or settle what it must not. */
final class ReceiptObjectTest {
    private static final String DIGEST = "\"" + "0a".repeat(32) + "\"";

    private static Optional<ReceiptObject> read(String text) {
        return ReceiptObject.read(Bytes.utf8(text));
    }

    private static String object(String state, String last, String effect, String payload) {
        return "{\"state\":" + state + ",\"final\":" + last + ",\"effect_id\":" + effect + ",\"payload_sha256\":" + payload + "}";
    }

    @Test
    void each_word_is_read_with_the_finality_that_it_has_and_with_no_other() {
        for (String last : List.of("completed", "rejected", "expired", "closed", "conflict")) {
            assertTrue(read(object("\"" + last + "\"", "true", "null", DIGEST)).isPresent(), last);
            assertEquals(last.equals("conflict"), read(object("\"" + last + "\"", "false", "null", DIGEST)).isPresent(), last);
        }
        for (String open : List.of("absent", "pending")) {
            assertTrue(read(object("\"" + open + "\"", "false", "null", "null")).isPresent(), open);
            assertTrue(read(object("\"" + open + "\"", "true", "null", "null")).isEmpty(), open);
        }
    }

    @Test
    void what_contradicts_itself_is_no_receipt() {
        for (String word : List.of("absent", "pending", "completed", "rejected", "conflict", "expired", "closed")) {
            String last = String.valueOf(!List.of("absent", "pending").contains(word));
            boolean effect = List.of("completed", "conflict", "expired").contains(word);
            assertEquals(effect, read(object("\"" + word + "\"", last, "7", "null")).isPresent(), word + " with an effect");
            assertEquals(effect, read(object("\"" + word + "\"", last, "0", "null")).isPresent(), word + " with an effect of 0");
            assertTrue(read(object("\"" + word + "\"", last, "-7", "null")).isEmpty(), word + " with a negative effect");
            assertEquals(!word.equals("absent"), read(object("\"" + word + "\"", last, "null", DIGEST)).isPresent(), word + " and bound");
        }
    }

    @Test
    void the_order_of_members_and_the_spacing_do_not_count() {
        assertTrue(read(" {\n\"payload_sha256\": null, \"effect_id\": null, \"final\": false, \"state\": \"absent\"}\r\n").isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "null", "[]", "\"absent\"", "{}", "{\"state\":\"absent\",\"final\":false,\"effect_id\":null}",
        "{\"state\":\"absent\",\"final\":false,\"effect_id\":null,\"payload_sha256\":null,\"more\":1}",
        "{\"state\":\"absent\",\"state\":\"absent\",\"final\":false,\"effect_id\":null,\"payload_sha256\":null}",
        "{\"state\":\"Absent\",\"final\":false,\"effect_id\":null,\"payload_sha256\":null}",
        "{\"state\":\"gone\",\"final\":true,\"effect_id\":null,\"payload_sha256\":null}",
        "{\"state\":1,\"final\":false,\"effect_id\":null,\"payload_sha256\":null}",
        "{\"state\":\"absent\",\"final\":\"false\",\"effect_id\":null,\"payload_sha256\":null}",
        "{\"state\":\"absent\",\"final\":null,\"effect_id\":null,\"payload_sha256\":null}",
        "{\"state\":\"completed\",\"final\":true,\"effect_id\":\"7\",\"payload_sha256\":null}",
        "{\"state\":\"completed\",\"final\":true,\"effect_id\":7.5,\"payload_sha256\":null}",
        "{\"state\":\"completed\",\"final\":true,\"effect_id\":99999999999999999999,\"payload_sha256\":null}",
        "{\"state\":\"completed\",\"final\":true,\"effect_id\":7,\"payload_sha256\":\"0a\"}",
        "{\"state\":\"completed\",\"final\":true,\"effect_id\":7,\"payload_sha256\":7}",
        "{\"state\":\"absent\",\"final\":false,\"effect_id\":null,\"payload_sha256\":null} x",
        "{\"state\":\"absent\",\"final\":false,\"effect_id\":null,\"payload_sha256\":nul"
    })
    void anything_else_is_no_receipt(String text) {
        assertEquals(Optional.empty(), read(text));
    }

    @Test
    void an_upper_case_digest_too_many_bytes_and_what_is_no_text_are_no_receipt() {
        assertTrue(read(object("\"completed\"", "true", "7", "\"" + "0A".repeat(32) + "\"")).isEmpty());
        assertTrue(read(object("\"absent\"", "false", "null", "null") + " ".repeat(ReceiptObject.BYTES)).isEmpty());
        assertTrue(ReceiptObject.read(Bytes.of(new byte[] {(byte) 0xff, '{', '}'})).isEmpty());
    }
}
