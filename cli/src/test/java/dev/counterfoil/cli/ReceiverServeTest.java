// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process: killed while it is asked and started again, and told to end. */
@Tag("once")
final class ReceiverServeTest {
    private static final int OPERATIONS = 60;

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    /** A server that said where it listens. */
    private record Serving(Process process, URI address) implements AutoCloseable {
        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private Serving serve() throws IOException {
        Process process = new Cli(directory).startHearingInterrupts(ProcessBuilder.Redirect.PIPE, "receiver", "serve", "--db", "r.db");
        String line = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertTrue(String.valueOf(line).matches("\\{\"listening\":\"http://127\\.0\\.0\\.1:[0-9]+\"\\}"), line);
        return new Serving(process, URI.create(line.split("\"")[3]));
    }

    private HttpResponse<String> delivered(URI address, String key) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(address.resolve("/v1/operations/acme")).header("Idempotency-Key", "\"" + key + "\"")
                .POST(HttpRequest.BodyPublishers.ofString("quantity=1")).build(), HttpResponse.BodyHandlers.ofString());
    }

    private String asked(URI address, String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(address.resolve(path)).build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void told_to_end_it_ends_with_0_and_leaves_the_file_alone() throws IOException, InterruptedException {
        for (String signal : List.of("TERM", "INT")) {
            try (Serving serving = serve()) {
                delivered(serving.address(), signal);
                assertEquals(0, new ProcessBuilder("kill", "-" + signal, Long.toString(serving.process().pid())).start().waitFor());
                assertTrue(serving.process().waitFor(120, TimeUnit.SECONDS));
                assertEquals(0, serving.process().exitValue());
            }
        }
        assertEquals("2 effects\n", new Cli(directory).run("receiver", "count", "--db", "r.db").out());
    }

    /** Kills it at whatever it does while four clients deliver, then delivers everything again to a new one. */
    @Test
    void killed_under_load_and_started_again_it_has_one_effect_for_each_key_and_every_receipt_that_it_gave()
            throws IOException, InterruptedException {
        Set<String> told = ConcurrentHashMap.newKeySet();
        try (Serving serving = serve()) {
            AtomicInteger next = new AtomicInteger();
            CountDownLatch half = new CountDownLatch(OPERATIONS / 2);
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(CompletableFuture.runAsync(() -> deliver(serving.address(), next, half, told),
                        task -> new Thread(task).start()));
            }
            half.await();
            serving.process().destroyForcibly().waitFor();
            clients.forEach(CompletableFuture::join);
        }
        try (Serving again = serve()) {
            for (String receipt : told) {
                String key = receipt.split(" ")[0];
                HttpResponse<String> replay = delivered(again.address(), key);
                assertEquals(receipt, key + " " + replay.body());
                assertEquals(200, replay.statusCode());
            }
            for (int i = 0; i < OPERATIONS; i++) {
                assertTrue(Set.of(200, 201).contains(delivered(again.address(), "op-" + i).statusCode()));
            }
            assertEquals("{\"effects\":" + OPERATIONS + "}", asked(again.address(), "/v1/effects/count"));
        }
    }

    private void deliver(URI address, AtomicInteger next, CountDownLatch half, Set<String> told) {
        for (int i = next.getAndIncrement(); i < OPERATIONS; i = next.getAndIncrement()) {
            try {
                told.add("op-" + i + " " + delivered(address, "op-" + i).body());
            } catch (IOException | InterruptedException lost) {
                // The reply was lost: the same key again tells.
            }
            half.countDown();
        }
    }
}
