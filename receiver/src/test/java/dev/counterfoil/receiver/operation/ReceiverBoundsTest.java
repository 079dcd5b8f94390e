// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.operation;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReceiverBoundsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 255, 256, 257})
    void names_are_measured_in_bytes_of_utf_8(int bytes) {
        String ascii = "x".repeat(bytes);
        String wide = "\u00e9".repeat(bytes / 2) + "x".repeat(bytes % 2);
        if (bytes <= ReceiverBounds.NAME_BYTES) {
            assertEquals(bytes, ReceiverBounds.name("key", ascii).length);
            assertEquals(bytes, ReceiverBounds.name("key", wide).length);
        } else {
            assertThrows(IllegalArgumentException.class, () -> new OperationKey(ascii));
            assertThrows(IllegalArgumentException.class, () -> new OperationScope(wide));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\ud800", "\udc00\ud800", "secret\ud83d"})
    void what_is_empty_or_no_text_is_no_name_and_is_not_repeated(String wrong) {
        String message = assertThrows(IllegalArgumentException.class, () -> new OperationKey(wrong)).getMessage();
        assertFalse(message.contains("secret"), message);
    }

    @Test
    void neither_names_nor_payloads_show_what_they_hold() {
        Delivery delivery = new Delivery(Operation.of("canary-scope", "canary-key"), Payload.utf8("canary-payload"));
        assertFalse(delivery.toString().contains("canary"), delivery.toString());
    }

    @Test
    void a_fingerprint_is_the_sha_256_of_the_bytes_and_has_one_spelling() {
        assertEquals("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", Payload.of(new byte[0]).digest().hex());
        PayloadDigest digest = Payload.utf8("x").digest();
        assertEquals(digest, PayloadDigest.ofHex(digest.hex()));
        assertEquals(digest, PayloadDigest.ofBytes(digest.bytes()));
        for (String wrong : new String[] {"", digest.hex().toUpperCase(Locale.ROOT), digest.hex() + "0", "g".repeat(64)}) {
            assertThrows(IllegalArgumentException.class, () -> PayloadDigest.ofHex(wrong));
        }
        assertThrows(IllegalArgumentException.class, () -> PayloadDigest.ofBytes(new byte[31]));
    }

    @Test
    void a_payload_is_what_arrived_and_not_what_its_array_becomes() {
        byte[] bytes = {1, 2, 3};
        Payload payload = Payload.of(bytes);
        bytes[0] = 9;
        payload.bytes()[1] = 9;
        assertEquals(Payload.of(new byte[] {1, 2, 3}), payload);
        assertDoesNotThrow(() -> Payload.of(new byte[1 << 20]));
    }

    @Test
    void a_payload_may_have_64_mebibytes_and_not_one_byte_more() {
        byte[] most = new byte[ReceiverBounds.PAYLOAD_BYTES + 1];
        assertThrows(IllegalArgumentException.class, () -> Payload.of(most));
        assertDoesNotThrow(() -> Payload.of(new byte[ReceiverBounds.PAYLOAD_BYTES]));
    }

    @Test
    void payloads_and_fingerprints_are_equal_exactly_where_their_bytes_are() {
        Payload one = Payload.utf8("1");
        Payload two = Payload.utf8("2");
        assertEquals(one, Payload.utf8("1"));
        assertEquals(one.hashCode(), Payload.utf8("1").hashCode());
        assertNotEquals(one, two);
        assertNotEquals(one.hashCode(), two.hashCode(), "the hash spreads");
        assertNotEquals(one.digest(), two.digest());
        assertNotEquals(one.digest().hashCode(), two.digest().hashCode(), "the hash spreads");
        assertFalse(one.equals((Object) one.digest()) || one.digest().equals((Object) one));
    }

    @Test
    void what_is_printed_are_lengths_and_digests() {
        assertEquals("1 bytes", Payload.utf8("x").toString());
        assertEquals(Payload.utf8("x").digest().hex(), Payload.utf8("x").digest().toString());
        assertEquals("key of 3 characters", new OperationKey("abc").toString());
        assertEquals("scope of 4 characters", new OperationScope("acme").toString());
    }

    @ParameterizedTest
    @ValueSource(chars = {'/', ':', '`', 'g', 'A', 'F'})
    void a_fingerprint_has_no_digit_beside_the_hexadecimal_ones(char wrong) {
        assertThrows(IllegalArgumentException.class, () -> PayloadDigest.ofHex("0".repeat(63) + wrong));
    }

    /** Both bounds are looked at: the cheap one before a text is encoded, the true one behind it. */
    @Test
    void a_text_is_refused_by_its_characters_before_it_is_refused_by_its_bytes() {
        String halves = "\ud800".repeat(257);
        String message = assertThrows(IllegalArgumentException.class, () -> ReceiverBounds.text("key", halves, 256)).getMessage();
        assertEquals("key: must have at most 256 UTF-8 bytes", message);
    }
}
