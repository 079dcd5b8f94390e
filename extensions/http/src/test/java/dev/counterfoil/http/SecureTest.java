// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

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
