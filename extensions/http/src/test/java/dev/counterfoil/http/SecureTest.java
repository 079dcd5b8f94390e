// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS: nothing is sent before the handshake, and what fails in it was not dispatched. */
class SecureTest {
    private static final HostileServer.Script DONE = visitor ->
            visitor.readRequest().say("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone").untilGone();

    private static HttpDispatcher to(String host, HostileServer server) {
        return new HttpDispatcher(Endpoint.of("https://" + host + ":" + server.port() + "/v1"));
    }

    @Test
    void a_request_goes_to_whom_the_host_trusts() throws Exception {
        SSLContext keys = Keys.localhost();
        try (HostileServer server = new HostileServer(DONE, keys.getServerSocketFactory())) {
            Answer answer = Call.soon(Call.plain().begun(to("localhost", server).secured(keys)));
            assertEquals(Answer.completed("done"), answer);
            assertTrue(server.onlyVisitor().received().startsWith("POST /v1 HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\n"));
        }
    }

    @Test
    void a_certificate_that_nobody_signed_gets_not_a_byte() throws Exception {
        SSLContext keys = Keys.localhost();
        try (HostileServer server = new HostileServer(DONE, keys.getServerSocketFactory())) {
            assertEquals("not_dispatched - tls_failed", AnswersTest.known(Call.soon(Call.plain().begun(to("localhost", server)))));
            assertEquals("", server.onlyVisitor().received());
        }
    }

    @Test
    void a_certificate_of_another_name_gets_not_a_byte() throws Exception {
        SSLContext keys = Keys.localhost();
        try (HostileServer server = new HostileServer(DONE, keys.getServerSocketFactory())) {
            assertEquals("not_dispatched - tls_failed",
                    AnswersTest.known(Call.soon(Call.plain().begun(to("127.0.0.1", server).secured(keys)))));
            assertEquals("", server.onlyVisitor().received());
        }
    }

    @Test
    void who_speaks_no_tls_gets_no_request() throws Exception {
        try (HostileServer server = new HostileServer(visitor -> visitor.say("HTTP/1.1 400 Bad Request\r\n\r\n").untilGone())) {
            assertEquals("not_dispatched - tls_failed", AnswersTest.known(Call.soon(Call.plain().begun(to("localhost", server)))));
        }
    }

    @Test
    void who_leaves_in_the_handshake_gets_no_request() throws Exception {
        try (HostileServer server = new HostileServer(visitor -> visitor.readSome(20))) {
            assertEquals("not_dispatched - tls_failed", AnswersTest.known(Call.soon(Call.plain().begun(to("localhost", server)))));
        }
    }

    @Test
    void who_leaves_behind_the_handshake_may_have_got_it() throws Exception {
        SSLContext keys = Keys.localhost();
        try (HostileServer server = new HostileServer(visitor -> visitor.readSome(10), keys.getServerSocketFactory())) {
            assertEquals("uncertain - reset", AnswersTest.known(Call.soon(Call.plain().begun(to("localhost", server).secured(keys)))));
        }
    }

    private static String secured(HostileServer.Script script, String protocol) throws Exception {
        SSLContext keys = Keys.localhost();
        try (HostileServer server = new HostileServer(script, keys, protocol)) {
            Answer answer = Call.soon(Call.plain().begun(to("localhost", server).secured(keys)));
            return AnswersTest.known(answer) + answer.response().map(bytes -> " " + bytes.utf8()).orElse("");
        }
    }

    private static Stream<Arguments> heads() {
        return Stream.of("TLSv1.2", "TLSv1.3").flatMap(protocol -> Stream.of("HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 201 Made\r\n\r\n")
                .flatMap(head -> Stream.of("{\"half\":", "", "x".repeat(100_000)).map(body -> Arguments.of(protocol, head, body))));
    }

    @ParameterizedTest
    @MethodSource("heads")
    void a_body_that_ends_with_the_connection_is_whole_where_the_peer_said_that_it_ends(String protocol, String head, String body)
            throws Exception {
        assertEquals("completed_with_response - -" + " " + body,
                secured(visitor -> visitor.readRequest().say(head + body), protocol));
        assertEquals("completed_with_response - -" + " " + body,
                secured(visitor -> visitor.readRequest().say(head + body).sayEnd().untilGone(), protocol));
    }

    @ParameterizedTest
    @MethodSource("heads")
    void a_body_that_ends_with_the_connection_is_cut_where_the_peer_did_not_say_so(String protocol, String head, String body)
            throws Exception {
        assertEquals("uncertain malformed_response reset", secured(visitor -> visitor.readRequest().say(head + body).hangUp(), protocol));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void a_body_with_a_length_or_in_chunks_is_whole_however_the_connection_ends(String protocol) throws Exception {
        for (String rest : List.of("Content-Length: 4\r\n\r\ndone", "Transfer-Encoding: chunked\r\n\r\n4\r\ndone\r\n0\r\n\r\n")) {
            assertEquals("completed_with_response - - done",
                    secured(visitor -> visitor.readRequest().say("HTTP/1.1 200 OK\r\n" + rest).hangUp(), protocol));
        }
    }

    @Test
    void a_handshake_that_never_ends_is_left_and_was_not_dispatched() throws Exception {
        try (HostileServer server = new HostileServer(visitor -> {
            visitor.readSome(20);
            visitor.reach().untilGone();
        })) {
            Call call = Call.plain();
            CompletableFuture<Answer> answer = call.begun(to("localhost", server));
            server.awaitReached();
            call.cancellation().request(Cancellation.Cause.TIMEOUT);
            assertEquals("not_dispatched timeout attempt_timeout", AnswersTest.known(Call.soon(answer)));
        }
    }
}
