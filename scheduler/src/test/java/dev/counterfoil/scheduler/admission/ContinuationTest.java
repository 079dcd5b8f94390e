// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static dev.counterfoil.journal.record.AttemptKind.FAILOVER;
import static dev.counterfoil.journal.record.AttemptKind.FRESH;
import static dev.counterfoil.journal.record.AttemptKind.REDELIVERY;
import static dev.counterfoil.journal.record.AttemptKind.RETRY;
import static dev.counterfoil.scheduler.admission.Story.F;
import static dev.counterfoil.scheduler.admission.Story.G;
import static dev.counterfoil.scheduler.admission.Story.P;
import static dev.counterfoil.scheduler.admission.Story.limits;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.VerdictKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContinuationTest {
    private static final ProviderSlot LOCKED_F = new ProviderSlot(F, Clearance.NOT_CLEARED, Ceiling.unbounded(), Optional.empty());

    private static Proposal next(Story story) {
        return Continuation.next(story.ledger(), story.now(), WaitSource.NONE, Duration.ZERO);
    }

    private static Refusal refusal(Proposal proposal) {
        return assertInstanceOf(Decision.Refused.class, proposal.decision()).refusal();
    }

    /** Lets every attempt fail without effect until something refuses; says who was called, how, and why it ended. */
    private static List<String> failAll(Story story) {
        List<String> calls = new ArrayList<>();
        Proposal proposal = Continuation.fresh(story.ledger(), story.now(), Duration.ZERO);
        while (proposal.decision() instanceof Admitted admitted) {
            calls.add(admitted.kind().code() + " " + admitted.provider());
            story.attempt(admitted).outcome(OutcomeClass.NOT_DISPATCHED);
            proposal = next(story);
        }
        calls.add(refusal(proposal).code().code());
        return calls;
    }

    private static ProviderSlot priced(ProviderId id, long cost) {
        return new ProviderSlot(id, Clearance.CLEARED, Ceiling.unbounded(), Optional.of(new Quote(0, 0, cost)));
    }

    /** Upstream ends with alternatives exhausted; ours with the refusal of the retry, as nobody is left to turn to. */
    @Test
    void T68_retries_first_then_the_next_provider_and_the_end_is_the_refusal_of_the_retry() {
        Story story = Story.of(limits(10, 2, 1), P, F);
        assertEquals(List.of("fresh p", "retry p", "retry p", "failover f", "retries_exhausted"), failAll(story));
        assertEquals(4, story.ledger().totals().calls());
        assertEquals(24, story.ledger().totals().aggregateTokens());
        assertEquals(12, story.ledger().totals().costMicros());
    }

    @Test
    void T68_the_wait_is_asked_for_with_the_number_of_the_continuation_and_the_provider() {
        List<String> asked = new ArrayList<>();
        WaitSource waits = (kind, provider, n) -> {
            asked.add(n + ":" + kind.code() + ":" + provider);
            return Duration.ofMillis(n);
        };
        Story story = Story.of(limits(10, 2, 1), P, F).safe(FRESH, P);
        for (int n = 1; n <= 3; n++) {
            Proposal proposal = Continuation.next(story.ledger(), story.now(), waits, Duration.ZERO);
            assertEquals(Duration.ofMillis(n), proposal.delay());
            story.attempt((Admitted) proposal.decision()).outcome(Story.SAFE);
        }
        assertEquals(List.of("1:retry:p", "2:retry:p", "3:retry:p", "3:failover:f"), asked);
    }

    @Test
    void before_any_attempt_nothing_is_waited_for_and_no_wait_is_asked_for() {
        WaitSource unasked = (kind, provider, n) -> {
            throw new AssertionError("continuation " + n + " of nothing");
        };
        Story story = Story.of(limits(10, 2, 1), P, F);
        Proposal next = Continuation.next(story.ledger(), story.now(), unasked, Duration.ZERO);
        assertEquals(Duration.ZERO, next.delay());
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, ((Decision.Refused) next.decision()).refusal().code());
        assertEquals(Duration.ZERO, Continuation.redelivery(story.ledger(), story.now(), unasked, Duration.ZERO).delay());
    }

    /** Upstream: alternatives exhausted, because it looks the place up first. */
    @Test
    void T69_without_retries_and_without_another_provider_the_retry_is_refused() {
        assertEquals(List.of("fresh p", "retries_exhausted"), failAll(Story.of(limits(10, 0, 0), P)));
    }

    @Test
    void T70_without_failovers_the_failover_is_refused() {
        assertEquals(List.of("fresh p", "failovers_exhausted"), failAll(Story.of(limits(10, 0, 0), P, F)));
    }

    @Test
    void T71_a_provider_that_is_not_cleared_ends_it_and_the_one_behind_is_never_called() {
        List<ProviderSlot> order = List.of(ProviderSlot.cleared(P), LOCKED_F, ProviderSlot.cleared(G));
        assertEquals(List.of("fresh p", "provider_not_cleared"), failAll(new Story(Story.binding(limits(10, 0, 2), order))));
    }

    @Test
    void T72_exhausted_calls_never_become_a_failover() {
        assertEquals(List.of("fresh p", "calls_exhausted"), failAll(Story.of(limits(1, 2, 1), P, F)));
    }

    /** Upstream ends with alternatives exhausted, as in T68. */
    @Test
    void T73_a_fallback_gets_no_retry_once_the_invocations_are_used() {
        assertEquals(
                List.of("fresh p", "retry p", "failover f", "failover g", "retries_exhausted"),
                failAll(Story.of(limits(10, 1, 2), P, F, G)));
    }

    @Test
    void T74_exhausted_tokens_never_become_a_failover() {
        Story story = Story.of(limits(9, 9, 9).with(Dimension.MAX_AGGREGATE_TOKENS, 11), P, F).safe(FRESH, P, Story.charge(4, 2, 3));
        assertEquals(Refusal.total(RefusalCode.AGGREGATE_TOKENS_EXHAUSTED, 6, 5), refusal(next(story)));
    }

    @Test
    void T75_exhausted_money_never_becomes_a_failover() {
        Story story = Story.of(limits(9, 9, 9).with(Dimension.MAX_COST_MICROS, 5), P, F).safe(FRESH, P, Story.charge(4, 2, 3));
        assertEquals(Refusal.total(RefusalCode.COST_EXHAUSTED, 3, 2), refusal(next(story)));
    }

    @Test
    void a_providers_own_retries_turn_to_the_next_provider_which_has_its_own() {
        List<ProviderSlot> order = List.of(P, F).stream()
                .map(id -> new ProviderSlot(id, Clearance.CLEARED, Ceiling.of(1), Optional.empty())).toList();
        assertEquals(
                List.of("fresh p", "retry p", "failover f", "retry f", "provider_retries_exhausted"),
                failAll(new Story(Story.binding(Limits.unbounded(), order))));
    }

    @Test
    void an_empty_shared_budget_of_retries_stands() {
        Story story = Story.of(Limits.unbounded(), P, F).safe(FRESH, P);
        Ledger ledger = story.ledger().withSharedRetriesLeft(0);
        Proposal proposal = Continuation.next(ledger, story.now(), WaitSource.NONE, Duration.ZERO);
        assertEquals(RefusalCode.RETRY_BUDGET_EXHAUSTED, refusal(proposal).code());
        Proposal last = Continuation.next(story.ledger().withSharedRetriesLeft(1), story.now(), WaitSource.NONE, Duration.ZERO);
        assertEquals(0, ((Admitted) last.decision()).after().sharedRetriesLeft().orElseThrow());
    }

    @Test
    void a_failure_that_is_permanent_for_the_provider_fails_over_without_spending_a_retry() {
        Story story = Story.of(limits(9, 9, 9), P, F).attempt(FRESH, P).commandMissing();
        Admitted admitted = (Admitted) next(story).decision();
        assertEquals(List.of(FAILOVER, F), List.of(admitted.kind(), admitted.provider()));
        story.attempt(admitted).commandMissing();
        assertEquals(Refusal.alternatives(2, 2), refusal(next(story)));
    }

    @Test
    void a_failure_that_is_permanent_for_the_last_provider_says_first_what_takes_precedence() {
        Story story = Story.of(limits(1, 9, 9), P).attempt(FRESH, P).commandMissing();
        assertEquals(RefusalCode.CALLS_EXHAUSTED, refusal(next(story)).code());
        assertEquals(RefusalCode.CANCELLED, refusal(next(story.cancel())).code());
        Story none = Story.of(limits(9, 9, 0), P).attempt(FRESH, P).commandMissing();
        assertEquals(RefusalCode.FAILOVERS_EXHAUSTED, refusal(next(none)).code());
    }

    @Test
    void nothing_follows_what_is_not_safe() {
        for (OutcomeClass outcome : OutcomeClass.values()) {
            Story story = Story.of(Limits.unbounded(), P, F).attempt(FRESH, P).outcome(outcome);
            boolean goesOn = next(story).decision().isAdmitted();
            assertEquals(outcome.isSafe(), goesOn, outcome.code());
        }
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, refusal(next(Story.of(Limits.unbounded(), P))).code());
    }

    @Test
    void with_an_open_redelivery_and_no_retry_left_there_is_no_failover() {
        Story story = Story.of(limits(9, 1, 9), P, F).attempt(FRESH, P).verdict(VerdictKind.REDELIVER);
        Proposal again = Continuation.redelivery(
                story.ledger(), story.now(), (kind, provider, n) -> Duration.ofMillis(10L * n), Duration.ZERO);
        assertEquals(Duration.ofMillis(10), again.delay());
        story.attempt((Admitted) again.decision()).outcome(Story.SAFE);
        assertEquals(REDELIVERY, story.newestIntent().kind());
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, refusal(next(story)).code());
    }

    @Test
    void A14_a_failover_is_charged_the_price_of_the_provider_that_is_called() {
        Story story = new Story(Story.binding(limits(9, 0, 9), List.of(priced(P, 2), priced(F, 5))));
        failAll(story);
        assertEquals(List.of(2L, 5L), story.state().attempts().toList().stream().map(a -> a.intent().charge().costMicros()).toList());
    }

    @Test
    void A34_a_free_provider_does_not_open_the_way_to_a_paid_one() {
        Limits limits = limits(9, 0, 9).with(Dimension.MAX_COST_MICROS, 0);
        Story story = new Story(Story.binding(limits, List.of(priced(P, 0), priced(F, 5)))).safe(FRESH, P);
        assertEquals(Refusal.total(RefusalCode.COST_EXHAUSTED, 5, 0), refusal(next(story)));
    }

    @Test
    void A35_a_failover_resets_no_count_and_nobody_is_called_twice() {
        assertEquals(
                List.of("fresh p", "retry p", "retry p", "failover f", "failover g", "retries_exhausted"),
                failAll(Story.of(limits(20, 2, 9), P, F, G)));
        assertEquals(
                List.of("fresh p", "retry p", "retry p", "failover f", "calls_exhausted"),
                failAll(Story.of(limits(4, 2, 9), P, F, G)));
    }

    @Test
    void A36_a_provider_without_clearance_is_no_border_to_step_over() {
        List<ProviderSlot> order = List.of(ProviderSlot.cleared(P), LOCKED_F, ProviderSlot.cleared(G));
        Story story = new Story(Story.binding(limits(9, 0, 9), order)).safe(FRESH, P);
        assertEquals(Refusal.notCleared(F), refusal(next(story)));
        Refusal jump = story.refused(FAILOVER, G, Story.charge(0, 0, 0));
        assertEquals(Optional.of(F), jump.expected());
        assertEquals(Optional.of(G), jump.offered());
    }

    @ParameterizedTest
    @CsvSource({"9,0,1", "9,1,2", "9,2,3", "1,9,1", "2,9,2", "4,9,4"})
    void A55_retries_are_not_attempts(long maxCalls, long maxRetries, int calls) {
        assertEquals(calls, failAll(Story.of(limits(maxCalls, maxRetries, 0), P)).size() - 1);
    }

    @Test
    void A18_a_hint_that_does_not_fit_is_refused_at_once_and_nobody_else_is_called() {
        WaitSource hint = (kind, provider, n) -> Duration.ofSeconds(kind == FAILOVER ? 0 : 60);
        Story story = Story.until(30_000, Limits.unbounded(), P, F).safe(FRESH, P);
        Proposal proposal = Continuation.next(story.ledger(), story.now(), hint, Duration.ZERO);
        assertEquals(Refusal.delay(60_000), refusal(proposal));
        assertEquals(1, story.ledger().totals().calls());
    }

    @Test
    void a_failover_waits_its_own_backoff_only() {
        WaitSource hint = (kind, provider, n) -> Duration.ofSeconds(kind == RETRY ? 60 : 1);
        Story story = Story.until(30_000, limits(9, 0, 9), P, F).safe(FRESH, P);
        Proposal proposal = Continuation.next(story.ledger(), story.now(), hint, Duration.ZERO);
        assertEquals(Duration.ofSeconds(1), proposal.delay());
        assertEquals(F, ((Admitted) proposal.decision()).provider());
    }

    @Test
    void a_charge_is_made_of_quote_request_and_response_bound() {
        Limits limits = Limits.unbounded().with(Dimension.MAX_RESPONSE_BYTES, 77);
        Story story = new Story(Story.binding(limits, Story.order(P)));
        Admitted admitted = (Admitted) Continuation.fresh(story.ledger(), story.now(), Duration.ZERO).decision();
        assertEquals(new Charge(1, 4, 2, 3, 10, 77, List.of()), admitted.charge());
    }
}
