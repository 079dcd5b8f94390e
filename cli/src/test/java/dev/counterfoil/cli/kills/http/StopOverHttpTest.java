// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.counterfoil.cli.Inside;
import dev.counterfoil.cli.kills.CommandProcess;
import dev.counterfoil.cli.kills.CommandProcess.Ran;
import dev.counterfoil.cli.kills.ReadJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The real command is stopped over HTTP, each time in four moments at once: before the first byte, after it, in the wait that a receiver
 * asked for, and in a look-up.
 */
@Tag("once")
class StopOverHttpTest {
    private static final List<String> IDS = List.of("before", "after", "wait", "lookup");
    private static final String UNCERTAIN = "uncertain uncertain_outcome unknown";
    private static final String CROWDED = "outcome provider_reported_retryable capacity_exceeded status";

    @TempDir
    private Path directory;

    private Stalling server;
    private Path journal;
    private final CountDownLatch waiting = new CountDownLatch(2);

    @BeforeEach
    void listen() throws IOException {
        server = new Stalling();
        journal = directory.resolve("j.db");
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private CommandProcess stalled(String limits, String... options) throws IOException {
        String spec = IDS.stream().map(id -> line(id, limits)).collect(Collectors.joining());
        Path file = Files.writeString(directory.resolve("spec.jsonl"), spec);
        List<String> arguments = new ArrayList<>(List.of(
                "run", "--journal", journal.toString(), "--spec", file.toString(), "--events", "--parallel", "4"));
        arguments.addAll(List.of(options));
        return CommandProcess.start(directory, arguments, line -> {
            boolean isAtTheDoor = line.is("event", "intent_committed") && line.invocation().equals("before");
            if (isAtTheDoor || line.is("event", "outcome_committed") && line.invocation().equals("wait")) {
                waiting.countDown();
            }
        });
    }

    private String line(String id, String limits) {
        String url = (id.equals("before") ? server.deaf() : server.address()) + "/v1/operations/" + id;
        String receipts = !id.equals("lookup") ? ""
                : ",\"receipts\":{\"url\":\"" + server.address() + "/v1/operations/{scope}\",\"timeout\":\"10m\"}";
        return "{\"id\":\"" + id + "\",\"request\":{\"n\":1},\"doubt\":\"reconcile\",\"limits\":{\"max_calls\":3" + limits + "},"
                + "\"operation\":{\"contract\":\"receiver_idempotent\",\"scope\":\"" + id + "\",\"key\":\"k\"},"
                + "\"providers\":[{\"id\":\"p\",\"http\":{\"url\":\"" + url + "\"}" + receipts + "}]}\n";
    }

    private void everybodyWaits() throws InterruptedException {
        waiting.await();
        server.come("POST", "after").join();
        server.come("GET", "lookup").join();
    }

    /** What the journal says from the first intent on. */
    private String records(String id) {
        return ReadJournal.of(journal).of(id).stream()
                .map(line -> List.of("record", "class", "category", "status", "reason", "what").stream()
                        .map(line::text).flatMap(Optional::stream).collect(Collectors.joining(" ")))
                .filter(text -> !text.startsWith("opening")).collect(Collectors.joining("; "));
    }

    private static String result(Ran ran, String id) {
        return ran.result(id).map(line -> List.of("status", "reason", "business_state").stream()
                .map(name -> line.text(name).orElse("null")).collect(Collectors.joining(" "))).orElse("no result");
    }

    private void isSeen(Ran ran, String id, String result, String records) {
        assertEquals(result + " | intent; " + records, result(ran, id) + " | " + records(id), id);
    }

    @Test
    void a_cancelled_attempt_ends_its_connection_at_once_while_the_others_go_on() throws Exception {
        try (CommandProcess process = stalled("")) {
            everybodyWaits();
            assertEquals(4, cancel("after"));
            assertEquals(4, cancel("lookup"));
            server.ended("POST", "after").join();
            server.ended("GET", "lookup").join();
            assertFalse(process.onExit().isDone(), "two of four were cancelled");
            assertEquals(4, cancel("before"), "an attempt is under way");
            assertEquals(0, cancel("wait"));
            Ran ran = process.await();
            assertEquals(4, ran.exit());
            isSeen(ran, "before", "stopped cancelled not_applied",
                    "cancellation; outcome not_dispatched cancelled; closing stopped cancelled");
            isSeen(ran, "after", UNCERTAIN, "cancellation; outcome uncertain cancelled");
            isSeen(ran, "wait", "stopped cancelled not_applied", CROWDED + "; cancellation; closing stopped cancelled");
            isSeen(ran, "lookup", UNCERTAIN, "outcome uncertain reset; cancellation; evidence lookup");
        }
    }

    private int cancel(String id) {
        return Inside.run("cancel", journal, id).status();
    }

    @ParameterizedTest
    @CsvSource({"TERM,143", "INT,130"})
    void after_a_signal_and_its_grace_connections_end_and_nothing_is_closed(String signal, int exit) throws Exception {
        try (CommandProcess process = stalled("", "--grace", "200ms")) {
            everybodyWaits();
            process.signal(signal);
            Ran ran = process.await();
            server.ended("POST", "after").join();
            server.ended("GET", "lookup").join();
            assertEquals(exit, ran.exit());
            isSeen(ran, "before", "no result", "outcome not_dispatched cancelled stopped_by_host");
            isSeen(ran, "after", UNCERTAIN, "outcome uncertain cancelled stopped_by_host");
            isSeen(ran, "wait", "no result", CROWDED);
            isSeen(ran, "lookup", UNCERTAIN, "outcome uncertain reset; evidence lookup");
        }
    }

    /** Nobody waits for what the deadline does not allow, so of the four three are given up when it comes. */
    @Test
    void at_the_deadline_what_is_under_way_is_given_up() throws Exception {
        try (CommandProcess process = stalled(",\"max_latency_millis\":10000")) {
            Ran ran = process.await();
            server.ended("POST", "after").join();
            server.ended("GET", "lookup").join();
            assertEquals(4, ran.exit());
            isSeen(ran, "before", "stopped deadline_exceeded not_applied",
                    "outcome not_dispatched timeout attempt_timeout; closing stopped deadline_exceeded");
            isSeen(ran, "after", UNCERTAIN, "outcome uncertain timeout attempt_timeout");
            isSeen(ran, "wait", "stopped delay_exceeds_deadline not_applied", CROWDED + "; closing stopped delay_exceeds_deadline");
            isSeen(ran, "lookup", UNCERTAIN, "outcome uncertain reset; evidence lookup");
        }
    }
}
