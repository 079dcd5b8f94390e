// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.recovery.Book;
import dev.counterfoil.scheduler.time.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A book that says anything: whatever is not a receipt's object with status 200 is no answer, and each request is made once. */
@Timeout(240)
final class HostileBookTest {
    private static final Bytes REQUEST = Bytes.utf8("quantity=1");
    private static final String DIGEST = "\"" + REQUEST.content().sha256().hex() + "\"";
    private static final String ABSENT = receipt("absent", "false", "null", "null");

    /** Gives its answers one connection each, and holds the ones after them until it is closed. */
    private static final class Server implements AutoCloseable {
        private final ServerSocket socket;
        private final Deque<String> answers;
        private final List<String> heads = new CopyOnWriteArrayList<>();
        private final List<Socket> held = new CopyOnWriteArrayList<>();
        private final CountDownLatch holds = new CountDownLatch(1);

        Server(String... answers) throws IOException {
            this.answers = new ArrayDeque<>(Arrays.asList(answers));
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread thread = new Thread(this::serve, "hostile-book");
            thread.setDaemon(true);
            thread.start();
        }

        private void serve() {
            try {
                while (true) {
                    Socket connection = socket.accept();
                    heads.add(head(connection.getInputStream()));
                    if (answers.isEmpty()) {
                        held.add(connection);
                        holds.countDown();
                    } else {
                        connection.getOutputStream().write(answers.poll().getBytes(StandardCharsets.UTF_8));
                        connection.getOutputStream().flush();
                        connection.close();
                    }
                }
            } catch (IOException closed) {
                // The test is over.
                holds.countDown();
            }
        }

