// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.io.IOException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client is told of a receiver that fails: that, and nothing of where its file lies. */
final class FailingDeskTest {
    private static Desk failing(RuntimeException failure) {
        return (Desk) Proxy.newProxyInstance(Desk.class.getClassLoader(), new Class<?>[] {Desk.class}, (self, method, arguments) -> {
            throw failure;
        });
    }

    private static Wire.Heard told(RuntimeException failure, String request) throws IOException {
        try (ReceiverServer server = ReceiverServer.start(failing(failure), ServerSettings.LOOPBACK);
                Wire asking = new Wire(server.address())) {
            return asking.send(request + "\r\n").hear();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /v1/operations/acme HTTP/1.1\r\nHost: x\r\nIdempotency-Key: \"op-1\"\r\nContent-Length: 0\r\n",
        "POST /v1/operations/acme HTTP/1.1\r\nHost: x\r\nIdempotent: ?0\r\nContent-Length: 0\r\n",
        "GET /v1/operations/acme?key=op-1 HTTP/1.1\r\nHost: x\r\n", "DELETE /v1/operations/acme?key=op-1 HTTP/1.1\r\nHost: x\r\n",
        "GET /v1/effects/count HTTP/1.1\r\nHost: x\r\n"})
    void a_failure_is_told_by_its_code_and_no_path_stands_in_the_answer(String request) throws IOException {
        Wire.Heard known = told(new ReceiverException(ReceiverProblem.IO_FAILED, "secret/r.db", "look at the secret disk"), request);
        assertEquals(503, known.status());
        assertTrue(known.body().contains("io_failed"), known.body());
        Wire.Heard unknown = told(new IllegalStateException("a secret of secret/r.db"), request);
        assertEquals(500, unknown.status());
        for (Wire.Heard each : new Wire.Heard[] {known, unknown}) {
            assertFalse((each.head() + each.body()).contains("secret"), each.head() + each.body());
        }
    }
}
