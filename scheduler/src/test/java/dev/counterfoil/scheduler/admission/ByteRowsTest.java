// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static dev.counterfoil.journal.record.AttemptKind.FRESH;
import static dev.counterfoil.journal.record.AttemptKind.REDELIVERY;
import static dev.counterfoil.journal.record.AttemptKind.RETRY;
import static dev.counterfoil.scheduler.admission.Story.P;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.limits.EffectiveLimits;
import dev.counterfoil.scheduler.limits.LimitSource;
import dev.counterfoil.scheduler.limits.LimitsDecision;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The published rows of the byte ledger (T123 to T125, T134), by their numbers. Upstream has a ledger of bytes beside that of the policy,
 * and its refusals are one untyped failure of the journal; here bytes are charged by the one admission.
 */
class ByteRowsTest {
    private static final int RESERVED = 5;

    private static Limits limits(long request, long response, long input, long output) {
        return Limits.unbounded()
                .with(Dimension.MAX_REQUEST_BYTES, request)
                .with(Dimension.MAX_RESPONSE_BYTES, response)
                .with(Dimension.MAX_TOTAL_INPUT_BYTES, input)
                .with(Dimension.MAX_TOTAL_OUTPUT_BYTES, output);
    }

    private static Charge bytes(long request, long response) {
        return new Charge(1, 0, 0, 0, request, response, List.of());
    }

    private static String totals(Story story) {
        return story.ledger().totals().requestBytes() + " " + story.ledger().totals().responseBytesReserved();
    }

    @Test
    void T123_what_little_was_observed_gives_nothing_back_and_a_third_attempt_is_over_the_total_input() {
        Story story = Story.of(limits(4, 5, 8, 10), P).safe(FRESH, P, bytes(4, 5));
        assertEquals("4 5", totals(story));
        story.safe(RETRY, P, bytes(4, 5));
        assertEquals("8 10", totals(story));
        assertEquals(Refusal.total(RefusalCode.TOTAL_INPUT_BYTES_EXHAUSTED, 1, 0), story.refused(RETRY, P, bytes(1, 1)));
        assertEquals(Refusal.total(RefusalCode.TOTAL_OUTPUT_BYTES_EXHAUSTED, 1, 0), story.refused(RETRY, P, bytes(0, 1)));
        assertTrue(story.ask(RETRY, P, bytes(0, 0)).isAdmitted());
    }

    @Test
    void T123_an_unknown_end_keeps_its_charge_and_a_verdict_gives_nothing_back_either() {
        Story story = Story.of(limits(4, 5, 8, 10), P).attempt(FRESH, P, bytes(4, 5)).outcome(OutcomeClass.UNCERTAIN);
        assertEquals("4 5", totals(story));
        story.verdict(VerdictKind.NOT_APPLIED).attempt(REDELIVERY, P, bytes(4, 5)).verdict(VerdictKind.REDELIVER);
        assertEquals("8 10", totals(story));
        assertEquals(RefusalCode.TOTAL_INPUT_BYTES_EXHAUSTED, story.refused(REDELIVERY, P, bytes(1, 1)).code());
    }

