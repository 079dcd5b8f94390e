// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static dev.counterfoil.journal.record.AttemptKind.FAILOVER;
import static dev.counterfoil.journal.record.AttemptKind.FRESH;
import static dev.counterfoil.journal.record.AttemptKind.REDELIVERY;
import static dev.counterfoil.journal.record.AttemptKind.RETRY;
import static dev.counterfoil.scheduler.admission.Story.F;
import static dev.counterfoil.scheduler.admission.Story.G;
import static dev.counterfoil.scheduler.admission.Story.P;
import static dev.counterfoil.scheduler.admission.Story.charge;
import static dev.counterfoil.scheduler.admission.Story.limits;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The published ledger scenarios, by their numbers. */
class LedgerRowsTest {
    private static final Limits UNBOUNDED = Limits.unbounded();

    @Test
    void T10_three_classes_are_safe_and_all_codes_differ() {
        Set<OutcomeClass> safe = Arrays.stream(OutcomeClass.values()).filter(OutcomeClass::isSafe).collect(Collectors.toSet());
        assertEquals(
                EnumSet.of(
                        OutcomeClass.NOT_DISPATCHED, OutcomeClass.REJECTED_BEFORE_PROCESSING, OutcomeClass.PROVIDER_REPORTED_RETRYABLE),
                safe);
        // Upstream has five; rejected_permanently is ours, and it is not safe to repeat.
        assertEquals(6, Arrays.stream(OutcomeClass.values()).map(Coded::code).distinct().count());
    }

    @Test
    void T07_a_latency_of_zero_refuses_the_first_attempt() {
        Deadline deadline = Deadline.after(0, Story.START);
        Story story = new Story(Story.binding(UNBOUNDED, Story.order(P), deadline, Operation.UNDECLARED, Quote.ZERO));
        assertEquals(RefusalCode.DEADLINE_EXCEEDED, story.code(FRESH, P));
    }

    @Test
    void T18_a_cancelled_invocation_charges_nothing() {
        Story story = Story.of(UNBOUNDED, P).cancel();
        assertEquals(Refusal.of(RefusalCode.CANCELLED), story.refused(FRESH, P, charge(10, 10, 10)));
        assertEquals(Totals.ZERO, story.ledger().totals());
    }

    @Test
    void T19_before_the_deadline_an_attempt_is_admitted() {
        Story.until(100, UNBOUNDED, P).at(99).attempt(FRESH, P);
    }

    @Test
    void T20_the_deadlines_own_instant_is_too_late() {
        assertEquals(RefusalCode.DEADLINE_EXCEEDED, Story.until(100, UNBOUNDED, P).at(100).code(FRESH, P));
    }

    @Test
    void T21_cancelled_comes_before_the_deadline_and_the_calls() {
        Story story = Story.until(100, limits(1, 0, 0), P).safe(FRESH, P).cancel().at(200);
        assertEquals(RefusalCode.CANCELLED, story.code(RETRY, P));
    }

    /** Upstream asks for two fresh attempts; ours knows that the second one is not the first, and says the calls before that. */
    @Test
    void T22_one_call_is_one_call() {
        Story story = Story.of(limits(1, 9, 9), P).safe(FRESH, P);
        assertEquals(Refusal.count(RefusalCode.CALLS_EXHAUSTED, 1), story.refused(FRESH, P, charge(0, 0, 0)));
        assertEquals(1, story.ledger().totals().calls());
    }

