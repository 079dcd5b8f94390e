// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.receiver.Effect;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.receipt.ReceiptState;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The receiver's file asked and tended from the command line. */
final class ReceiverCommandTest {
    private static final Delivery DONE = new Delivery(Operation.of("acme", "done"), Payload.utf8("quantity=1"));
    private static final Delivery HELD = new Delivery(Operation.of("acme", "held"), Payload.utf8("quantity=1"));
    private static final Delivery OVER = new Delivery(Operation.of("other", "over"), Payload.utf8("quantity=1"));
    private static final String DIGEST = DONE.payload().digest().hex();

    @TempDir
    private Path directory;

    private Path db;

    @BeforeEach
    void fill() {
        db = directory.resolve("r.db");
        try (ReceiverFile file = ReceiverFile.open(db)) {
            Receiver receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH);
            receiver.deliver(DONE, Effect.NONE);
            receiver.claim(HELD, "worker-1");
            receiver.close(Operation.of("acme", "closed"));
            Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE.retaining(Duration.ofDays(1)), () -> Instant.EPOCH)
                    .deliver(OVER, Effect.NONE);
        }
    }

    private Cli.Ended asked(String command, Object... more) {
        Object[] words = new Object[more.length + 4];
        words[0] = "receiver";
        words[1] = command;
        words[2] = "--db";
        words[3] = db;
        System.arraycopy(more, 0, words, 4, more.length);
        return Inside.run(words);
    }

    private Cli.Ended named(String command, String scope, String key, Object... more) {
        Object[] words = new Object[more.length + 4];
        System.arraycopy(new Object[] {"--scope", scope, "--key", key}, 0, words, 0, 4);
        System.arraycopy(more, 0, words, 4, more.length);
        return asked(command, words);
    }

    private void assertTold(String line, Cli.Ended ended) {
        assertEquals(new Cli.Ended(0, line + "\n", ""), ended);
    }

    private void assertRefused(int status, String part, Cli.Ended ended) {
        assertEquals(status, ended.status(), ended.err());
        assertEquals("", ended.out());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().contains(part), ended.err());
    }

    @Test
    void lookup_says_what_get_says() {
        assertTold("{\"state\":\"completed\",\"final\":true,\"effect_id\":1,\"payload_sha256\":\"" + DIGEST + "\"}",
                asked("lookup", "--scope", "acme", "--key", "done", "--format", "json"));
        assertTold("{\"state\":\"conflict\",\"final\":true,\"effect_id\":null,\"payload_sha256\":\"" + DIGEST + "\"}",
                asked("lookup", "--scope", "acme", "--key", "done", "--payload-sha256", "0".repeat(64), "--format", "json"));
        assertTold("{\"state\":\"absent\",\"final\":false,\"effect_id\":null,\"payload_sha256\":null}",
                asked("lookup", "--scope", "acme", "--key", "none", "--format", "json"));
        assertTold("{\"state\":\"closed\",\"final\":true,\"effect_id\":null,\"payload_sha256\":null}",
                asked("lookup", "--scope", "acme", "--key", "closed", "--format", "json"));
        assertTold("{\"state\":\"expired\",\"final\":true,\"effect_id\":2,\"payload_sha256\":\"" + DIGEST + "\"}",
                asked("lookup", "--scope", "other", "--key", "over", "--format", "json"));
        assertTold("pending (may change), payload " + DIGEST + ", claimed by worker-1 at 1970-01-01T00:00:00Z (claim 1)",
                asked("lookup", "--scope", "acme", "--key", "held"));
    }

    @Test
    void count_counts_effects_of_all_scopes_or_one() {
        assertTold("{\"effects\":2}", asked("count", "--format", "json"));
        assertTold("1 effects", asked("count", "--scope", "acme"));
        assertTold("{\"effects\":0}", asked("count", "--scope", "none", "--format", "json"));
    }

    @Test
    void settle_ends_what_is_pending_once() {
        Object[] completed = {"--scope", "acme", "--key", "held", "--state", "completed", "--evidence", "seen in the shop"};
        String receipt = "completed (final), effect 3, payload " + DIGEST;
        assertTold("settled: " + receipt, asked("settle", completed));
        assertEndedBefore(receipt, asked("settle", completed));
        assertEndedBefore("completed (final), effect 1, payload " + DIGEST,
                asked("settle", "--scope", "acme", "--key", "done", "--state", "completed", "--evidence", "seen in the shop"));
        assertRefused(7, "conflict, the operation is completed already",
                asked("settle", "--scope", "acme", "--key", "held", "--state", "rejected", "--evidence", "e"));
        assertRefused(7, "unknown, no such operation",
                asked("settle", "--scope", "acme", "--key", "none", "--state", "rejected", "--evidence", "e"));
        assertRefused(3, "not_pending, the operation is closed",
                asked("settle", "--scope", "acme", "--key", "closed", "--state", "rejected", "--evidence", "e"));
        assertTold("3 effects", asked("count"));
    }

    /** Whether by a person or by a delivery: that this evidence is kept nowhere is said. */
    private void assertEndedBefore(String receipt, Cli.Ended ended) {
        assertEquals("0 it had ended so before: " + receipt + "\n", ended.status() + " " + ended.out());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().contains("this evidence was not kept"), ended.err());
    }

    @Test
    void serve_makes_no_file_where_it_cannot_listen() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            db = directory.resolve("new.db");
            assertRefused(6, "cannot be listened on", asked("serve", "--port", taken.getLocalPort()));
        }
        assertRefused(6, "cannot be listened on", asked("serve", "--host", "no.such.host.invalid"));
        assertFalse(Files.exists(db));
    }

    @Test
    void serve_that_cannot_say_where_it_listens_ends() throws IOException {
        Cli.Ended ended = new Cli(directory).runRedirected(">&-", "receiver", "serve", "--db", "r.db");
        assertEquals(1, ended.status(), ended.err());
        assertTrue(ended.err().contains("where it listens could not be written"), ended.err());
    }

    @Test
    void what_a_person_settles_is_kept_as_long_as_the_file_says() {
        assertEquals(0, asked("settle", "--scope", "acme", "--key", "held", "--state", "rejected", "--evidence", "none there").status());
        try (ReceiverFile file = ReceiverFile.existing(db)) {
            Receiver later = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.ofEpochMilli(Long.MAX_VALUE));
            assertEquals(Optional.of(Duration.ofDays(1)), later.retention());
            assertEquals(ReceiptState.EXPIRED, later.lookup(HELD.operation()).state());
            assertEquals(ReceiptState.COMPLETED, later.lookup(DONE.operation()).state(), "it ended before the file said so");
        }
    }

    @Test
    void retention_says_and_changes_how_long_receipts_are_kept() {
        assertTold("{\"retention_millis\":86400000}", asked("retention", "--format", "json"));
        assertTold("receipts are kept for 1500 ms from their commit", asked("retention", "--set", "1500ms"));
        assertTold("receipts are kept for 1500 ms from their commit", asked("retention"));
        assertTold("receipts are kept for ever", asked("retention", "--set", "forever"));
        assertTold("{\"retention_millis\":null}", asked("retention", "--format", "json"));
        assertRefused(2, "--set", asked("retention", "--set", "0ms"));
        assertRefused(2, "--set", asked("retention", "--set", "always"));
    }

    @Test
    void purge_erases_what_is_over_and_changes_no_answer() {
        assertTold("{\"purged\":1}", asked("purge", "--format", "json"));
        assertTold("purged 0 operations", asked("purge"));
        assertTold("expired (final), effect 2, payload " + DIGEST, asked("lookup", "--scope", "other", "--key", "over"));
        assertTold("2 effects", asked("count"));
    }

    @Test
    void a_file_that_is_none_of_the_receiver_s_is_6_and_none_is_made() throws IOException {
        db = directory.resolve("none.db");
        assertRefused(6, "missing", asked("count"));
        assertFalse(Files.exists(db));
        db = Files.writeString(directory.resolve("text"), "text ".repeat(200));
        for (String command : new String[] {"count", "purge", "serve"}) {
            assertRefused(6, "not_a_receiver", asked(command));
        }
    }

    @Test
    void misuses_are_one_line_that_shows_no_key() {
        assertRefused(2, "--scope: must not be empty", asked("lookup", "--scope", "", "--key", "canary"));
        assertRefused(2, "--key: must have at most 256 UTF-8 bytes", asked("lookup", "--scope", "a", "--key", "canary".repeat(50)));
        for (String command : new String[] {"lookup", "settle"}) {
            Object[] more = command.equals("settle") ? new Object[] {"--state", "completed", "--evidence", "e"} : new Object[0];
            assertRefused(2, "--scope: holds bytes that are no UTF-8", named(command, "a\ufffd", "canary", more));
            assertRefused(2, "--key: holds bytes that are no UTF-8", named(command, "a", "canary\ufffd", more));
        }
        assertRefused(2, "--scope: holds bytes that are no UTF-8", asked("count", "--scope", "\ufffd"));
        assertRefused(2, "--payload-sha256: ", asked("lookup", "--scope", "a", "--key", "b", "--payload-sha256", "canary"));
        assertRefused(2, "--state: must be completed or rejected",
                asked("settle", "--scope", "a", "--key", "b", "--state", "canary", "--evidence", "e"));
        assertRefused(2, "--evidence: must not be empty",
                asked("settle", "--scope", "a", "--key", "b", "--state", "completed", "--evidence", ""));
        assertRefused(2, "--retention: must be a duration", asked("serve", "--retention", "canary"));
        assertRefused(2, "--retention: must be longer than nothing", asked("serve", "--retention", "0ms"));
        assertRefused(2, "--port: must be 0 to 65535", asked("serve", "--port", "65536"));
        assertRefused(2, "--max-body: must be 0 to", asked("serve", "--max-body", "-1"));
        for (Cli.Ended ended : new Cli.Ended[] {Inside.run("receiver"), Inside.run("receiver", "frob"), asked("lookup", "--key", "k")}) {
            assertEquals(2, ended.status());
            assertEquals(1, ended.err().lines().count(), ended.err());
            assertFalse(ended.err().contains("canary"), ended.err());
        }
    }
}
