// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.Sha256;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a book is asked. */
final class ReceiptUrlTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {
        "http://h/o/{scope}, http://h/o/a%2Fb%20%C3%A9?key=k%26%3D%2B%23%22&payload_sha256=ZERO",
        "https://h:8443/{scope}/x?tenant=1, https://h:8443/a%2Fb%20%C3%A9/x?tenant=1&key=k%26%3D%2B%23%22&payload_sha256=ZERO",
        "http://h?, http://h?key=k%26%3D%2B%23%22&payload_sha256=ZERO",
        "http://h/o?in={scope}&, http://h/o?in=a%2Fb%20%C3%A9&key=k%26%3D%2B%23%22&payload_sha256=ZERO",
        "http://[::1]:80/{scope}, http://[::1]:80/a%2Fb%20%C3%A9?key=k%26%3D%2B%23%22&payload_sha256=ZERO"
    })
    void scope_and_key_are_encoded_byte_by_byte_and_the_rest_stands_as_it_is(String template, String url) {
        assertEquals(url.replace("ZERO", Sha256.ZERO.hex()),
                ReceiptUrl.of(template).lookup("a/b é", "k&=+#\"", Sha256.ZERO).toString());
    }

    @Test
    void a_key_is_closed_without_a_payload() {
        assertEquals("http://h/s?key=k", ReceiptUrl.of("http://h/{scope}").closing("s", "k").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "http://{scope}.example/o", "{scope}://h/o", "http://h:{scope}/", "ftp://h/{scope}", "http://u:p@h/{scope}", "http://h/{scope}#x",
        "http://h/{other}", "http://h/{scope}?key=k", "http://h/{scope}?a=1&payload_sha256=", "/{scope}", "http:///{scope}", ""
    })
    void what_cannot_be_asked_with_any_scope_is_refused_and_not_repeated(String template) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> ReceiptUrl.of(template));
        assertFalse(!template.isEmpty() && refused.getMessage().contains(template), refused.getMessage());
    }

    @Test
    void it_prints_how_long_it_is() {
        assertEquals("ReceiptUrl[16 characters]", ReceiptUrl.of("http://h/{scope}").toString());
    }
}
