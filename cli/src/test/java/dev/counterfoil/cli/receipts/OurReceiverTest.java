// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.receipts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.http.Header;
import dev.counterfoil.http.HttpReceipts;
import dev.counterfoil.http.ReceiptUrl;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.receiver.Effect;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.StandAloneDesk;
import dev.counterfoil.receiver.http.ReceiverServer;
import dev.counterfoil.receiver.http.ServerSettings;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.receipt.Claim;
import dev.counterfoil.receiver.receipt.Claiming;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.lookup.Lookup;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.recovery.Book;
import dev.counterfoil.scheduler.time.Countdown;
import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The book of our own receiver, over HTTP, in each state that an operation can have there. */
@Timeout(240)
final class OurReceiverTest {
    private static final String SCOPE = "acme/orders é";
    private static final String KEY = "order-17 & more";
    private static final Bytes REQUEST = Bytes.utf8("quantity=1");
    private static final Payload PAYLOAD = Payload.of(REQUEST.toArray());
    private static final Operation OPERATION = Operation.of(SCOPE, KEY);

    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private ReceiverFile file;
    private Receiver receiver;
    private ReceiverServer server;

    @BeforeEach
    void serve() {
        file = ReceiverFile.open(directory.resolve("r.db"));
        receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE.retaining(Duration.ofHours(1)), now::get);
        server = ReceiverServer.start(new StandAloneDesk(receiver), ServerSettings.LOOPBACK);
    }

    @AfterEach
    void close() {
        server.close();
        file.close();
    }

    private HttpReceipts book(Book absence) {
        return new HttpReceipts(ReceiptUrl.of(server.address() + "/v1/operations/{scope}"), List.of(), absence);
    }

    private static Lookup lookup() {
        Lookup.Subject subject = new Lookup.Subject(
                new InvocationId("i"), 0, new ProviderId("p"), SCOPE, KEY, REQUEST.content(), 1 << 20);
        return new Lookup(subject, new Cancellation(), Countdown.of(SystemTime.ticker(), Optional.of(Duration.ofMinutes(2))));
    }

    private static String said(LookupAnswer answer) {
        String retention = answer instanceof LookupAnswer.Unavailable unavailable ? " " + unavailable.retention().code() : "";
        String response = answer instanceof LookupAnswer.Completed completed
                ? " " + completed.response().map(Bytes::utf8).orElse("nothing")
                : "";
        return answer.receipt().code() + retention + response;
    }

    private String claims() {
        return said(book(Book.CLAIMS).lookUp(lookup()));
    }

    private String closing() {
        return said(book(Book.FINAL).lookUp(lookup()));
    }

    @Test
    void a_completed_operation_is_told_with_the_body_that_a_repeated_delivery_is_answered() {
        receiver.deliver(new Delivery(OPERATION, PAYLOAD), Effect.NONE);
        assertEquals("completed {\"state\":\"completed\",\"effect_id\":1}", claims());
        assertEquals("completed {\"state\":\"completed\",\"effect_id\":1}", closing());
    }

    @Test
    void another_payload_under_the_key_is_a_conflict() {
        receiver.deliver(new Delivery(OPERATION, Payload.utf8("quantity=2")), Effect.NONE);
        assertEquals("conflict", claims());
        assertEquals("conflict", closing());
    }

    @Test
    void a_claim_is_pending_until_it_ends_and_nobody_closes_it() {
        Claim claim = ((Claiming.Claimed) receiver.claim(new Delivery(OPERATION, PAYLOAD), "worker")).claim();
        assertEquals("pending", claims());
        assertEquals("pending", closing());
        receiver.reject(claim, "out of stock");
        assertEquals("rejected", claims());
        assertEquals("rejected", closing());
    }

    @Test
    void an_expired_operation_is_unavailable_and_its_key_worth_nothing() {
        receiver.deliver(new Delivery(OPERATION, PAYLOAD), Effect.NONE);
        now.set(now.get().plus(Duration.ofHours(1)));
        assertEquals("unavailable expired", claims());
        assertEquals("unavailable expired", closing());
    }

    @Test
    void an_absent_key_stays_open_where_absence_is_a_claim_and_is_closed_where_it_is_final() {
        assertEquals("absent", claims());
        assertEquals("ABSENT", receiver.lookup(OPERATION).state().name());
        assertEquals("absent", closing());
        assertEquals("CLOSED", receiver.lookup(OPERATION).state().name());
        assertEquals("absent", closing());
        assertEquals("rejected", claims());
    }

    @Test
    void what_was_said_is_handed_on_and_nothing_is_printed() {
        LookupAnswer answer = book(Book.CLAIMS).lookUp(lookup());
        assertEquals("{\"state\":\"absent\",\"final\":false,\"effect_id\":null,\"payload_sha256\":null}",
                answer.said().orElseThrow().utf8());
        HttpReceipts secret = new HttpReceipts(
                ReceiptUrl.of("http://h/canary/{scope}"), List.of(new Header("Authorization", "canary")), Book.FINAL);
        assertFalse(secret.toString().contains("canary"), secret.toString());
    }

    @Test
    void nobody_there_is_unavailable() {
        server.close();
        LookupAnswer answer = book(Book.FINAL).lookUp(lookup());
        assertEquals("unavailable valid", said(answer));
        assertEquals("no answer: connection_refused", answer.said().orElseThrow().utf8());
    }

    @Test
    void a_header_of_ours_and_a_timeout_of_nothing_are_refused() {
        ReceiptUrl url = ReceiptUrl.of("http://h/{scope}");
        assertThrows(IllegalArgumentException.class, () -> new HttpReceipts(url, List.of(new Header("Host", "x")), Book.CLAIMS));
        assertThrows(IllegalArgumentException.class, () -> new HttpReceipts(url, List.of(), Book.CLAIMS).book(Duration.ZERO));
        assertTrue(new HttpReceipts(url, List.of(), Book.FINAL).book(Duration.ofSeconds(1)).absence() == Book.FINAL);
    }
}
