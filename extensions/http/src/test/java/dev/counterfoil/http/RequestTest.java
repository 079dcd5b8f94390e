// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent, byte for byte, and what is not sent at all. */
class RequestTest {
    /** More than the buffers of a connection swallow. */
    private static final int MORE_THAN_BUFFERS = 24 << 20;

    private static final HostileServer.Script DONE = visitor ->
            visitor.readRequest().say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").untilGone();

    @Test
    void a_request_is_one_POST_with_its_length_and_its_key() throws Exception {
        try (HostileServer server = new HostileServer(DONE)) {
            Endpoint endpoint = Endpoint.of(server.url()).headers(new Header("Authorization", "Bearer x"));
            Call.soon(Call.plain().begun(new HttpDispatcher(endpoint)));
            assertEquals("POST /v1/orders?x=%20y HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\nUser-Agent: counterfoil\r\n"
                    + "Content-Type: application/json\r\nAuthorization: Bearer x\r\nIdempotency-Key: \"order-17\"\r\n"
                    + "Content-Length: 12\r\nConnection: close\r\n\r\n{\"sku\":\"P7\"}", server.onlyVisitor().received());
        }
    }

    @Test
    void without_a_key_there_is_no_header_for_it_and_no_bytes_have_a_length_too() throws Exception {
        try (HostileServer server = new HostileServer(DONE)) {
            Endpoint endpoint = Endpoint.of("http://127.0.0.1:" + server.port()).contentType(Endpoint.BYTES)
                    .headers(new Header("content-type", "text/x"), new Header("User-agent", "mine"));
            Call.soon(Call.plain().operation(Operation.UNDECLARED).request(Bytes.EMPTY).begun(new HttpDispatcher(endpoint)));
            assertEquals("POST / HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\ncontent-type: text/x\r\nUser-agent: mine\r\n"
                    + "Content-Length: 0\r\nConnection: close\r\n\r\n", server.onlyVisitor().received());
        }
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {"order-17,\"order-17\"", "a\"b,\"a\\\"b\"", "a\\b,\"a\\\\b\"", "` a b~`,\" a b~\""})
    void a_key_is_a_string_of_structured_fields(String key, String sent) throws Exception {
        try (HostileServer server = new HostileServer(DONE)) {
            HttpDispatcher dispatcher = new HttpDispatcher(Endpoint.of(server.url()));
            Call.soon(Call.plain().operation(Call.keyed(key)).begun(dispatcher));
            Call.soon(Call.plain().operation(Call.keyed(key)).begun(dispatcher));
            server.end();
            assertEquals(2, server.visitors().size());
            server.visitors().forEach(visitor ->
                    assertTrue(visitor.received().contains("\r\nIdempotency-Key: " + sent + "\r\n"), visitor.received()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00e4", "a\u20acb", "\uD83D\uDE00"})
    void a_key_that_no_header_can_hold_is_not_sent_as_another(String key) throws Exception {
        try (HostileServer server = new HostileServer(DONE)) {
            Answer answer = new HttpDispatcher(Endpoint.of(server.url())).dispatch(Call.plain().operation(Call.keyed(key)).dispatch());
            assertEquals("not_dispatched - profile_mismatch", AnswersTest.known(answer));
            server.end();
            assertEquals(0, server.visitors().size());
        }
    }

    @Test
    void a_long_request_arrives_whole() throws Exception {
        byte[] bytes = new byte[1 << 20];
        new SplittableRandom(7).nextBytes(bytes);
        try (HostileServer server = new HostileServer(DONE)) {
            Answer answer = Call.soon(Call.plain().request(Bytes.of(bytes)).begun(new HttpDispatcher(Endpoint.of(server.url()))));
            assertEquals(Answer.completed(Bytes.EMPTY), answer);
            assertArrayEquals(bytes, server.onlyVisitor().body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 422 No\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone"})
    void an_answer_that_comes_before_a_long_request_is_read_is_heard(String said) throws Exception {
        try (HostileServer server = new HostileServer(visitor -> {
            visitor.readSome(1);
            visitor.say(said);
            visitor.untilClosed();
        })) {
            Answer answer = Call.soon(
                    Call.plain().request(Bytes.of(new byte[MORE_THAN_BUFFERS])).begun(new HttpDispatcher(Endpoint.of(server.url()))));
            assertEquals(said.contains("422") ? "rejected_permanently refused status" : "completed_with_response - -",
                    AnswersTest.known(answer));
            assertEquals(1, server.visitors().size());
        }
    }

    @Test
    void a_refused_connection_was_not_dispatched() throws Exception {
        int nobody;
        try (ServerSocket gone = new ServerSocket(0)) {
            nobody = gone.getLocalPort();
        }
        Answer answer = Call.soon(Call.plain().begun(new HttpDispatcher(Endpoint.of("http://127.0.0.1:" + nobody + "/"))));
        assertEquals("not_dispatched - connection_refused", AnswersTest.known(answer));
    }

    @Test
    void an_unknown_host_was_not_dispatched() throws Exception {
        HttpDispatcher dispatcher = new HttpDispatcher(Endpoint.of("http://no-such-host.invalid/"))
                .in(new Surroundings(Surroundings.SYSTEM.waiter(),
                        Surroundings.SYSTEM.clock(), name -> {
                            throw new UnknownHostException(name);
                        }));
        assertEquals("not_dispatched - unknown_host", AnswersTest.known(Call.soon(Call.plain().begun(dispatcher))));
    }

    @Test
    void one_dispatch_is_sent_once_whoever_calls_twice() throws Exception {
        try (HostileServer server = new HostileServer(DONE)) {
            HttpDispatcher dispatcher = new HttpDispatcher(Endpoint.of(server.url()));
            Dispatch dispatch = Call.plain().dispatch();
            assertEquals(Answer.completed(Bytes.EMPTY), dispatcher.dispatch(dispatch));
            assertThrows(IllegalStateException.class, () -> dispatcher.dispatch(dispatch));
            server.end();
            assertEquals(1, server.visitors().stream().filter(visitor -> !visitor.received().isEmpty()).count());
        }
    }

    @Test
    void what_is_shown_of_a_request_tells_nothing_of_it() {
        Message message = new Message("POST", Endpoint.url("http://h/cnry7"), List.of(new Header("A", "cnry7")),
                Optional.of("cnry7".getBytes(StandardCharsets.UTF_8)));
        assertFalse(message.toString().contains("cnry7"), message.toString());
    }
}
