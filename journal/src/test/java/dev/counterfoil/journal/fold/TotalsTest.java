// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import static dev.counterfoil.journal.record.OutcomeClass.COMPLETED_WITH_RESPONSE;
import static dev.counterfoil.journal.record.OutcomeClass.NOT_DISPATCHED;
import static dev.counterfoil.journal.record.OutcomeClass.UNCERTAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictKind;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Promise P3: nothing is refunded, and what was used beyond the charge is added. */
class TotalsTest {
    private static final Story TRIED = Story.open().fresh();
    private static final Totals CHARGED = new Totals(1, 0, 0, 100, 20, 7, 30, 40);

    @Test
    void an_intent_alone_counts_in_full() {
        assertEquals(Totals.ZERO, Story.open().state().totals());
        assertEquals(CHARGED, TRIED.state().totals());
    }

    @ParameterizedTest
    @EnumSource
    void P3_no_outcome_lowers_a_total(OutcomeClass outcomeClass) {
        for (Usage usage : new Usage[] {Usage.UNKNOWN, Usage.of(0, 0, 0), Usage.of(99, 19, 6), Usage.of(100, 20, 7)}) {
            assertEquals(CHARGED, TRIED.outcome(outcomeClass, usage).state().totals());
            assertEquals(CHARGED, TRIED.cancel().outcome(outcomeClass, usage).state().totals());
        }
    }

    @ParameterizedTest
    @EnumSource
    void P3_overage_raises_each_number_by_itself(OutcomeClass outcomeClass) {
        Usage more = new Usage(OptionalLong.of(101), OptionalLong.empty(), OptionalLong.of(1_000));
        assertEquals(new Totals(1, 0, 0, 101, 20, 1_000, 30, 40), TRIED.outcome(outcomeClass, more).state().totals());
        assertEquals(new Totals(1, 0, 0, 100, 21, 7, 30, 40), TRIED.outcome(outcomeClass, Usage.of(0, 21, 0)).state().totals());
    }

    @ParameterizedTest
    @EnumSource
    void P3_no_verdict_changes_a_total(VerdictKind kind) {
        assertEquals(CHARGED, TRIED.verdict(kind).state().totals());
        Story over = TRIED.outcome(UNCERTAIN, Usage.of(500, 0, 0));
        assertEquals(over.state().totals(), over.verdict(kind).state().totals());
    }

    @Test
    void kinds_are_counted_and_redeliveries_count_as_retries() {
        Story story = TRIED.outcome(NOT_DISPATCHED).retry(NOT_DISPATCHED).outcome(NOT_DISPATCHED).failover(NOT_DISPATCHED);
        assertEquals(new Totals(3, 1, 1, 300, 60, 21, 90, 120), story.state().totals());
        assertEquals(0, story.state().retriesAtProvider());
        Story again = story.outcome(UNCERTAIN).verdict(VerdictKind.REDELIVER).redelivery();
        assertEquals(new Totals(4, 2, 1, 400, 80, 28, 120, 160), again.state().totals());
        assertEquals(1, again.state().retriesAtProvider());
        assertEquals(2, again.outcome(NOT_DISPATCHED).retry(NOT_DISPATCHED).state().retriesAtProvider());
        assertEquals(480, again.state().totals().aggregateTokens());
    }

    @Test
    void overage_of_one_attempt_is_not_set_off_against_another() {
        Story story = TRIED.outcome(NOT_DISPATCHED, Usage.of(0, 0, 0)).retry(NOT_DISPATCHED);
        Totals totals = story.outcome(COMPLETED_WITH_RESPONSE, Usage.of(150, 0, 0)).state().totals();
        assertEquals(250, totals.contextTokens());
    }

    @Test
    void a_total_cannot_be_negative_nor_its_tokens_leave_a_long() {
        for (int i = 0; i < 8; i++) {
            long[] n = new long[8];
            n[i] = -1;
            assertThrows(
                    IllegalArgumentException.class, () -> new Totals(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]), "number " + i);
        }
        assertThrows(ArithmeticException.class, () -> new Totals(0, 0, 0, Long.MAX_VALUE, 1, 0, 0, 0));
        assertEquals(Long.MAX_VALUE, new Totals(0, 0, 0, Long.MAX_VALUE - 1, 1, 0, 0, 0).aggregateTokens());
        Totals full = new Totals(Long.MAX_VALUE, 0, 0, 0, 0, 0, 0, 0);
        assertThrows(ArithmeticException.class, () -> full.charged(AttemptKind.FRESH, Story.CHARGE));
    }

    @Test
    void P3_no_method_of_totals_takes_anything_away() {
        for (Method method : Totals.class.getDeclaredMethods()) {
            assertTrue(!method.getName().matches("(?i).*(minus|subtract|refund|release|reset|without).*"), method.toString());
        }
        assertEquals(8, Arrays.stream(Totals.class.getRecordComponents()).map(RecordComponent::getName).distinct().count());
    }
}
