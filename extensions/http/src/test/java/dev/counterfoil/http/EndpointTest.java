// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.OutcomeClass;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @ParameterizedTest
    @CsvSource({
        "http://h, h, 80, h", "https://h/x, h, 443, h", "http://h:80/, h, 80, h", "https://h:80/, h, 80, h:80",
        "http://h:8080, h, 8080, h:8080",
        "http://[::1]:8080/v1, ::1, 8080, [::1]:8080", "https://[2001:db8::7], 2001:db8::7, 443, [2001:db8::7]",
        "http://my_service:81/x, my_service, 81, my_service:81", "http://127.0.0.1:1/, 127.0.0.1, 1, 127.0.0.1:1",
        "HTTPS://Example.COM/a?b=c, Example.COM, 443, Example.COM"})
    void a_url_names_its_receiver(String url, String host, int port, String named) {
        assertEquals(new Authority(host, port, named), Authority.of(Endpoint.of(url).url()));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "/x", "h/x", "ftp://h/", "http:/h", "http:///x", "http://", "http://u@h/", "http://cnry7:cnry7@h/", "http://h/#part",
        "http://h:0/",
        "http://h:65536/", "http://h:99999/", "http://h:x/", "http://h:-1/", "http://h /", "http://h/\u00e4", "http://\u00e4/",
        "http://h/%zz",
        "http://[::1/", "http://[fe80::1%25eth0]/", "file:///etc/passwd", "http:x", "jar:http://h/"})
    void a_url_that_cannot_be_called_is_refused_without_being_told(String url) {
        String told = assertThrows(IllegalArgumentException.class, () -> Endpoint.of(url)).getMessage();
        assertFalse(told.contains("cnry7"), told);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "Host", "content-length", "IDEMPOTENCY-KEY", "Connection", "Transfer-Encoding", "TE", "Trailer", "Upgrade", "Expect", "Keep-Alive"})
    void what_frames_a_message_or_names_its_operation_is_not_the_callers(String name) {
        Endpoint endpoint = Endpoint.of("http://h/");
        assertThrows(IllegalArgumentException.class, () -> endpoint.headers(new Header(name, "x")));
    }

    @Test
    void two_headers_of_one_name_are_refused_whatever_their_case() {
        Endpoint endpoint = Endpoint.of("http://h/").headers(new Header("a", "1"));
        assertThrows(IllegalArgumentException.class, () -> endpoint.headers(new Header("A", "2")));
    }

    @ParameterizedTest
    @ValueSource(strings = {" cnry7", "cnry7 ", "cnry7\r\nX: y", "cnry7\n", "cnry7\0", "cnry7\u00e4", "\tcnry7", "cnry7\u007f"})
    void a_value_that_a_head_cannot_hold_is_refused_without_being_told(String value) {
        String told = assertThrows(IllegalArgumentException.class, () -> new Header("X", value)).getMessage();
        assertFalse(told.contains("cnry7"), told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "\u00e4", "a\r\n", "(a)", "a/b"})
    void a_name_that_is_no_token_is_refused(String name) {
        assertThrows(IllegalArgumentException.class, () -> new Header(name, "x"));
    }

    @Test
    void nothing_that_may_be_a_secret_is_in_a_text_form() {
        Endpoint endpoint = Endpoint.of("http://h/cnry7?cnry7=1").headers(new Header("Authorization", "cnry7"));
        assertFalse((endpoint + " " + endpoint.headers()).contains("cnry7"), endpoint.toString());
        assertTrue(endpoint.toString().contains("http://h"), endpoint.toString());
    }

    @Test
    void a_status_means_what_its_list_says_and_else_what_it_is_known_for() {
        StatusClasses declared = StatusClasses.of(List.of(409), List.of(503, 404), List.of(429));
        for (int status = 100; status < 1000; status++) {
            assertEquals(Optional.ofNullable(switch (status) {
                case 409 -> OutcomeClass.REJECTED_BEFORE_PROCESSING;
                case 404, 503 -> OutcomeClass.PROVIDER_REPORTED_RETRYABLE;
                case 400, 401, 403, 422, 429 -> OutcomeClass.REJECTED_PERMANENTLY;
                default -> null;
            }), declared.meaning(status), "declared " + status);
            assertEquals(Optional.ofNullable(switch (status) {
                case 429 -> OutcomeClass.PROVIDER_REPORTED_RETRYABLE;
                case 400, 401, 403, 404, 422 -> OutcomeClass.REJECTED_PERMANENTLY;
                default -> null;
            }), StatusClasses.UNDECLARED.meaning(status), "undeclared " + status);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 100, 200, 204, 299, 600, 999})
    void a_success_or_no_status_at_all_is_in_no_list(int status) {
        assertThrows(IllegalArgumentException.class, () -> StatusClasses.of(Set.of(status), Set.of(), Set.of()));
        assertThrows(IllegalArgumentException.class, () -> StatusClasses.of(Set.of(), Set.of(status), Set.of()));
        assertThrows(IllegalArgumentException.class, () -> StatusClasses.of(Set.of(), Set.of(), Set.of(status)));
    }

    @Test
    void a_status_in_two_lists_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> StatusClasses.of(Set.of(500), Set.of(500), Set.of()));
        assertThrows(IllegalArgumentException.class, () -> StatusClasses.of(Set.of(500), Set.of(), Set.of(500)));
        assertThrows(IllegalArgumentException.class, () -> StatusClasses.of(Set.of(), Set.of(500), Set.of(500)));
    }
}