    @ParameterizedTest
    @EnumSource(value = OutcomeClass.class, names = {"UNCERTAIN", "COMPLETED_WITH_RESPONSE", "REJECTED_PERMANENTLY"})
    void T23_a_retry_after_an_outcome_that_is_not_safe_is_refused(OutcomeClass prior) {
        Story story = Story.of(UNBOUNDED, P).attempt(FRESH, P).outcome(prior);
        Refusal refusal = story.refused(RETRY, P, charge(0, 0, 0));
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, refusal.code());
        assertEquals(Optional.of(prior), refusal.prior());
        assertEquals(0, story.ledger().totals().retries());
    }

    @Test
    void T23_a_retry_of_nothing_and_of_an_open_intent_is_refused() {
        Story story = Story.of(UNBOUNDED, P);
        assertEquals(Optional.empty(), story.refused(RETRY, P, charge(0, 0, 0)).prior());
        assertEquals(0, story.ledger().totals().calls());
        story.attempt(FRESH, P);
        assertEquals(Optional.of(OutcomeClass.UNCERTAIN), story.refused(RETRY, P, charge(0, 0, 0)).prior());
    }

    @Test
    void T26_a_fresh_attempt_is_the_first_whatever_came_of_that() {
        Refusal refusal = Story.of(UNBOUNDED, P).safe(FRESH, P).refused(FRESH, P, charge(0, 0, 0));
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, refusal.code());
        assertEquals(Optional.of(Story.SAFE), refusal.prior());
    }

    @Test
    void T27_one_retry_is_one_retry() {
        Story story = Story.of(limits(9, 1, 9), P).safe(FRESH, P).safe(RETRY, P);
        assertEquals(Refusal.count(RefusalCode.RETRIES_EXHAUSTED, 1), story.refused(RETRY, P, charge(0, 0, 0)));
        assertEquals(1, story.ledger().totals().retries());
    }

    @Test
    void T28_an_unsafe_prior_comes_before_an_exhausted_count() {
        Story story = Story.of(limits(9, 0, 0), P, F).attempt(FRESH, P).outcome(OutcomeClass.UNCERTAIN);
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, story.code(RETRY, P));
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, story.code(FAILOVER, F));
    }

    @Test
    void T29_the_calls_come_before_the_retries() {
        assertEquals(RefusalCode.CALLS_EXHAUSTED, Story.of(limits(1, 0, 0), P).safe(FRESH, P).code(RETRY, P));
    }

    @Test
    void T30_a_failover_counts_as_a_call_and_a_failover() {
        Story story = Story.of(UNBOUNDED, P, F).safe(FRESH, P, charge(5, 5, 5)).attempt(FAILOVER, F, charge(5, 5, 5));
        assertEquals(1, story.newestIntent().ordinal());
        assertEquals(new Totals(2, 0, 1, 10, 10, 10, 20, 40), story.ledger().totals());
    }

    @Test
    void T31_failover_is_no_escape_from_a_doubt() {
        Story story = Story.of(UNBOUNDED, P, F).attempt(FRESH, P).outcome(OutcomeClass.UNCERTAIN);
        Refusal refusal = story.refused(FAILOVER, F, charge(0, 0, 0));
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, refusal.code());
        assertEquals(Optional.of(OutcomeClass.UNCERTAIN), refusal.prior());
    }

    @Test
    void T32_a_failover_past_the_next_provider_is_out_of_order() {
        Story story = Story.of(UNBOUNDED, P, F, G).safe(FRESH, P);
        assertEquals(Refusal.outOfOrder(1, F, G), story.refused(FAILOVER, G, charge(0, 0, 0)));
    }

    @Test
    void T33_a_failover_to_a_provider_that_is_not_cleared_is_refused() {
        ProviderSlot locked = new ProviderSlot(F, Clearance.NOT_CLEARED, Ceiling.unbounded(), Optional.empty());
        Story story = new Story(Story.binding(UNBOUNDED, List.of(ProviderSlot.cleared(P), locked))).safe(FRESH, P);
        assertEquals(Refusal.notCleared(F), story.refused(FAILOVER, F, charge(0, 0, 0)));
    }

    @Test
    void T34_the_number_of_failovers_comes_before_the_order() {
        Story story = Story.of(limits(9, 9, 1), P, F, G).safe(FRESH, P).safe(FAILOVER, F);
        assertEquals(Refusal.count(RefusalCode.FAILOVERS_EXHAUSTED, 1), story.refused(FAILOVER, G, charge(0, 0, 0)));
        assertEquals(RefusalCode.FAILOVERS_EXHAUSTED, story.code(FAILOVER, P));
    }

    @Test
    void T35_a_failover_to_where_we_are_is_out_of_order() {
        Story story = Story.of(UNBOUNDED, P, F, G).safe(FRESH, P).safe(FAILOVER, F);
        assertEquals(Refusal.outOfOrder(2, G, F), story.refused(FAILOVER, F, charge(0, 0, 0)));
    }

    @Test
    void T36_an_attempts_tokens_are_allowed_up_to_their_ceilings() {
        Limits limits = UNBOUNDED.with(Dimension.MAX_CONTEXT_TOKENS, 100).with(Dimension.MAX_OUTPUT_TOKENS, 50);
        assertEquals(
                Refusal.attempt(RefusalCode.CONTEXT_TOKENS_EXCEEDED, 101, 100), Story.of(limits, P).refused(FRESH, P, charge(101, 51, 0)));
        assertEquals(
                Refusal.attempt(RefusalCode.OUTPUT_TOKENS_EXCEEDED, 51, 50), Story.of(limits, P).refused(FRESH, P, charge(100, 51, 0)));
        Story.of(limits, P).attempt(FRESH, P, charge(100, 50, 0));
    }

    private static Story fullOfTokens() {
        Limits limits = UNBOUNDED.with(Dimension.MAX_AGGREGATE_TOKENS, 150).with(Dimension.MAX_CONTEXT_TOKENS, 100);
        return Story.of(limits, P).safe(FRESH, P, charge(50, 50, 0)).safe(RETRY, P, charge(30, 20, 0));
    }

    @Test
    void T38_tokens_are_allowed_up_to_the_aggregate() {
        assertEquals(Refusal.total(RefusalCode.AGGREGATE_TOKENS_EXHAUSTED, 1, 0), fullOfTokens().refused(RETRY, P, charge(1, 0, 0)));
    }

    @Test
    void T39_zero_fits_into_zero() {
        fullOfTokens().attempt(RETRY, P, charge(0, 0, 0));
    }

    @Test
    void T40_cost_is_allowed_up_to_its_ceiling() {
        Story story = Story.of(UNBOUNDED.with(Dimension.MAX_COST_MICROS, 1_000), P).safe(FRESH, P, charge(0, 0, 1_000));
        assertEquals(Refusal.total(RefusalCode.COST_EXHAUSTED, 1, 0), story.refused(RETRY, P, charge(0, 0, 1)));
    }

    /** Upstream refuses at admission; ours cannot build such a charge. */
    @Test
    void T41_a_negative_cost_is_no_charge() {
        assertThrows(IllegalArgumentException.class, () -> charge(0, 0, -1));
    }

    @Test
    void T42_a_failure_that_used_nothing_gives_nothing_back() {
        Limits limits = UNBOUNDED.with(Dimension.MAX_COST_MICROS, 100).with(Dimension.MAX_AGGREGATE_TOKENS, 100);
        Story story = Story.of(limits, P).attempt(FRESH, P, charge(10, 10, 30));
        assertEquals(30, story.ledger().totals().costMicros());
        story.outcome(Story.SAFE, Usage.of(0, 0, 0));
        assertEquals(30, story.ledger().totals().costMicros());
        story.attempt(RETRY, P, charge(1, 1, 1));
        assertEquals(new Totals(2, 1, 0, 11, 11, 31, 20, 40), story.ledger().totals());
    }

    /** Upstream asks for another fresh attempt; ours is not the first any more, so a retry after a free failure stands for it. */
    @Test
    void T43_an_answer_that_cost_nothing_reopens_nothing() {
        Story story = Story.of(UNBOUNDED.with(Dimension.MAX_COST_MICROS, 10), P)
                .attempt(FRESH, P, charge(0, 0, 10)).outcome(Story.SAFE, Usage.of(0, 0, 0));
        assertEquals(Refusal.total(RefusalCode.COST_EXHAUSTED, 1, 0), story.refused(RETRY, P, charge(0, 0, 1)));
        Story done = Story.of(UNBOUNDED.with(Dimension.MAX_COST_MICROS, 10), P)
                .attempt(FRESH, P, charge(0, 0, 10)).outcome(OutcomeClass.COMPLETED_WITH_RESPONSE, Usage.of(0, 0, 0));
        assertEquals(10, done.ledger().totals().costMicros());
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, done.code(FRESH, P));
    }

    /** The fold is the resumption: {@link Story#attempt} compares the promised ledger with the folded one at each step. */
    @Test
    void T44_a_resumed_ledger_equals_the_one_that_never_stopped() {
        Story story = Story.of(UNBOUNDED, P).safe(FRESH, P, charge(5, 5, 5)).safe(RETRY, P, charge(5, 5, 5));
        assertEquals(new Totals(2, 1, 0, 10, 10, 10, 20, 40), Ledger.of(story.state()).totals());
        assertEquals(1, Ledger.of(story.state()).retriesAtProvider());
    }

    @Test
    void T45_the_place_in_the_order_survives() {
        Story story = Story.of(UNBOUNDED, P, F, G).safe(FRESH, P).safe(FAILOVER, F).attempt(FAILOVER, G);
        assertEquals(2, story.newestIntent().ordinal());
    }

    /** Upstream takes ordinals 0 and 7 and goes on with 8; a gap is no journal of ours. */
    @Test
    void T46_ordinals_have_no_gap() {
        Story story = Story.of(UNBOUNDED, P).safe(FRESH, P);
        Admitted admitted = (Admitted) story.ask(RETRY, P, charge(0, 0, 0));
        assertEquals(1, admitted.ordinal());
        assertEquals(1, story.attempt(admitted).newestIntent().ordinal());
    }

    @Test
    void T47_a_refusal_uses_no_ordinal() {
        Story story = Story.of(UNBOUNDED.with(Dimension.MAX_COST_MICROS, 5), P).safe(FRESH, P);
        assertEquals(RefusalCode.COST_EXHAUSTED, story.refused(RETRY, P, charge(0, 0, 6)).code());
        assertEquals(1, story.attempt(RETRY, P).newestIntent().ordinal());
    }

    /** Upstream saturates, admits, and cannot recover; ours refuses what no canonical integer can hold. */
    @Test
    void T48_tokens_that_no_total_can_hold_are_refused_without_any_limit() {
        Story story = Story.of(UNBOUNDED, P);
        assertEquals(
                Refusal.total(RefusalCode.AGGREGATE_TOKENS_EXHAUSTED, Bounds.INTEGER + 1, Bounds.INTEGER),
                story.refused(FRESH, P, charge(Bounds.INTEGER, 1, 0)));
        story.safe(FRESH, P, charge(Bounds.INTEGER, 0, Bounds.INTEGER));
        assertEquals(RefusalCode.AGGREGATE_TOKENS_EXHAUSTED, story.refused(RETRY, P, charge(0, 1, 0)).code());
        assertEquals(RefusalCode.COST_EXHAUSTED, story.refused(RETRY, P, charge(0, 0, 1)).code());
        Charge bytes = new Charge(1, 0, 0, 0, Bounds.INTEGER - 9, 0, List.of());
        assertEquals(OptionalLong.of(Bounds.INTEGER - 10), story.refused(RETRY, P, bytes).remaining());
        assertTrue(story.ask(RETRY, P, charge(0, 0, 0)).isAdmitted());
    }

    private static Story gate(long ceiling) {
        return Story.of(UNBOUNDED.with(Dimension.MAX_COST_MICROS, ceiling), P);
    }

    /** Upstream's sibling gate over cumulative work; ours is {@code max_cost_micros} of the one ledger. */
    @Test
    void T49_the_cumulative_gate_admits_up_to_what_is_left() {
        assertTrue(gate(100).ask(FRESH, P, charge(0, 0, 0)).isAdmitted());
        assertTrue(gate(100).ask(FRESH, P, charge(0, 0, 100)).isAdmitted());
        assertEquals(RefusalCode.COST_EXHAUSTED, gate(100).refused(FRESH, P, charge(0, 0, 101)).code());
        Story story = gate(100).safe(FRESH, P, charge(0, 0, 60));
        assertEquals(Refusal.total(RefusalCode.COST_EXHAUSTED, 41, 40), story.refused(RETRY, P, charge(0, 0, 41)));
        assertEquals(100, story.attempt(RETRY, P, charge(0, 0, 40)).ledger().totals().costMicros());
    }

    /** As T49; an intent without an answer leads on by a verdict only. */
    @Test
    void T50_an_intent_without_an_answer_stays_charged() {
        Story story = gate(100).attempt(FRESH, P, charge(0, 0, 90))
                .verdict(VerdictKind.NOT_APPLIED);
        assertEquals(
                Refusal.total(RefusalCode.COST_EXHAUSTED, 20, 10),
                story.refused(REDELIVERY, P, charge(0, 0, 20)));
        story.attempt(REDELIVERY, P, charge(0, 0, 10));
    }

    /** As T49. */
    @Test
    void T51_the_cumulative_gate_adds_up_intents() {
        Story story = gate(100).safe(FRESH, P, charge(0, 0, 30)).safe(RETRY, P, charge(0, 0, 25)).safe(RETRY, P, charge(0, 0, 0));
        assertEquals(55, story.ledger().totals().costMicros());
        assertEquals(OptionalLong.of(45), story.refused(RETRY, P, charge(0, 0, 46)).remaining());
    }
}