    private static FoldStep completed(Story story, int ordinal, int bytes) {
        Content response = Content.of(new byte[bytes]);
        return JournalFold.next(story.state(), new Outcome(
                story.state().next(story.now(), 1), ordinal, OutcomeClass.COMPLETED_WITH_RESPONSE, Optional.empty(), Usage.UNKNOWN,
                Optional.of(response), Optional.empty(), OptionalLong.empty()));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, true", "0, 1, false", "5, 0, true", "5, 5, true", "5, 6, false"})
    void T124_a_known_response_has_what_was_reserved_at_most(int reserved, int came, boolean holds) {
        Story story = Story.of(limits(1, RESERVED, 9, 9), P).attempt(FRESH, P, bytes(1, reserved));
        assertEquals(holds, completed(story, 0, came) instanceof FoldStep.Folded);
        assertEquals(holds ? Optional.empty() : Optional.of("a response has no more bytes than its intent reserved"),
                completed(story, 0, came) instanceof FoldStep.Violation violation ? Optional.of(violation.rule()) : Optional.empty());
    }

    @Test
    void T124_an_unknown_one_may_have_more_and_is_kept_as_evidence_beside_the_same_charge() {
        Story story = Story.of(limits(1, RESERVED, 9, 9), P).attempt(FRESH, P, bytes(1, RESERVED));
        assertInstanceOf(FoldStep.Violation.class, completed(story, 0, RESERVED + 1));
        story.outcome(OutcomeClass.UNCERTAIN).fold(new Evidence(
                story.state().next(story.now(), 1), OptionalInt.of(0), EvidenceKind.UNUSABLE_RESPONSE,
                Bytes.utf8("{\"response_bytes\":6}").content()));
        assertEquals("1 5", totals(story));
    }

    @Test
    void T125_an_attempt_over_its_ceilings_is_refused_with_their_numbers_request_first() {
        Story story = Story.of(limits(4, 5, 8, 10), P);
        assertEquals(Refusal.attempt(RefusalCode.REQUEST_BYTES_EXCEEDED, 5, 4), story.refused(FRESH, P, bytes(5, 1)));
        assertEquals(Refusal.attempt(RefusalCode.RESPONSE_BYTES_EXCEEDED, 6, 5), story.refused(FRESH, P, bytes(1, 6)));
        assertEquals(RefusalCode.REQUEST_BYTES_EXCEEDED, story.refused(FRESH, P, bytes(9, 11)).code());
        assertEquals("0 0", totals(story));
    }

    @Test
    void T125_an_attempt_is_observed_once_and_none_that_was_not_reserved() {
        Story story = Story.of(limits(4, 5, 8, 10), P).attempt(FRESH, P, bytes(4, 5));
        assertInstanceOf(FoldStep.Violation.class, completed(story, 7, 1));
        story.outcome(OutcomeClass.COMPLETED_WITH_RESPONSE);
        assertInstanceOf(FoldStep.Violation.class, completed(story, 0, 1));
        assertEquals("4 5", totals(story));
    }

    /** Upstream refuses who asks for more than is retained; ours takes the smaller number, and a wider one never widens. */
    @ParameterizedTest
    @EnumSource(value = Dimension.class, names = {"MAX_REQUEST_BYTES", "MAX_RESPONSE_BYTES", "MAX_TOTAL_INPUT_BYTES",
        "MAX_TOTAL_OUTPUT_BYTES"})
    void T134_no_source_widens_what_another_retains(Dimension dimension) {
        LimitSource retained = LimitSource.unbounded().with(dimension, 64);
        for (long wished : new long[] {0, 63, 64, 65, Bounds.INTEGER}) {
            LimitsDecision decision =
                    EffectiveLimits.intersect(retained, LimitSource.unbounded(), LimitSource.unbounded().with(dimension, wished));
            Limits limits = assertInstanceOf(LimitsDecision.Effective.class, decision).limits().limits();
            assertEquals(OptionalLong.of(Math.min(64, wished)), limits.of(dimension).most());
        }
    }

    @Test
    void sums_that_no_canonical_integer_holds_are_refused_without_any_ceiling() {
        Story story = Story.of(Limits.unbounded(), P).safe(FRESH, P, bytes(Bounds.INTEGER, Bounds.INTEGER));
        assertEquals(Refusal.total(RefusalCode.TOTAL_INPUT_BYTES_EXHAUSTED, 1, 0), story.refused(RETRY, P, bytes(1, 0)));
        assertEquals(Refusal.total(RefusalCode.TOTAL_OUTPUT_BYTES_EXHAUSTED, 1, 0), story.refused(RETRY, P, bytes(0, 1)));
        assertEquals(Refusal.total(RefusalCode.TOTAL_OUTPUT_BYTES_EXHAUSTED, Bounds.INTEGER, 0),
                story.refused(RETRY, P, bytes(0, Bounds.INTEGER)));
        assertTrue(story.ask(RETRY, P, bytes(0, 0)).isAdmitted());
    }

    @ParameterizedTest
    @CsvSource({
        "4, 5, 4, 5, ", "3, 5, 4, 5, request_bytes_exceeded", "4, 5, 3, 5, total_input_bytes_exhausted",
        "4, 5, 4, 4, total_output_bytes_exhausted", "0, 0, 0, 0, request_bytes_exceeded", "4, 0, 4, 0, response_bytes_exceeded",
        "4, 5, 0, 0, total_input_bytes_exhausted", "3, 4, 3, 4, request_bytes_exceeded", "4, 4, 3, 4, response_bytes_exceeded"})
    void the_first_attempt_is_held_to_all_four_and_the_first_that_says_no_is_named(
            long request, long response, long input, long output, String refusal) {
        Story story = Story.of(limits(request, response, input, output), P);
        Optional<String> said = story.ask(FRESH, P, bytes(4, RESERVED)) instanceof Decision.Refused refused
                ? Optional.of(refused.refusal().code().code()) : Optional.empty();
        assertEquals(Optional.ofNullable(refusal), said);
    }
}
