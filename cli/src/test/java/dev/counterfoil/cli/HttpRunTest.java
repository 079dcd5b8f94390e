// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Endpoints called by real commands, killed and recovered; the secret is in no file and in nothing that is printed. */
@Tag("once")
final class HttpRunTest {
    private static final String CANARY = "cnry7secret";
    private static final String LACKING =
            "order-17: $.providers[0].http.headers.Authorization: the environment variable TOKEN is not set";
    private static final List<String> WITH_TOKEN = List.of("env", "TOKEN=" + CANARY);

    @TempDir
    private Path directory;

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final ExecutorService handlers = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(handlers);
        server.createContext("/done", exchange -> answer(exchange, 200, "done"));
        server.createContext("/slow", exchange -> answer(exchange, 429, ""));
        server.createContext("/hang", this::hang);
        server.start();
    }

    @AfterEach
    void stop() {
        released.countDown();
        server.stop(0);
        handlers.shutdownNow();
    }

    private void answer(HttpExchange exchange, int status, String text) throws IOException {
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        seen.add(exchange.getRequestMethod() + " " + key + " " + exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Says nothing to the first, and answers whoever comes when that one is gone. */
    private void hang(HttpExchange exchange) throws IOException {
        if (released.getCount() == 0) {
            answer(exchange, 200, "done");
            return;
        }
        seen.add("first " + exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    private void spec(String doubt, String... paths) throws IOException {
        List<String> providers = new ArrayList<>();
        for (String path : paths) {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
            providers.add("{\"id\":\"p" + providers.size() + "\",\"http\":{\"url\":\"" + url + "\","
                    + "\"headers\":{\"Authorization\":\"Bearer ${env:TOKEN}\"}}}");
        }
        Files.writeString(directory.resolve("s.json"), "{\"id\":\"order-17\",\"request\":{\"n\":1},\"doubt\":\"" + doubt + "\","
                + "\"operation\":{\"contract\":\"receiver_idempotent\",\"scope\":\"acme\",\"key\":\"k\\\"17\"},"
                + "\"limits\":{\"max_calls\":3,\"max_retries\":1,\"max_failovers\":1},\"backoff\":{\"kind\":\"none\"},"
                + "\"providers\":[" + String.join(",", providers) + "]}");
    }

    private Cli.Ended withToken(String... arguments) throws IOException {
        return new Cli(directory).runUnder(WITH_TOKEN, arguments);
    }

    private void nowhereIsTheSecret(Cli.Ended... endings) throws IOException {
        for (Cli.Ended ended : endings) {
            assertFalse((ended.out() + ended.err()).contains(CANARY), ended.toString());
        }
        try (Stream<Path> files = Files.walk(directory).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains(CANARY), file.toString());
            }
        }
    }

    @Test
    void an_endpoint_is_called_once_and_replayed_and_a_full_one_is_left_for_the_next() throws IOException {
        spec("strict", "/slow", "/done");
        Cli.Ended missing = new Cli(directory).runUnder(List.of("env", "-u", "TOKEN"), "run", "--journal", "j.db", "--spec", "s.json");
        assertEquals(2, missing.status());
        assertTrue(missing.err().contains(LACKING), missing.err());
        assertFalse(Files.exists(directory.resolve("j.db")));
        Cli.Ended first = withToken("run", "--journal", "j.db", "--spec", "s.json");
        assertEquals(0, first.status(), first.err());
        assertTrue(first.out().contains("\"status\":\"settled\"") && first.out().contains("\"provider\":\"p1\"")
                && first.out().contains("\"response\":\"done\""), first.out());
        String call = "POST \"k\\\"17\" Bearer " + CANARY + " {\"n\":1}";
        assertEquals(List.of(call, call, call), List.copyOf(seen));
        Cli.Ended again = withToken("run", "--journal", "j.db", "--spec", "s.json");
        assertTrue(again.out().contains("\"replayed\":true"), again.out());
        assertEquals(3, seen.size());
        String settled = Files.readString(directory.resolve("s.json"));
        Files.writeString(directory.resolve("two.jsonl"), settled.replace("order-17", "order-18").strip() + "\n" + settled);
        for (String spec : List.of("s.json", "two.jsonl")) {
            Cli.Ended without = new Cli(directory).runUnder(List.of("env", "-u", "TOKEN"), "run", "--journal", "j.db", "--spec", spec);
            assertEquals(again.out(), without.out(), without.err());
            assertEquals(spec.equals("s.json") ? 0 : 2, without.status(), without.err());
            assertEquals(spec.equals("s.json"), without.err().isEmpty(), without.err());
        }
        assertFalse(withToken("list", "j.db").out().contains("order-18"));
        nowhereIsTheSecret(missing, first, again, withToken("dump", "j.db", "--payloads"), withToken("plan", "--spec", "s.json"));
        assertEquals(0, new Cli(directory).runUnder(List.of("env", "-u", "TOKEN"), "plan", "--spec", "s.json").status());
    }

    @Test
    void killed_while_it_waits_for_an_answer_it_redelivers_under_the_same_key_with_the_secret_of_that_day()
            throws IOException, InterruptedException {
        spec("redeliver", "/hang");
        Cli cli = new Cli(directory);
        Process process = new ProcessBuilder(Stream.of(WITH_TOKEN, QuickStart.words(),
                List.of("run", "--journal", "j.db", "--spec", "s.json")).flatMap(List::stream).toList())
                .directory(directory.toFile()).redirectErrorStream(true).redirectOutput(directory.resolve("killed").toFile()).start();
        assertEquals("first \"k\\\"17\"", seen.poll(120, TimeUnit.SECONDS));
        process.destroyForcibly().waitFor();
        released.countDown();
        Cli.Ended missing = cli.runUnder(List.of("env", "-u", "TOKEN"), "recover", "--journal", "j.db");
        assertEquals(2, missing.status(), missing.err());
        assertTrue(missing.err().contains(LACKING), missing.err());
        assertTrue(seen.isEmpty());
        Cli.Ended recovered = withToken("recover", "--journal", "j.db");
        assertEquals(0, recovered.status(), recovered.err());
        assertTrue(recovered.out().contains("\"status\":\"settled\"") && recovered.out().contains("\"attempts\":2"), recovered.out());
        assertEquals(List.of("POST \"k\\\"17\" Bearer " + CANARY + " {\"n\":1}"), List.copyOf(seen));
        nowhereIsTheSecret(missing, recovered, withToken("dump", "j.db", "--payloads"), withToken("list", "j.db"));
    }
}
