// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.http.Endpoint;
import dev.counterfoil.http.Header;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationResult;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Quoted, reserved, sent to one of two, observed: against real endpoints on the loopback. */
final class ChatModelTest {
    private static final PriceTable PRICES = PriceTable.EMPTY
            .with("small", Price.perMillion(1_000_000, 2_000_000))
            .with("large", Price.perMillion(10_000_000, 30_000_000));
    private static final ChatRequest REQUEST = ChatRequest.of("small", 100, ChatMessage.user("Why?")).orModel("large");
    private static final TokenCounter TEN = request -> OptionalLong.of(10);
    private static final Endpoint NOWHERE = Endpoint.of("http://127.0.0.1:1/v1/chat/completions");
    private static final long SMALL = 10 + 200;
    private static final long LARGE = 100 + 3_000;

    @TempDir
    private Path directory;

    private static ChatModel model(String name, ChatEndpoint endpoint) {
        return ChatModel.of(name, endpoint.endpoint(), PRICES).counting(TEN);
    }

    private static Invocation.Builder asked(ChatEndpoint primary, ChatEndpoint fallback) {
        return Invocation.of("chat-1")
                .request(REQUEST.bytes())
                .limit(Dimension.MAX_CALLS, 4)
                .limit(Dimension.MAX_RETRIES, 0)
                .backoff(Backoff.NONE)
                .provider(model("small", primary).provider("primary", REQUEST))
                .provider(model("large", fallback).provider("fallback", REQUEST));
    }