        private static String head(InputStream in) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return head.toString();
                }
                head.append((char) next);
            }
            return head.toString();
        }

        String url() {
            return "http://127.0.0.1:" + socket.getLocalPort() + "/o/{scope}";
        }

        @Override
        public void close() throws IOException {
            socket.close();
            for (Socket each : held) {
                each.close();
            }
        }
    }

    private static String receipt(String state, String last, String effect, String payload) {
        return "{\"state\":\"" + state + "\",\"final\":" + last + ",\"effect_id\":" + effect + ",\"payload_sha256\":" + payload + "}";
    }

    private static String answer(String status, String more, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n" + more + "\r\n" + body;
    }

    private static String ok(String body) {
        return answer("200 OK", "", body);
    }

    private static HttpReceipts book(Book absence, Server server) {
        return new HttpReceipts(ReceiptUrl.of(server.url()), List.of(new Header("Authorization", "Bearer x")), absence);
    }

    private static LookupAnswer ask(Book absence, Server server) {
        return book(absence, server).lookUp(Asking.lookup(REQUEST, new Cancellation()));
    }

    private static String asked(Book absence, int requests, String... answers) throws IOException {
        try (Server server = new Server(answers)) {
            String said = Asking.said(ask(absence, server));
            assertEquals(requests, server.heads.size(), server.heads.toString());
            server.heads.forEach(head -> assertTrue(head.contains("\r\nAuthorization: Bearer x\r\n"), head));
            return said;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"201 Created", "204 No Content", "202 Accepted", "302 Found", "400 Bad Request", "404 Not Found", "410 Gone",
        "429 Too Many Requests", "500 Broken", "503 Busy"})
    void a_receipt_under_another_status_is_none(String status) throws IOException {
        String body = receipt("completed", "true", "7", DIGEST);
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, answer(status, "Location: /elsewhere\r\n", body)));
        assertEquals("unavailable valid", asked(Book.FINAL, 1, answer(status, "Location: /elsewhere\r\n", body)));
    }

    @Test
    void what_is_cut_malformed_or_too_long_is_none() throws IOException {
        String whole = receipt("completed", "true", "7", DIGEST);
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1,
                "HTTP/1.1 200 OK\r\nContent-Length: " + (whole.length() + 1) + "\r\n\r\n" + whole));
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, "HTTP/1.1 200 OK\r\nContent-Len"));
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, "garbage\r\n\r\n" + whole));
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, ""));
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, ok(whole + " ".repeat(ReceiptObject.BYTES))));
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, answer("200 OK", "Content-Encoding: gzip\r\n", "\u001f\u008b")));
    }

    @Test
    void a_completed_receipt_needs_its_effect_and_our_payload() throws IOException {
        assertEquals("completed {\"state\":\"completed\",\"effect_id\":7}",
                asked(Book.CLAIMS, 1, ok(receipt("completed", "true", "7", DIGEST))));
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, ok(receipt("completed", "true", "null", DIGEST))));
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, ok(receipt("completed", "true", "7", "null"))));
        String another = "\"" + "0a".repeat(32) + "\"";
        for (String state : List.of("completed", "rejected", "pending")) {
            assertEquals("conflict", asked(Book.CLAIMS, 1, ok(receipt(
                    state, state.equals("pending") ? "false" : "true", state.equals("completed") ? "7" : "null", another))), state);
        }
    }

    @Test
    void a_receipt_that_contradicts_itself_is_none_and_closes_nothing() throws IOException {
        assertEquals("unavailable valid", asked(Book.FINAL, 1, ok(receipt("absent", "false", "7", "null"))));
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, ok(receipt("rejected", "true", "7", DIGEST))));
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, ok(receipt("completed", "true", "-7", DIGEST))));
        assertEquals("unavailable valid", asked(Book.FINAL, 2, ok(ABSENT), ok(receipt("closed", "true", "7", "null"))));
    }

    @Test
    void trailers_without_an_end_are_left() throws IOException {
        String chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n";
        assertEquals("unavailable valid", asked(Book.CLAIMS, 1, chunks + "T: 1\r\n".repeat(ResponseInput.HEAD_BYTES / 6 + 1)));
    }

    @ParameterizedTest
    @EnumSource(Cancellation.Cause.class)
    void nothing_is_closed_once_the_look_up_is_over(Cancellation.Cause cause) throws Exception {
        Cancellation cancellation = new Cancellation();
        try (Server server = new Server(
                answer("200 OK", "Retry-After: 7\r\n", ABSENT), ok(receipt("closed", "true", "null", "null")))) {
            // The last thing before the closing is that the hint is compared to the clock: so the answer was heard whole.
            LookupAnswer said = book(Book.FINAL, server).in(new Surroundings(SystemTime.waiter(), () -> {
                cancellation.request(cause);
                return Instant.EPOCH;
            }, Hosts.SYSTEM)).lookUp(Asking.lookup(REQUEST, cancellation));
            assertEquals("unavailable valid", Asking.said(said));
            assertEquals("closing: no answer: " + cause.name().toLowerCase(Locale.ROOT), said.said().orElseThrow().utf8());
            assertEquals(1, server.heads.size(), server.heads.toString());
        }
    }

    @Test
    void an_absence_is_final_only_once_the_receiver_said_that_the_key_is_closed() throws IOException {
        assertEquals("absent", asked(Book.FINAL, 2, ok(ABSENT), ok(receipt("closed", "true", "null", "null"))));
        assertEquals("unavailable valid", asked(Book.FINAL, 2, ok(ABSENT), ok(ABSENT)));
        assertEquals("unavailable valid", asked(Book.FINAL, 2, ok(ABSENT), answer("405 No", "", "{}")));
        assertEquals("unavailable valid", asked(Book.FINAL, 2, ok(ABSENT), ""));
        assertEquals("pending", asked(Book.FINAL, 2, ok(ABSENT), ok(receipt("pending", "false", "null", DIGEST))));
        assertEquals("completed {\"state\":\"completed\",\"effect_id\":9}",
                asked(Book.FINAL, 2, ok(ABSENT), ok(receipt("completed", "true", "9", DIGEST))));
        assertEquals("conflict", asked(Book.FINAL, 2, ok(ABSENT), ok(receipt("completed", "true", "9", "\"" + "0a".repeat(32) + "\""))));
    }

    @Test
    void the_requests_are_a_get_with_the_payload_and_a_delete_without() throws IOException {
        try (Server server = new Server(ok(ABSENT), ok(receipt("closed", "true", "null", "null")))) {
            ask(Book.FINAL, server);
            String target = "/o/acme%2Forders%20%C3%A9?key=order-17%20%26%20more";
            assertEquals(List.of("GET " + target + "&payload_sha256=" + REQUEST.content().sha256().hex() + " HTTP/1.1",
                    "DELETE " + target + " HTTP/1.1"), server.heads.stream().map(head -> head.substring(0, head.indexOf("\r\n"))).toList());
            server.heads.forEach(head -> assertTrue(!head.contains("Idempotency-Key"), head));
        }
    }

    @Test
    void a_hint_is_read_from_a_pending_receipt_and_from_any_refusal() throws IOException {
        try (Server server = new Server(
                answer("200 OK", "Retry-After: 7\r\n", receipt("pending", "false", "null", DIGEST)),
                answer("503 Busy", "retry-after-ms: 1500\r\n", ""), answer("200 OK", "Retry-After: soon\r\n", ABSENT))) {
            assertEquals(Optional.of(Duration.ofSeconds(7)), ((LookupAnswer.Pending) ask(Book.CLAIMS, server)).retryAfter());
            assertEquals(Optional.of(Duration.ofMillis(1_500)), ((LookupAnswer.Unavailable) ask(Book.CLAIMS, server)).retryAfter());
            assertEquals("absent", Asking.said(ask(Book.CLAIMS, server)));
        }
    }

    @Test
    void a_book_that_says_nothing_is_left_when_it_is_asked_to_be() throws Exception {
        try (Server server = new Server()) {
            Cancellation cancellation = new Cancellation();
            LookupAnswer[] said = new LookupAnswer[1];
            Thread asking = new Thread(() -> said[0] = new HttpReceipts(ReceiptUrl.of(server.url()), List.of(), Book.CLAIMS)
                    .lookUp(Asking.lookup(REQUEST, cancellation)));
            asking.start();
            assertTrue(server.holds.await(60, TimeUnit.SECONDS), "asked");
            cancellation.request(Cancellation.Cause.CANCELLED);
            asking.join();
            assertEquals("no answer: cancelled", said[0].said().orElseThrow().utf8());
        }
    }
}
