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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One dimension at a time: the limit, one more, and zero. */
class CeilingsTest {
    private enum Amount {
        CONTEXT(Dimension.MAX_CONTEXT_TOKENS, RefusalCode.CONTEXT_TOKENS_EXCEEDED),
        OUTPUT(Dimension.MAX_OUTPUT_TOKENS, RefusalCode.OUTPUT_TOKENS_EXCEEDED),
        AGGREGATE(Dimension.MAX_AGGREGATE_TOKENS, RefusalCode.AGGREGATE_TOKENS_EXHAUSTED),
        COST(Dimension.MAX_COST_MICROS, RefusalCode.COST_EXHAUSTED),
        REQUEST(Dimension.MAX_REQUEST_BYTES, RefusalCode.REQUEST_BYTES_EXCEEDED),
        RESPONSE(Dimension.MAX_RESPONSE_BYTES, RefusalCode.RESPONSE_BYTES_EXCEEDED),
        INPUT(Dimension.MAX_TOTAL_INPUT_BYTES, RefusalCode.TOTAL_INPUT_BYTES_EXHAUSTED),
        OUTPUT_BYTES(Dimension.MAX_TOTAL_OUTPUT_BYTES, RefusalCode.TOTAL_OUTPUT_BYTES_EXHAUSTED);

        private final Dimension dimension;
        private final RefusalCode code;

        Amount(Dimension dimension, RefusalCode code) {
            this.dimension = dimension;
            this.code = code;
        }

        boolean isTotal() {
            return this == AGGREGATE || this == COST || this == INPUT || this == OUTPUT_BYTES;
        }

        Charge charge(long amount) {
            return switch (this) {
                case CONTEXT, AGGREGATE -> new Charge(1, amount, 0, 0, 0, 0, List.of());
                case OUTPUT -> new Charge(1, 0, amount, 0, 0, 0, List.of());
                case COST -> new Charge(1, 0, 0, amount, 0, 0, List.of());
                case REQUEST, INPUT -> new Charge(1, 0, 0, 0, amount, 0, List.of());
                case RESPONSE, OUTPUT_BYTES -> new Charge(1, 0, 0, 0, 0, amount, List.of());
            };
        }

        Story story(long most) {
            return Story.of(Limits.unbounded().with(dimension, most), P);
        }

        Refusal refusal(long requested, long most) {
            return isTotal() ? Refusal.total(code, requested, most) : Refusal.attempt(code, requested, most);
        }
    }

    @ParameterizedTest
    @EnumSource(Amount.class)
    void the_limit_is_admitted_and_one_more_is_refused(Amount amount) {
        long greatest = amount == Amount.RESPONSE ? Bounds.RESPONSE_BYTES_AT_MOST : Bounds.INTEGER - 1;
        for (long most : new long[] {1, 7, greatest}) {
            assertTrue(amount.story(most).ask(FRESH, P, amount.charge(most)).isAdmitted());
            assertEquals(amount.refusal(most + 1, most), amount.story(most).refused(FRESH, P, amount.charge(most + 1)));
        }
    }

    @ParameterizedTest
    @EnumSource(Amount.class)
    void zero_fits_into_zero_and_nothing_else_does(Amount amount) {
        assertTrue(amount.story(0).ask(FRESH, P, amount.charge(0)).isAdmitted());
        assertEquals(amount.refusal(1, 0), amount.story(0).refused(FRESH, P, amount.charge(1)));
    }

