// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.receipt.Answer;
import dev.counterfoil.receiver.receipt.Receipt;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lifespan of connections over the wire: a later one that ends shows that an earlier one has outlived its own. */
final class ServerLifespanTest {
    private static final String DELIVERY = "POST /v1/operations/acme HTTP/1.1\r\nHost: x\r\nIdempotency-Key: \"op-1\"\r\n"
            + "Content-Length: 3\r\n\r\nabc";
    private static final String COUNT = "GET /v1/effects/count HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final long NEVER = 600_000;
    private static final long SOON = 300;

    /** A desk that answers when it is told to. */
    private static final class SlowDesk implements Desk {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch told = new CountDownLatch(1);

        private <T> T slowly(T answer) {
            asked.countDown();
            try {
                told.await();
                return answer;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Answer deliver(Delivery delivery) {
            return slowly(new Answer.Accepted(1));
        }

        @Override
        public long perform(OperationScope scope, Payload payload) {
            return slowly(1L);
        }

        @Override
        public Receipt lookup(Operation operation, Optional<PayloadDigest> payload) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Receipt close(Operation operation) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long countEffects(Optional<OperationScope> scope) {
            return slowly(0L);
        }
    }

    /** What is tried on a connection of a new server. */
    private interface Try {
        boolean holds(SlowDesk desk, ReceiverServer server, Wire asking) throws Exception;
    }

    /** On a slow machine a connection may be over before its request came: then again. What never holds is broken. */
    private static void assertHoldsOnce(Try attempt) throws Exception {
        ServerTimes times = new ServerTimes(NEVER, SOON, NEVER, SOON);
        for (int tries = 0; tries < 20; tries++) {
            SlowDesk desk = new SlowDesk();
            try (ReceiverServer server = ReceiverServer.start(desk, BoundAddress.of(ServerSettings.LOOPBACK), times);
                    Wire asking = new Wire(server.address())) {
                if (attempt.holds(desk, server, asking)) {
                    return;
                }
            } catch (IOException ended) {
                desk.told.countDown();
            }
        }
        throw new AssertionError("it never held");
    }

    @ParameterizedTest
    @ValueSource(strings = {DELIVERY, COUNT})
    void a_request_that_waits_for_its_answer_outlives_the_lifespan_of_connections(String request) throws Exception {
        assertHoldsOnce((desk, server, asking) -> {
            asking.send(request);
            if (!desk.asked.await(10, TimeUnit.SECONDS)) {
                return false;
            }
            try (Wire later = new Wire(server.address())) {
                assertTrue(later.isEnded(), "the later one has had its lifespan, so has the one that asks");
            }
            desk.told.countDown();
            return asking.hear().status() == (request.startsWith("POST") ? 201 : 200);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {DELIVERY, COUNT})
    void behind_an_answer_a_connection_has_its_lifespan_again_and_then_ends(String request) throws Exception {
        assertHoldsOnce((desk, server, asking) -> {
            desk.told.countDown();
            assertEquals(request.startsWith("POST") ? 201 : 200, asking.send(request).hear().status());
            assertTrue(asking.isEnded());
            return true;
        });
    }

    /** A connection that is silent while it stops is ended, which shows that it stops. */
    @ParameterizedTest
    @ValueSource(strings = {DELIVERY, COUNT})
    void a_request_that_waits_for_its_answer_when_the_server_stops_has_it(String request) throws Exception {
        SlowDesk desk = new SlowDesk();
        ServerTimes times = new ServerTimes(NEVER, NEVER, SOON, NEVER);
        ReceiverServer server = ReceiverServer.start(desk, BoundAddress.of(ServerSettings.LOOPBACK), times);
        try (Wire asking = new Wire(server.address()); Wire silent = new Wire(server.address())) {
            asking.send(request);
            desk.asked.await();
            CompletableFuture<Void> stopping = CompletableFuture.runAsync(server::close, task -> new Thread(task).start());
            assertTrue(silent.isEnded());
            assertFalse(stopping.isDone(), "it waits for the answer");
            desk.told.countDown();
            assertEquals(request.startsWith("POST") ? 201 : 200, asking.hear().status());
            stopping.join();
        }
    }

    @Test
    void a_request_that_is_not_whole_extends_nothing() throws Exception {
        assertHoldsOnce((desk, server, asking) -> asking.send(DELIVERY.substring(0, DELIVERY.length() - 1)).isEnded());
    }
}