    private InvocationResult run(Invocation.Builder invocation) {
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("journal"))) {
            return runtime.run(invocation.build()).result();
        }
    }

    private static String spelled(InvocationResult result) {
        return result.status() + " " + result.reason() + " " + result.origin() + " attempts " + result.attempts() + " context "
                + result.totals().contextTokens() + " output " + result.totals().outputTokens() + " cost " + result.totals().costMicros();
    }

    private static ModelFault fault(Executable what) {
        return assertThrows(ModelException.class, what).fault();
    }

    @Test
    void a_quote_is_what_is_counted_all_that_may_be_written_and_their_price() {
        ChatModel small = ChatModel.of("small", NOWHERE, PRICES);
        long bytes = REQUEST.bytes().size();
        assertEquals(new Quote(bytes, 100, bytes + 200), small.quote(REQUEST));
        assertEquals(new Quote(10, 300, 10 + 600), small.counting(TEN).quote(REQUEST.with("n", "3")));
        assertEquals(new Quote(10, 100, LARGE), ChatModel.of("large", NOWHERE, PRICES).counting(TEN).quote(REQUEST));
    }

    @Test
    void what_cannot_be_quoted_is_refused_before_anything_is_made() {
        ChatModel small = ChatModel.of("small", NOWHERE, PRICES);
        assertEquals(ModelFault.MODEL_WITHOUT_PRICE, fault(() -> ChatModel.of("unknown", NOWHERE, PRICES)));
        assertEquals(ModelFault.MODEL_WITHOUT_PRICE, fault(() -> ChatModel.of("Small", NOWHERE, PRICES)));
        assertEquals(ModelFault.MODEL_NOT_ASKED, fault(() -> small.provider("p", ChatRequest.of("large", 1, ChatMessage.user("?")))));
        assertEquals(ModelFault.NOT_COUNTABLE, fault(() -> small.provider("p", REQUEST.with("tools", "[]"))));
        assertEquals(ModelFault.QUOTE_TOO_LARGE, fault(() -> small.counting(any -> OptionalLong.of(-1)).quote(REQUEST)));
        assertEquals(ModelFault.QUOTE_TOO_LARGE, fault(() -> small.counting(any -> OptionalLong.of(Bounds.INTEGER + 1)).quote(REQUEST)));
        assertEquals(ModelFault.QUOTE_TOO_LARGE,
                fault(() -> small.quote(ChatRequest.of("small", Bounds.INTEGER, ChatMessage.user("?")))));
    }

    @Test
    void A14_a_failover_has_its_own_quote_and_model_and_what_is_observed_beyond_it_counts() throws IOException {
        try (ChatEndpoint primary = new ChatEndpoint(ChatEndpoint.error(429, "rate_limit_exceeded"));
                ChatEndpoint fallback = new ChatEndpoint(ChatEndpoint.completion("large", 12, 100))) {
            InvocationResult result = run(asked(primary, fallback));
            assertEquals("SETTLED completed THIS_RUN attempts 2 context 22 output 200 cost " + (SMALL + LARGE + 20), spelled(result));
            assertEquals("blue", ChatReply.read(result.response().orElseThrow()).orElseThrow().text().orElseThrow());
            assertEquals(List.of(REQUEST.bytesFor("small").orElseThrow().utf8()), primary.requests());
            assertEquals(List.of(REQUEST.bytesFor("large").orElseThrow().utf8()), fallback.requests());
            assertEquals("SETTLED completed REPLAYED attempts 2 context 22 output 200 cost " + (SMALL + LARGE + 20),
                    spelled(run(asked(primary, fallback))));
            assertEquals(2, primary.requests().size() + fallback.requests().size());
        }
    }

    @Test
    void what_is_observed_below_the_quote_gives_nothing_back() throws IOException {
        try (ChatEndpoint primary = new ChatEndpoint(ChatEndpoint.completion("small", 1, 1)); ChatEndpoint fallback = new ChatEndpoint()) {
            String all = "SETTLED completed THIS_RUN attempts 1 context 10 output 100 cost " + SMALL;
            assertEquals(all, spelled(run(asked(primary, fallback))));
        }
    }

    @Test
    void A34_a_fallback_that_is_too_dear_is_refused_and_never_called() throws IOException {
        try (ChatEndpoint primary = new ChatEndpoint(ChatEndpoint.error(429, "rate_limit_exceeded"));
                ChatEndpoint fallback = new ChatEndpoint(ChatEndpoint.completion("large", 10, 100))) {
            InvocationResult result = run(asked(primary, fallback).limit(Dimension.MAX_COST_MICROS, SMALL + LARGE - 1));
            assertEquals("STOPPED cost_exhausted THIS_RUN attempts 1 context 10 output 100 cost " + SMALL, spelled(result));
            assertEquals(List.of(), fallback.requests());
        }
    }

    @Test
    void A6_a_spend_cap_that_is_reached_is_one_request_whatever_is_left_to_retry() throws IOException {
        try (ChatEndpoint primary = new ChatEndpoint(ChatEndpoint.error(429, "insufficient_quota"));
                ChatEndpoint fallback = new ChatEndpoint(ChatEndpoint.completion("large", 10, 100))) {
            InvocationResult result = run(asked(primary, fallback).limit(Dimension.MAX_RETRIES, 3));
            assertEquals("STOPPED permanent THIS_RUN attempts 1 context 10 output 100 cost " + SMALL, spelled(result));
            assertEquals(1, primary.requests().size());
            assertEquals(List.of(), fallback.requests());
        }
    }

    @Test
    void a_spend_cap_of_one_account_lets_another_answer_where_the_host_says_so() throws IOException {
        try (ChatEndpoint primary = new ChatEndpoint(ChatEndpoint.error(429, "insufficient_quota"));
                ChatEndpoint fallback = new ChatEndpoint(ChatEndpoint.completion("large", 10, 100))) {
            Invocation.Builder invocation = Invocation.of("chat-2")
                    .request(REQUEST.bytes())
                    .limit(Dimension.MAX_CALLS, 4)
                    .limit(Dimension.MAX_RETRIES, 0)
                    .provider(model("small", primary).errors(known -> known.rejected("insufficient_quota")).provider("primary", REQUEST))
                    .provider(model("large", fallback).provider("fallback", REQUEST));
            assertEquals("SETTLED completed THIS_RUN attempts 2 context 20 output 200 cost " + (SMALL + LARGE), spelled(run(invocation)));
            assertEquals(1, primary.requests().size());
        }
    }

    @Test
    void a_page_instead_of_a_completion_is_uncertain_and_nobody_else_is_called() throws IOException {
        try (ChatEndpoint primary = new ChatEndpoint(new ChatEndpoint.Said(200, "<html>")); ChatEndpoint fallback = new ChatEndpoint()) {
            InvocationResult result = run(asked(primary, fallback));
            assertEquals("UNCERTAIN uncertain_outcome THIS_RUN attempts 1 context 10 output 100 cost " + SMALL, spelled(result));
            assertEquals(List.of(), fallback.requests());
            run(asked(primary, fallback));
            assertEquals(1, primary.requests().size());
        }
    }

    @Test
    void a_provider_sends_nothing_but_the_request_that_it_was_quoted_for() throws IOException {
        try (ChatEndpoint primary = new ChatEndpoint(ChatEndpoint.completion("small", 1, 1))) {
            ChatRequest longer = ChatRequest.of("small", 100, ChatMessage.user("Why, and why not?"));
            InvocationResult result = run(Invocation.of("chat-3")
                    .request(longer.bytes())
                    .limit(Dimension.MAX_CALLS, 1)
                    .provider(model("small", primary).provider("primary", REQUEST)));
            assertEquals(OutcomeClass.NOT_DISPATCHED, result.lastOutcome().orElseThrow().outcomeClass());
            assertEquals(OutcomeReason.PROFILE_MISMATCH, result.lastOutcome().orElseThrow().reason().orElseThrow());
            assertEquals(List.of(), primary.requests());
        }
    }

    @Test
    void another_price_under_an_old_id_is_a_conflict_and_nobody_is_called() throws IOException {
        try (ChatEndpoint primary = new ChatEndpoint(ChatEndpoint.completion("small", 1, 1)); ChatEndpoint fallback = new ChatEndpoint()) {
            run(asked(primary, fallback));
            PriceTable dearer = PriceTable.EMPTY.with("small", Price.perMillion(2_000_000, 2_000_000));
            Invocation again = Invocation.of("chat-1")
                    .request(REQUEST.bytes())
                    .limit(Dimension.MAX_CALLS, 4)
                    .limit(Dimension.MAX_RETRIES, 0)
                    .provider(ChatModel.of("small", primary.endpoint(), dearer).counting(TEN).provider("primary", REQUEST))
                    .provider(model("large", fallback).provider("fallback", REQUEST))
                    .build();
            try (Counterfoil runtime = Counterfoil.open(directory.resolve("journal"))) {
                assertInstanceOf(RunOutcome.Conflicting.class, runtime.run(again));
            }
            assertEquals(1, primary.requests().size());
        }
    }

    @Test
    void a_doubt_about_what_only_reads_is_paid_for_again_where_the_host_says_so() throws IOException {
        try (ChatEndpoint primary = new ChatEndpoint(new ChatEndpoint.Said(500, "{}"), ChatEndpoint.completion("small", 10, 100));
                ChatEndpoint fallback = new ChatEndpoint()) {
            InvocationResult result = run(asked(primary, fallback)
                    .limit(Dimension.MAX_RETRIES, 1)
                    .operation(new Operation(Contract.READ_ONLY, Optional.empty(), Optional.empty()))
                    .doubt(DoubtProfile.REDELIVER));
            assertEquals("SETTLED completed THIS_RUN attempts 2 context 20 output 200 cost " + 2 * SMALL, spelled(result));
            assertEquals(List.of(), fallback.requests());
        }
    }

    @Test
    void the_configuration_is_what_calls_and_costs_and_holds_no_secret() {
        ChatModel plain = ChatModel.of("small", NOWHERE.headers(new Header("Authorization", "canary")), PRICES);
        ChatModel otherKey = ChatModel.of("small", NOWHERE.headers(new Header("Authorization", "x")), PRICES);
        assertEquals(plain.configuration(), otherKey.configuration());
        assertEquals(plain.configuration(), plain.counting(TEN).configuration());
        PriceTable dearer = PriceTable.EMPTY.with("small", Price.perMillion(1_000_001, 2_000_000));
        for (ChatModel other : List.of(
                ChatModel.of("small", NOWHERE, PRICES),
                ChatModel.of("large", NOWHERE.headers(new Header("Authorization", "canary")), PRICES),
                ChatModel.of("small", NOWHERE.headers(new Header("Authorization", "canary")), dearer),
                ChatModel.of("small", Endpoint.of("http://127.0.0.1:2/").headers(new Header("Authorization", "canary")), PRICES))) {
            assertNotEquals(plain.configuration(), other.configuration());
        }
        assertFalse(plain.toString().contains("canary"));
    }
}
