// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.StandAloneDesk;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.receipt.Answer;
import dev.counterfoil.receiver.receipt.Receipt;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom the server waits for, while it serves and when it stops. A silent connection that is ended shows that silence was looked for. */
final class ServerStopTest {
    private static final String HEAD = "POST /v1/operations/acme HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
            + "Idempotency-Key: \"op-1\"\r\nContent-Length: 10\r\n\r\n";
    private static final String COUNT = "GET /v1/effects/count HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final long NEVER = 600_000;
    private static final long SOON = 300;

    @TempDir
    private Path directory;

    private ReceiverFile file;
    private Receiver receiver;

    @BeforeEach
    void open() {
        file = ReceiverFile.open(directory.resolve("r.db"));
        receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH);
    }

    @AfterEach
    void close() {
        file.close();
    }

    private ReceiverServer started(ServerTimes times) {
        return ReceiverServer.start(new StandAloneDesk(receiver), BoundAddress.of(ServerSettings.LOOPBACK), times);
    }

    /** A sender whose head was read and answered with 100; on a slow machine some are too late for that. */
    private Wire begun(ReceiverServer server) throws IOException {
        for (int tries = 0; tries < 100; tries++) {
            Wire sender = new Wire(server.address());
            try {
                if (sender.send(HEAD).hear().status() == 100) {
                    return sender;
                }
            } catch (IOException late) {
                assertEquals(0, receiver.countEffects());
            }
            sender.close();
        }
        throw new AssertionError("no head was read in time");
    }

    private static void assertTold(String status, String part, Wire.Heard heard) {
        assertEquals(status, heard.status() + " " + heard.body().split("\"")[3], heard.body());
        assertTrue(heard.head().contains(part), heard.head());
    }

    /** Silent for longer than an idle connection may be, while it stops, and then whole. */
    @Test
    void a_body_that_is_under_way_when_it_stops_has_its_time() throws IOException {
        ReceiverServer server = started(new ServerTimes(NEVER, NEVER, SOON, NEVER));
        try (Wire sender = begun(server); Wire silent = new Wire(server.address())) {
            sender.send("quant");
            assertEquals(200, silent.send(COUNT).hear().status(), "silent from here on");
            CompletableFuture<Void> stopping = CompletableFuture.runAsync(server::close);
            assertTrue(silent.isEnded());
            sender.send("ity=1");
            assertEquals(201, sender.hear().status());
            stopping.join();
        }
        assertEquals(1, receiver.countEffects());
        assertThrows(IOException.class, () -> new Wire(server.address()));
    }

    @Test
    void a_body_that_is_not_whole_when_the_time_is_over_is_told_that_nothing_was_done_and_to_come_again() throws IOException {
        ReceiverServer server = started(new ServerTimes(NEVER, NEVER, NEVER, SOON));
        try (Wire sender = begun(server)) {
            sender.send("quant");
            server.close();
            assertTold("503 unavailable", "\r\nRetry-After: 1\r\n", sender.hear());
        }
        assertEquals(0, receiver.countEffects());
    }

    @Test
    void a_body_that_stalls_is_told_so_and_is_no_mistake_of_its_form() throws IOException {
        try (ReceiverServer server = started(new ServerTimes(SOON, NEVER, SOON, NEVER)); Wire sender = begun(server)) {
            assertTold("408 too_slow", "\r\nConnection: close\r\n", sender.hear());
        }
        assertEquals(0, receiver.countEffects());
    }

    /** Whoever waits for our answer is silent because of us. */
    @Test
    void a_delivery_that_is_being_done_when_it_stops_is_answered_however_long_it_is_silent() throws IOException, InterruptedException {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Desk slow = new SlowDesk(new StandAloneDesk(receiver), arrived, go);
        ReceiverServer server = ReceiverServer.start(slow, BoundAddress.of(ServerSettings.LOOPBACK),
                new ServerTimes(NEVER, NEVER, SOON, NEVER));
        try (Wire sender = begun(server); Wire silent = new Wire(server.address())) {
            sender.send("quantity=1");
            arrived.await();
            assertEquals(200, silent.send(COUNT).hear().status(), "silent from here on");
            CompletableFuture<Void> stopping = CompletableFuture.runAsync(server::close);
            assertTrue(silent.isEnded());
            go.countDown();
            assertEquals(201, sender.hear().status());
            stopping.join();
        }
    }

    /** A desk whose deliveries wait for a word. */
    private record SlowDesk(Desk under, CountDownLatch arrived, CountDownLatch go) implements Desk {
        @Override
        public Answer deliver(Delivery delivery) {
            arrived.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return under.deliver(delivery);
        }

        @Override
        public long perform(OperationScope scope, Payload payload) {
            return under.perform(scope, payload);
        }

        @Override
        public Receipt lookup(Operation operation, Optional<PayloadDigest> payload) {
            return under.lookup(operation, payload);
        }

        @Override
        public Receipt close(Operation operation) {
            return under.close(operation);
        }

        @Override
        public long countEffects(Optional<OperationScope> scope) {
            return under.countEffects(scope);
        }
    }
}