    @ParameterizedTest
    @EnumSource(Amount.class)
    void a_total_holds_over_all_attempts_and_an_attempts_ceiling_over_each(Amount amount) {
        Story story = amount.story(10).safe(FRESH, P, amount.charge(7));
        if (amount.isTotal()) {
            assertEquals(amount.refusal(4, 3), story.refused(RETRY, P, amount.charge(4)));
            story.attempt(RETRY, P, amount.charge(3));
        } else {
            story.attempt(RETRY, P, amount.charge(10));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void calls_are_admitted_up_to_their_number(int most) {
        Story story = Story.of(limits(most, 99, 99), P).safe(FRESH, P);
        for (int i = 1; i < most; i++) {
            story.safe(RETRY, P);
        }
        assertEquals(Refusal.count(RefusalCode.CALLS_EXHAUSTED, most), story.refused(RETRY, P, Story.charge(0, 0, 0)));
    }

    @Test
    void an_invocation_without_a_limit_has_1024_attempts() {
        Story story = Story.of(Limits.unbounded(), P).safe(FRESH, P);
        for (int i = 1; i < Bounds.ATTEMPTS; i++) {
            story.safe(RETRY, P);
        }
        assertEquals(Refusal.count(RefusalCode.CALLS_EXHAUSTED, 1_024), story.refused(RETRY, P, Story.charge(0, 0, 0)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void retries_of_the_invocation_are_counted_over_all_providers(int most) {
        Story story = Story.of(limits(99, most, 99), P, F).safe(FRESH, P);
        for (int i = 0; i < most; i++) {
            story.safe(RETRY, P);
        }
        story.safe(FAILOVER, F);
        assertEquals(Refusal.count(RefusalCode.RETRIES_EXHAUSTED, most), story.refused(RETRY, F, Story.charge(0, 0, 0)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void retries_of_a_provider_are_counted_for_itself(int most) {
        List<ProviderSlot> order = List.of(P, F).stream()
                .map(id -> new ProviderSlot(id, Clearance.CLEARED, Ceiling.of(most), Optional.empty())).toList();
        Story story = new Story(Story.binding(Limits.unbounded(), order)).safe(FRESH, P);
        for (int i = 0; i < most; i++) {
            story.safe(RETRY, P);
        }
        assertEquals(Refusal.count(RefusalCode.PROVIDER_RETRIES_EXHAUSTED, most), story.refused(RETRY, P, Story.charge(0, 0, 0)));
        story.safe(FAILOVER, F);
        for (int i = 0; i < most; i++) {
            story.safe(RETRY, F);
        }
        assertEquals(RefusalCode.PROVIDER_RETRIES_EXHAUSTED, story.code(RETRY, F));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void failovers_are_admitted_up_to_their_number(int most) {
        Story story = Story.of(limits(99, 99, most), P, F, G, new ProviderId("h")).safe(FRESH, P);
        for (int i = 0; i < most; i++) {
            story.safe(FAILOVER, i == 0 ? F : G);
        }
        assertEquals(RefusalCode.FAILOVERS_EXHAUSTED, story.code(FAILOVER, most == 0 ? F : G));
    }

    @Test
    void a_redelivery_needs_a_verdict_and_counts_as_a_retry() {
        for (VerdictKind permitting : List.of(VerdictKind.NOT_APPLIED, VerdictKind.REDELIVER)) {
            Story story = Story.of(limits(9, 1, 0), P).attempt(FRESH, P);
            assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, story.code(REDELIVERY, P));
            story.verdict(permitting);
            assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, story.code(RETRY, P));
            story.attempt(REDELIVERY, P);
            assertEquals(1, story.ledger().totals().retries());
            assertEquals(1, story.ledger().retriesAtProvider());
            assertEquals(Optional.of(OutcomeClass.UNCERTAIN), story.newestIntent().prior());
            assertEquals(RefusalCode.RETRIES_EXHAUSTED, story.verdict(permitting).code(REDELIVERY, P));
        }
    }

    @Test
    void no_other_verdict_permits_a_redelivery_and_neither_does_a_safe_failure() {
        for (VerdictKind other : List.of(VerdictKind.COMPLETED, VerdictKind.ABANDONED)) {
            Story story = Story.of(Limits.unbounded(), P).attempt(FRESH, P).verdict(other);
            assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, story.code(REDELIVERY, P));
        }
        assertEquals(
                RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, Story.of(Limits.unbounded(), P).safe(FRESH, P).code(REDELIVERY, P));
    }

    @Test
    void P7_after_a_redelivery_whose_effect_is_unknown_nothing_fails_over() {
        Story story = Story.of(Limits.unbounded(), P, F).attempt(FRESH, P).verdict(VerdictKind.REDELIVER).safe(REDELIVERY, P);
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, story.code(FAILOVER, F));
        story.safe(RETRY, P);
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, story.code(FAILOVER, F));
        story.attempt(RETRY, P).verdict(VerdictKind.NOT_APPLIED).safe(REDELIVERY, P);
        assertEquals(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE, story.code(FAILOVER, F), "a person spoke of the last attempt only");
        story.attempt(RETRY, P).verdict(VerdictKind.NOT_APPLIED, VerdictGround.RECEIPT).safe(REDELIVERY, P).attempt(FAILOVER, F);
    }

    @Test
    void P7_a_read_only_operation_fails_over_all_the_same() {
        Story.readOnly(Limits.unbounded(), P, F).attempt(FRESH, P).verdict(VerdictKind.REDELIVER).safe(REDELIVERY, P).attempt(FAILOVER, F);
    }

    @Test
    void P3_an_observed_overage_is_charged_to_what_is_left() {
        Story story = Story.of(Limits.unbounded().with(Dimension.MAX_COST_MICROS, 10), P)
                .attempt(FRESH, P, Story.charge(0, 0, 3)).outcome(Story.SAFE, Usage.of(0, 0, 9));
        assertEquals(OptionalLong.of(1), story.refused(RETRY, P, Story.charge(0, 0, 2)).remaining());
        Story over = Story.of(Limits.unbounded().with(Dimension.MAX_AGGREGATE_TOKENS, 10), P)
                .attempt(FRESH, P, Story.charge(3, 3, 0)).outcome(Story.SAFE, Usage.of(Bounds.OBSERVED, Bounds.OBSERVED, 0));
        assertEquals(OptionalLong.of(0), over.refused(RETRY, P, Story.charge(1, 0, 0)).remaining());
        over.attempt(RETRY, P);
    }

    @Test
    void a_wait_and_an_attempt_may_end_at_the_very_deadline() {
        Story story = Story.until(100, Limits.unbounded(), P).safe(FRESH, P).at(40);
        assertTrue(admits(story, 60, 0));
        assertTrue(admits(story, 20, 40));
        assertEquals(false, admits(story, 61, 0));
        assertEquals(false, admits(story, 20, 41));
        assertEquals(false, admits(story, Bounds.INTEGER, Bounds.INTEGER));
        assertThrows(IllegalArgumentException.class, () -> admits(story, -1, 0));
        assertThrows(IllegalArgumentException.class, () -> admits(story, 0, Bounds.INTEGER + 1));
    }

    private static boolean admits(Story story, long delayMillis, long timeoutMillis) {
        AttemptRequest request = new AttemptRequest(
                RETRY, P, Story.charge(0, 0, 0), Duration.ofMillis(delayMillis), Duration.ofMillis(timeoutMillis));
        return Admission.admit(story.ledger(), request, story.now()).isAdmitted();
    }

    @Test
    void A13_money_is_exact() {
        Story story = Story.of(Limits.unbounded().with(Dimension.MAX_COST_MICROS, 1_000), P).safe(FRESH, P, Story.charge(0, 0, 1));
        for (int i = 1; i < 999; i++) {
            story.safe(RETRY, P, Story.charge(0, 0, 1));
        }
        story.safe(RETRY, P, Story.charge(0, 0, 1));
        assertEquals(1_000, story.ledger().totals().costMicros());
        assertEquals(Refusal.total(RefusalCode.COST_EXHAUSTED, 1, 0), story.refused(RETRY, P, Story.charge(0, 0, 1)));
        Story tenths = Story.of(Limits.unbounded().with(Dimension.MAX_COST_MICROS, 1_000_000), P);
        tenths.safe(FRESH, P, Story.charge(0, 0, 100_000));
        for (int i = 1; i < 10; i++) {
            tenths.safe(RETRY, P, Story.charge(0, 0, 100_000));
        }
        assertEquals(OptionalLong.of(0), tenths.refused(RETRY, P, Story.charge(0, 0, 1)).remaining());
    }
}
