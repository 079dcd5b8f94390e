// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.Inside;
import dev.counterfoil.cli.kills.ReadJournal;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.StandAloneDesk;
import dev.counterfoil.receiver.http.ReceiverServer;
import dev.counterfoil.receiver.http.ServerSettings;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request that never arrived, and a book that closes the key: what the 410 that follows is worth, as the spec classes it. */
final class FinalAbsenceTest {
    private static final String LOST = "intent fresh; outcome uncertain; verdict not_applied receipt; intent redelivery; ";

    @TempDir
    private Path directory;

    private ReceiverFile file;
    private Receiver receiver;
    private ReceiverServer server;
    private Wire wire;

    @BeforeEach
    void serve() throws IOException {
        file = ReceiverFile.open(directory.resolve("r.db"));
        receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.parse("2026-01-01T00:00:00Z"));
        server = ReceiverServer.start(new StandAloneDesk(receiver), ServerSettings.LOOPBACK);
        wire = Wire.before(server.address());
    }

    @AfterEach
    void close() throws IOException {
        wire.close();
        server.close();
        file.close();
    }

    /** The first request is lost on the wire; the way of classing a 410 is the spec's. */
    private String run(String classing, int calls) throws IOException {
        Path journal = directory.resolve("j.db");
        Path spec = Files.writeString(directory.resolve("spec.json"), """
                {"id": "order-17", "request": {"quantity": 1}, "limits": {"max_calls": %d}, "doubt": "reconcile",
                 "backoff": {"kind": "none"},
                 "operation": {"contract": "receiver_idempotent", "scope": "shop", "key": "order-17"},
                 "providers": [
                   {"id": "shop", "max_retries": %d, %s "http": {"url": "%s/v1/operations/shop"},
                    "receipts": {"url": "%s/v1/operations/{scope}", "absence": "final"}},
                   {"id": "store", "http": {"url": "%s/v1/operations/store"}}]}
                """.formatted(calls, classing.isEmpty() ? calls : 1, classing, wire.address(), wire.address(), wire.address()));
        try (Halt lost = new Halt(HttpKill.at(Step.REQUEST_HELD, Victim.SENDER), journal, directory.resolve("r.db"))) {
            lost.goOn(Aftermath.CUT);
            wire.arm(lost);
            Cli.Ended ended = Inside.run("run", "--journal", journal, "--spec", spec);
            String word = "\"([a-z_]*)\"";
            return ended.status() + " " + ended.out().strip().replaceAll(".*\"status\":" + word + ",\"reason\":" + word
                    + ",\"business_state\":" + word + ".*\"attempts\":([0-9]*),\"provider\":" + word + ".*", "$1 $2 $3 $4 $5");
        }
    }

    private String wire() {
        return wire.sent().stream().map(sent -> sent.request().method() + " " + sent.request().scope()).collect(Collectors.joining(", "));
    }

    private String records() {
        return ReadJournal.of(directory.resolve("j.db")).of("order-17").stream()
                .map(line -> List.of("record", "kind", "class", "verdict", "ground", "status", "reason").stream()
                        .map(line::text).flatMap(Optional::stream).collect(Collectors.joining(" ")))
                .filter(text -> !text.startsWith("opening") && !text.startsWith("evidence"))
                .collect(Collectors.joining("; ")).replace("verdict not_applied not_applied", "verdict not_applied")
                .replaceAll("outcome uncertain (reset|status)", "outcome uncertain");
    }

    private long effects(String scope) {
        return receiver.countEffects(new OperationScope(scope));
    }

    @Test
    void a_410_that_is_permanent_stops_there_and_nothing_was_done() throws IOException {
        assertEquals("3 stopped permanent not_applied 2 shop", run("\"permanent_statuses\": [410],", 4));
        assertEquals("POST shop, GET shop, DELETE shop, POST shop", wire());
        assertEquals(LOST + "outcome rejected_permanently status; closing stopped permanent", records());
        assertEquals("closed", receiver.lookup(Operation.of("shop", "order-17")).state().code());
        assertEquals(0, effects("shop") + effects("store"));
    }

    @Test
    void a_410_that_is_a_rejection_leads_on_to_the_next_provider_which_does_it_once() throws IOException {
        assertEquals("0 settled completed confirmed 3 store", run("\"rejected_statuses\": [410],", 4));
        assertEquals("POST shop, GET shop, DELETE shop, POST shop, POST store", wire());
        assertEquals(LOST + "outcome rejected_before_processing status; intent failover; outcome completed_with_response; "
                + "closing settled completed", records());
        assertEquals(0, effects("shop"));
        assertEquals(1, effects("store"));
    }

    @Test
    void a_410_of_which_nothing_is_said_is_a_doubt_that_the_book_which_closed_the_key_ends_after_one_call() throws IOException {
        assertEquals("3 stopped permanent not_applied 2 shop", run("", 5));
        assertEquals("POST shop, GET shop, DELETE shop, POST shop, GET shop", wire());
        assertEquals(0, effects("shop") + effects("store"));
    }
}
