// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.StandAloneDesk;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What all bodies together may hold, and what becomes of a server that has no memory left. */
final class BodyMemoryTest {
    /** As much as the first piece of any body may take: each of these takes all its room at once. */
    private static final int BODY = 4_000;
    private static final String COUNT = "GET /v1/effects/count HTTP/1.1\r\nHost: x\r\n\r\n";

    private static final ServerTimes PATIENT = new ServerTimes(3_600_000, 3_600_000, 1, ReceiverServer.STOP_MILLIS);

    @TempDir
    private Path directory;

    private static String head(String key, String length) {
        return "POST /v1/operations/acme HTTP/1.1\r\nHost: x\r\nIdempotency-Key: \"" + key + "\"\r\n" + length + "\r\n\r\n";
    }

    private static String head(String key) {
        return head(key, "Content-Length: " + BODY);
    }

    private static ServerSettings room(int bodies) {
        return new ServerSettings("127.0.0.1", 0, BODY, (long) bodies * BODY + BODY / 2);
    }

    /** One that sent all but its last byte. */
    private static Wire stalled(ReceiverServer server, String key) throws IOException {
        return new Wire(server.address()).send(head(key) + "x".repeat(BODY - 1));
    }

    private static Wire.Heard whole(ReceiverServer server, String key) throws IOException {
        try (Wire wire = new Wire(server.address())) {
            return wire.send(head(key) + "x".repeat(BODY)).hear();
        }
    }

    @Test
    void a_body_for_which_all_others_leave_no_room_is_told_to_come_again_and_is_let_in_when_one_has_ended() throws IOException {
        try (ReceiverFile file = ReceiverFile.open(directory.resolve("r.db"))) {
            Receiver receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH);
            List<Wire> senders = new ArrayList<>();
            try (ReceiverServer server = ReceiverServer.start(new StandAloneDesk(receiver), BoundAddress.of(room(3)), PATIENT);
                    Wire other = new Wire(server.address())) {
                for (String key : List.of("one", "two", "three", "four")) {
                    senders.add(stalled(server, key));
                }
                Wire refused = firstSpokenTo(senders, other);
                senders.remove(refused);
                try (refused) {
                    Wire.Heard heard = refused.hear();
                    assertEquals(503, heard.status(), heard.body());
                    assertTrue(heard.body().contains("too many bodies are under way; nothing was done"), heard.body());
                    assertTrue(heard.head().contains("\r\nRetry-After: 1\r\n"), heard.head());
                    assertTrue(heard.head().contains("\r\nConnection: close\r\n"), heard.head());
                }
                for (Wire sender : senders) {
                    assertEquals(201, sender.send("x").hear().status());
                }
                assertEquals(201, whole(server, "five").status(), "what was delivered left its room");
            } finally {
                for (Wire sender : senders) {
                    sender.close();
                }
            }
        }
    }

    /** While bodies are under way whoever brings none is served. */
    private static Wire firstSpokenTo(List<Wire> senders, Wire other) throws IOException {
        while (true) {
            assertEquals(200, other.send(COUNT).hear().status());
            for (Wire sender : senders) {
                if (sender.isSpokenTo()) {
                    return sender;
                }
            }
        }
    }

    /** More rounds than there is room for what one kind of them would leave behind each time. */
    @Test
    void whatever_becomes_of_a_body_its_room_is_given_back() throws IOException {
        try (ReceiverFile file = ReceiverFile.open(directory.resolve("r.db"))) {
            Receiver receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH);
            try (ReceiverServer server = ReceiverServer.start(new StandAloneDesk(receiver), BoundAddress.of(room(6)),
                    new ServerTimes(200, 3_600_000, 200, ReceiverServer.STOP_MILLIS))) {
                for (int i = 0; i < 8; i++) {
                    try (Wire tooLarge = new Wire(server.address()); Wire malformed = new Wire(server.address());
                            Wire silent = stalled(server, "silent")) {
                        assertEquals(413, tooLarge.send(head("t", "Transfer-Encoding: chunked") + "1f40\r\n" + "x".repeat(8_000)
                                + "\r\n1f40\r\n" + "x".repeat(8_000) + "\r\n0\r\n\r\n").hear().status());
                        assertEquals(400, malformed.send(head("m", "Transfer-Encoding: chunked") + "10\r\n" + "x".repeat(16)
                                + "\r\nno number\r\n").hear().status());
                        stalled(server, "gone").close();
                        assertEquals(408, silent.hear().status());
                    }
                    assertEquals(i == 0 ? 201 : 200, whole(server, "sound").status());
                }
            }
        }
    }

    @Test
    void bytes_take_their_room_before_they_are_copied_and_give_it_back_once() {
        BodyBudget budget = new BodyBudget(10_000);
        BodyBytes large = new BodyBytes(budget, 9_000);
        BodyBytes small = new BodyBytes(budget, 9_000);
        assertTrue(large.isAdded(ByteBuffer.allocate(5_000)));
        assertTrue(large.isAdded(ByteBuffer.allocate(4_000)));
        assertTrue(large.isOver(1));
        assertFalse(small.isAdded(ByteBuffer.allocate(1_001)));
        assertEquals(9_000, large.whole().length);
        large.release();
        large.release();
        assertFalse(large.isAdded(ByteBuffer.allocate(1)), "nothing is held behind the end");
        assertTrue(small.isAdded(ByteBuffer.allocate(1_001)));
        assertEquals(1_001, small.whole().length);
        assertFalse(budget.isTaken(10_000 - 4_096 + 1));
        assertTrue(budget.isTaken(10_000 - 4_096));
    }

    @Test
    void a_body_that_could_never_have_room_is_refused_as_a_setting() {
        assertThrows(IllegalArgumentException.class, () -> new ServerSettings("127.0.0.1", 0, 2, 1));
        assertEquals(1, new ServerSettings("127.0.0.1", 0, 1, 1).allBodiesBytes());
        assertEquals(Runtime.getRuntime().maxMemory() / 4, ServerSettings.LOOPBACK.allBodiesBytes());
    }

    @Test
    void where_memory_runs_out_in_a_thread_of_the_server_it_is_told() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        WatchedThreads threads = new WatchedThreads(told::countDown);
        threads.start();
        try {
            threads.execute(() -> {
                throw new OutOfMemoryError("as a test wishes");
            });
            told.await();
        } finally {
            threads.stop();
        }
    }

    @Test
    void where_memory_runs_out_at_the_desk_it_is_told_and_so_is_the_client() throws IOException {
        CountDownLatch told = new CountDownLatch(1);
        Desk exhausted = (Desk) Proxy.newProxyInstance(Desk.class.getClassLoader(), new Class<?>[] {Desk.class},
                (proxy, method, arguments) -> {
                    throw new OutOfMemoryError("as a test wishes");
                });
        try (ReceiverServer server = ReceiverServer.start(exhausted, BoundAddress.of(room(1)), told::countDown)) {
            assertEquals(500, whole(server, "one").status());
            assertEquals(0, told.getCount());
        }
    }
}
