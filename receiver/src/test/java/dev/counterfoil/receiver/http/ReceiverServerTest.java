// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.StandAloneDesk;
import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.receipt.Finding;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server over real sockets. */
final class ReceiverServerTest {
    private static final String ONE = Payload.utf8("quantity=1").digest().hex();
    private static final int MOST = 1_000;

    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private ReceiverFile file;
    private Receiver receiver;
    private ReceiverServer server;

    @BeforeEach
    void start() {
        file = ReceiverFile.open(directory.resolve("r.db"));
        receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE.retaining(Duration.ofDays(1)), now::get);
        server = ReceiverServer.start(new StandAloneDesk(receiver), new ServerSettings("127.0.0.1", 0, MOST));
    }

    @AfterEach
    void stop() {
        server.close();
        file.close();
    }

    private static String post(String scope, String headers, String body) {
        return "POST /v1/operations/" + scope + " HTTP/1.1\r\nHost: x\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static String bare(String method, String target) {
        return method + " " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
    }

    private Wire.Heard ask(String request) throws IOException {
        try (Wire wire = new Wire(server.address())) {
            return wire.send(request).hear();
        }
    }

    private void assertTold(String request, int status, String body) throws IOException {
        Wire.Heard heard = ask(request);
        assertEquals(status + " " + body, heard.status() + " " + heard.body().replaceAll(",\"detail\":\".+\"", ""));
        assertTrue(heard.head().toLowerCase(Locale.ROOT).contains("content-type: application/json\r\n"), heard.head());
    }

    @Test
    void a_delivery_its_replay_its_conflict_and_its_receipt() throws IOException {
        String key = "Idempotency-Key: \"op-1\"\r\n";
        String done = "{\"state\":\"completed\",\"effect_id\":1}";
        assertTold(post("acme", key, "quantity=1"), 201, done);
        assertTold(post("acme", key, "quantity=1"), 200, done);
        assertTrue(ask(post("acme", key, "quantity=1")).head().contains("\r\nIdempotency-Replayed: true\r\n"));
        assertFalse(ask(post("acme", "Idempotency-Key: \"op-2\"\r\n", "quantity=1")).head().contains("Idempotency-Replayed"));
        assertTold(post("acme", key, "quantity=2"), 422, "{\"error\":\"payload_conflict\"}");
        assertTold(bare("GET", "/v1/operations/acme?key=op-1"), 200,
                "{\"state\":\"completed\",\"final\":true,\"effect_id\":1,\"payload_sha256\":\"" + ONE + "\"}");
        assertTold(bare("GET", "/v1/operations/acme?key=op-1&payload_sha256=" + "0".repeat(64)), 200,
                "{\"state\":\"conflict\",\"final\":true,\"effect_id\":null,\"payload_sha256\":\"" + ONE + "\"}");
        assertTold(bare("GET", "/v1/operations/acme?key=op-3"), 200,
                "{\"state\":\"absent\",\"final\":false,\"effect_id\":null,\"payload_sha256\":null}");
        assertTold(bare("GET", "/v1/effects/count"), 200, "{\"effects\":2}");
        assertTold(bare("GET", "/v1/effects/count?scope=other"), 200, "{\"effects\":0}");
    }

    @Test
    void a_closed_key_lets_nothing_in_and_a_key_that_is_there_is_not_closed() throws IOException {
        String closed = "{\"state\":\"closed\",\"final\":true,\"effect_id\":null,\"payload_sha256\":null}";
        assertTold(bare("DELETE", "/v1/operations/acme?key=op-1"), 200, closed);
        assertTold(bare("DELETE", "/v1/operations/acme?key=op-1"), 200, closed);
        assertTold(post("acme", "Idempotency-Key: \"op-1\"\r\n", "quantity=1"), 410, "{\"error\":\"closed\"}");
        assertTold(post("acme", "Idempotency-Key: \"op-2\"\r\n", "quantity=1"), 201, "{\"state\":\"completed\",\"effect_id\":1}");
        assertTold(bare("DELETE", "/v1/operations/acme?key=op-2"), 200,
                "{\"state\":\"completed\",\"final\":true,\"effect_id\":1,\"payload_sha256\":\"" + ONE + "\"}");
    }

    @Test
    void claimed_rejected_and_expired_operations_are_told_apart_and_a_changed_payload_comes_first() throws IOException {
        Operation pending = Operation.of("acme", "op-1");
        receiver.claim(new Delivery(pending, Payload.utf8("quantity=1")), "worker");
        String key = "Idempotency-Key: \"op-1\"\r\n";
        assertTold(post("acme", key, "quantity=1"), 409, "{\"error\":\"in_progress\"}");
        assertTrue(ask(post("acme", key, "quantity=1")).head().contains("\r\nRetry-After: 1\r\n"));
        assertTold(post("acme", key, "quantity=2"), 422, "{\"error\":\"payload_conflict\"}");
        assertTold(bare("GET", "/v1/operations/acme?key=op-1"), 200,
                "{\"state\":\"pending\",\"final\":false,\"effect_id\":null,\"payload_sha256\":\"" + ONE + "\"}");
        receiver.settle(pending, new Finding(Finding.Verdict.REJECTED, "looked"));
        assertTold(post("acme", key, "quantity=1"), 422, "{\"error\":\"rejected\"}");
        now.set(Instant.EPOCH.plus(Duration.ofDays(1)));
        assertTold(post("acme", key, "quantity=1"), 410, "{\"error\":\"expired\"}");
        assertTold(post("acme", key, "quantity=2"), 422, "{\"error\":\"payload_conflict\"}");
        assertTold(bare("GET", "/v1/operations/acme?key=op-1"), 200,
                "{\"state\":\"expired\",\"final\":true,\"effect_id\":null,\"payload_sha256\":\"" + ONE + "\"}");
    }

    @Test
    void without_a_key_it_is_done_each_time_where_that_is_wanted() throws IOException {
        assertTold(post("acme", "", "quantity=1"), 400, "{\"error\":\"missing_key\"}");
        assertTold(post("acme", "Idempotency-Key: op-1\r\n", "quantity=1"), 400, "{\"error\":\"malformed_key\"}");
        assertTold(post("acme", "Idempotent: ?0\r\n", "quantity=1"), 201, "{\"state\":\"completed\",\"effect_id\":1}");
        assertTold(post("acme", "Idempotent: ?0\r\n", "quantity=1"), 201, "{\"state\":\"completed\",\"effect_id\":2}");
    }

    @Test
    void any_scope_and_any_payload_go_over_the_wire() throws IOException {
        String key = "Idempotency-Key: \"a\\\"\\\\b\"\r\n";
        for (String scope : List.of("acme%2Forders", "..", "%2e%2e", "%01", "%c3%a9", "a;b", "a+b", "%25")) {
            assertEquals(201, ask(post(scope, "Idempotent: ?0\r\n", "")).status(), scope);
        }
        assertEquals(201, ask(post("acme", key, "\0\u00ff\r\n")).status());
        assertEquals("completed", ask(bare("GET", "/v1/operations/acme?key=a%22%5Cb")).body().split("\"")[3]);
    }

    @Test
    void a_body_over_the_bound_is_refused_however_it_comes_and_nothing_is_done() throws IOException {
        String key = "Idempotency-Key: \"op-1\"\r\n";
        assertTold(post("acme", key, "x".repeat(MOST + 1)), 413, "{\"error\":\"too_large\"}");
        String head = "POST /v1/operations/acme HTTP/1.1\r\nHost: x\r\n" + key;
        assertEquals(413, ask(head + "Content-Length: 9223372036854775807\r\n\r\n").status());
        String chunk = "200\r\n" + "x".repeat(512) + "\r\n";
        assertEquals(413, ask(head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk + "0\r\n\r\n").status());
        assertEquals(201, ask(head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n").status());
        assertEquals(201, ask(post("acme", "Idempotency-Key: \"op-2\"\r\n", "x".repeat(MOST))).status());
        assertEquals(2, receiver.countEffects());
    }

    @Test
    void what_is_no_request_is_refused_and_a_body_that_ends_early_does_nothing() throws IOException {
        String key = "Idempotency-Key: \"op-1\"\r\n";
        String line = "POST /v1/operations/acme HTTP/1.1\r\nHost: x\r\n" + key;
        for (String hostile : List.of("\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "POST /v1/operations/a HTTP/1.1\r\n\r\n",
                line + "Content-Length: 10\r\nContent-Length: 11\r\n\r\nquantity=1", line + "Content-Length: -1\r\n\r\n",
                line + "Content-Length: 1x\r\n\r\n", line + "Content-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                line + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", line + "X: " + "x".repeat(20_000) + "\r\n\r\n")) {
            try (Wire wire = new Wire(server.address())) {
                int status = wire.send(hostile).hear().status();
                assertTrue(status >= 400 && status < 600, hostile + " " + status);
            }
        }
        try (Wire wire = new Wire(server.address())) {
            wire.send(line + "Content-Length: 10\r\n\r\nquant");
        }
        assertEquals(0, receiver.countEffects());
        assertEquals(201, ask(post("acme", key, "quantity=1")).status());
        assertEquals(1, receiver.countEffects());
    }

    @Test
    void requests_one_behind_another_are_answered_in_order_up_to_the_first_that_is_none() throws IOException {
        String key = "Idempotency-Key: \"op-1\"\r\n";
        try (Wire wire = new Wire(server.address())) {
            wire.send(post("acme", key, "quantity=1") + post("acme", key, "quantity=1") + post("acme", key, "quantity=2") + "junk\r\n\r\n");
            assertEquals(201, wire.hear().status());
            assertEquals(200, wire.hear().status());
            assertEquals(422, wire.hear().status());
            assertEquals(400, wire.hear().status());
            assertTrue(wire.isEnded());
        }
        assertEquals(1, receiver.countEffects());
    }

    private ReceiverServer started(ServerTimes times) {
        return ReceiverServer.start(new StandAloneDesk(receiver), BoundAddress.of(ServerSettings.LOOPBACK), times);
    }

    /** Bytes come in all the time, so no idle timeout ever strikes. */
    @Test
    void a_client_that_trickles_is_ended_and_others_are_served_meanwhile() throws IOException {
        try (ReceiverServer strict = started(new ServerTimes(10_000, 1_500, 1_000, 6_000));
                Wire head = new Wire(strict.address()); Wire body = new Wire(strict.address())) {
            body.send("POST /v1/operations/acme HTTP/1.1\r\nHost: x\r\nIdempotent: ?0\r\nContent-Length: 1000000\r\n\r\n");
            head.send("GET /v1/effects/count HTTP/1.1\r\nX: ");
            CompletableFuture<Boolean> headEnded = CompletableFuture.supplyAsync(() -> isEndedWhileTrickling(head));
            CompletableFuture<Boolean> bodyEnded = CompletableFuture.supplyAsync(() -> isEndedWhileTrickling(body));
            try (Wire other = new Wire(strict.address())) {
                assertEquals(200, other.send(bare("GET", "/v1/effects/count")).hear().status());
            }
            assertTrue(headEnded.join());
            assertTrue(bodyEnded.join());
        }
        assertEquals(0, receiver.countEffects());
    }

    /** Sends until sending fails, which an ended connection sees to. */
    private static boolean isEndedWhileTrickling(Wire wire) {
        try {
            for (int i = 0; i < 120_000; i++) {
                wire.send("x");
                LockSupport.parkNanos(1_000_000);
            }
            return false;
        } catch (IOException ended) {
            return true;
        }
    }

    @Test
    void an_address_that_is_taken_is_told() {
        ReceiverException told = assertThrows(ReceiverException.class,
                () -> ReceiverServer.start(new StandAloneDesk(receiver), new ServerSettings("127.0.0.1", server.address().getPort(), 0)));
        assertTrue(told.getMessage().contains("cannot be listened on"), told.getMessage());
    }

    @Test
    void a_version_that_is_not_spoken_is_the_client_s_mistake() throws IOException {
        assertTold("GET / HTTP/9.9\r\n\r\n", 505, "{\"error\":\"malformed_request\"}");
    }

    @Test
    void a_database_that_fails_is_told_without_its_path() throws IOException, SQLException {
        try (Connection connection = file.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("alter table counterfoil_effect rename to elsewhere");
        }
        Wire.Heard heard = ask(post("acme", "Idempotency-Key: \"op-1\"\r\n", "quantity=1"));
        assertEquals(503, heard.status());
        assertTrue(heard.body().startsWith("{\"error\":\"unavailable\""), heard.body());
        assertFalse(heard.body().contains(directory.toString()), heard.body());
        assertTrue(heard.body().contains("the same again does nothing twice"), heard.body());
        assertTrue(heard.head().contains("\r\nRetry-After: 1\r\n"), heard.head());
        Wire.Heard unkeyed = ask(post("acme", "Idempotent: ?0\r\n", "quantity=1"));
        assertTrue(unkeyed.body().contains("asked again it may be done again"), unkeyed.body());
        assertFalse(unkeyed.head().contains("Retry-After"), unkeyed.head());
    }

    /** Jetty reads a byte that is no UTF-8 as the same character each time. */
    @Test
    void two_scopes_or_keys_of_broken_bytes_are_refused_not_taken_for_one() throws IOException {
        String key = "Idempotency-Key: \"op-1\"\r\n";
        for (String broken : List.of("t\u00e9", "t\u00e8", "t#a")) {
            assertTold(post(broken, key, "quantity=1"), 400, "{\"error\":\"malformed_scope\"}");
            for (String method : List.of("GET", "DELETE")) {
                assertTold(bare(method, "/v1/operations/acme?key=" + broken), 400, "{\"error\":\"malformed_key\"}");
            }
        }
        assertTold(post("t%00", key, "quantity=1"), 400, "{\"error\":\"malformed_request\"}");
        assertEquals(0, receiver.countEffects());
    }

    /** What a form means by it and what an address means by it are two keys; a closing of the wrong one would be for ever. */
    @Test
    void a_plus_in_a_query_is_refused() throws IOException {
        assertEquals(201, ask(post("acme", "Idempotency-Key: \"a+b\"\r\n", "quantity=1")).status());
        assertTold(bare("DELETE", "/v1/operations/acme?key=a+b"), 400, "{\"error\":\"malformed_key\"}");
        assertTold(bare("GET", "/v1/operations/acme?key=a+b"), 400, "{\"error\":\"malformed_key\"}");
        assertEquals("completed", ask(bare("GET", "/v1/operations/acme?key=a%2Bb")).body().split("\"")[3]);
        assertEquals("absent", ask(bare("GET", "/v1/operations/acme?key=a%20b")).body().split("\"")[3]);
    }

    @Test
    void a_body_without_a_length_or_coded_otherwise_binds_no_key() throws IOException {
        String head = "POST /v1/operations/acme HTTP/1.1\r\nHost: x\r\nIdempotency-Key: \"op-1\"\r\n";
        assertTold(head + "\r\nquantity=1", 411, "{\"error\":\"length_required\"}");
        assertTold(head.replace("1.1", "1.0") + "\r\nquantity=1", 411, "{\"error\":\"length_required\"}");
        assertTold(head + "Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 501, "{\"error\":\"unknown_coding\"}");
        assertEquals("absent", ask(bare("GET", "/v1/operations/acme?key=op-1")).body().split("\"")[3]);
    }

    @Test
    void whoever_may_not_send_again_is_not_told_to_where_the_desk_of_a_host_throws() throws IOException {
        Desk broken = (Desk) Proxy.newProxyInstance(Desk.class.getClassLoader(), new Class<?>[] {Desk.class}, (proxy, method, values) -> {
            throw new IllegalStateException("canary");
        });
        try (ReceiverServer failing = ReceiverServer.start(broken, ServerSettings.LOOPBACK); Wire wire = new Wire(failing.address())) {
            Wire.Heard keyed = wire.send(post("acme", "Idempotency-Key: \"op-1\"\r\n", "quantity=1")).hear();
            assertTrue(keyed.status() == 500 && keyed.body().contains("does nothing twice"), keyed.body());
            Wire.Heard bare = wire.send(post("acme", "Idempotent: ?0\r\n", "quantity=1")).hear();
            assertTrue(bare.status() == 500 && bare.body().contains("asked again it may be done again"), bare.body());
        }
    }

    @Test
    void a_mistake_of_the_effect_is_no_reason_to_send_again() throws IOException {
        Desk mistaken = (Desk) Proxy.newProxyInstance(Desk.class.getClassLoader(), new Class<?>[] {Desk.class}, (proxy, method, values) -> {
            throw new ReceiverException(ReceiverProblem.EFFECT_FAILED, "canary", "correct it");
        });
        try (ReceiverServer failing = ReceiverServer.start(mistaken, ServerSettings.LOOPBACK); Wire wire = new Wire(failing.address())) {
            Wire.Heard told = wire.send(post("acme", "Idempotency-Key: \"op-1\"\r\n", "quantity=1")).hear();
            assertTrue(told.status() == 500 && told.body().contains("effect_failed"), told.body());
            assertFalse(told.head().contains("Retry-After"), told.head());
        }
    }
}
