// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.receipts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.receiver.Effect;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.StandAloneDesk;
import dev.counterfoil.receiver.http.ReceiverServer;
import dev.counterfoil.receiver.http.ServerSettings;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands over a book: our own receiver, asked by {@code run} and by {@code recover} from the stored configuration. */
@Tag("once")
final class ReceiptsTest {
    private static final Operation OPERATION = Operation.of("shop", "order-17");
    private static final Payload REQUEST = Payload.utf8("{\"quantity\":1}");

    @TempDir
    private Path directory;

    private ReceiverFile file;
    private Receiver receiver;
    private ReceiverServer server;

    @BeforeEach
    void serve() {
        file = ReceiverFile.open(directory.resolve("r.db"));
        receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.parse("2026-01-01T00:00:00Z"));
        server = ReceiverServer.start(new StandAloneDesk(receiver), ServerSettings.LOOPBACK);
    }

    @AfterEach
    void close() {
        server.close();
        file.close();
    }

    /** A program that loses its reply the first time and then says done. */
    private void spec(String doubt, String absence, int calls) throws IOException {
        Files.writeString(directory.resolve("spec.json"), """
                {"id": "order-17", "request": {"quantity": 1}, "limits": {"max_calls": %d}, "doubt": "%s", "backoff": {"kind": "none"},
                 "operation": {"contract": "receiver_idempotent", "scope": "shop", "key": "order-17"},
                 "providers": [{"id": "shop", "exec": ["sh", "-c", "test -e again && echo done && exit; touch again; exit 1"],
                   "receipts": {"url": "%s/v1/operations/{scope}", "absence": "%s"}}]}
                """.formatted(calls, doubt, server.address(), absence));
    }

    private String run(String... command) {
        Cli.Ended ended = new Cli(directory).run(command);
        String line = ended.lines().isEmpty() ? ended.err() : ended.lines().get(0);
        String word = "\"([a-z_]*)\"";
        return ended.status() + " " + line.replaceAll(
                ".*\"status\":" + word + ",\"reason\":" + word + ",\"business_state\":" + word + ".*\"attempts\":([0-9]*).*",
                "$1 $2 $3 $4");
    }

    private String spoken() {
        return run("run", "--journal", "j.db", "--spec", "spec.json");
    }

    @Test
    void a_receipt_settles_what_the_program_could_not_say() throws IOException {
        spec("reconcile", "claims", 1);
        receiver.deliver(new Delivery(OPERATION, REQUEST), Effect.NONE);
        assertEquals("0 settled completed confirmed 1", spoken());
        Cli.Ended again = new Cli(directory).run("run", "--journal", "j.db", "--spec", "spec.json");
        assertTrue(again.out().contains("\"response\":\"{\\\"state\\\":\\\"completed\\\",\\\"effect_id\\\":1}\""), again.out());
    }

    @Test
    void recover_asks_by_the_stored_configuration_and_adopts_what_came_since() throws IOException {
        spec("reconcile", "claims", 1);
        assertEquals("4 uncertain uncertain_outcome unknown 1", spoken());
        receiver.deliver(new Delivery(OPERATION, REQUEST), Effect.NONE);
        assertEquals("0 settled completed confirmed 1", run("recover", "--journal", "j.db"));
    }

    @Test
    void a_book_that_holds_nothing_lets_a_keyed_operation_be_sent_again_under_redeliver_only() throws IOException {
        spec("redeliver", "claims", 2);
        assertEquals("0 settled completed confirmed 2", spoken());
    }

    @Test
    void a_final_absence_is_closed_at_the_receiver_and_recorded_where_no_call_is_left() throws IOException {
        spec("reconcile", "final", 1);
        assertEquals("3 stopped calls_exhausted not_applied 1", spoken());
        assertEquals("closed", receiver.lookup(OPERATION).state().code());
    }

    @Test
    void another_payload_under_the_key_stays_uncertain_and_says_so() throws IOException {
        spec("reconcile", "claims", 2);
        receiver.deliver(new Delivery(OPERATION, Payload.utf8("other")), Effect.NONE);
        assertEquals("4 uncertain receipt_conflict unknown 1", spoken());
    }

    @Test
    void what_the_book_said_is_shown_with_payloads_only() throws IOException {
        spec("reconcile", "claims", 1);
        receiver.deliver(new Delivery(OPERATION, REQUEST), Effect.NONE);
        spoken();
        String plain = new Cli(directory).run("dump", "j.db", "order-17", "--format", "jsonl").out();
        String whole = new Cli(directory).run("dump", "j.db", "order-17", "--format", "jsonl", "--payloads").out();
        assertTrue(plain.contains("\"what\":\"lookup\"") && plain.contains("\"ground\":\"receipt\""), plain);
        assertFalse(plain.contains("effect_id"), plain);
        assertTrue(whole.contains("effect_id"), whole);
    }
}
