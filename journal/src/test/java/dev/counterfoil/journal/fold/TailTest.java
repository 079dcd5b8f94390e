// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import static dev.counterfoil.journal.record.OutcomeClass.COMPLETED_WITH_RESPONSE;
import static dev.counterfoil.journal.record.OutcomeClass.NOT_DISPATCHED;
import static dev.counterfoil.journal.record.OutcomeClass.PROVIDER_REPORTED_RETRYABLE;
import static dev.counterfoil.journal.record.OutcomeClass.REJECTED_BEFORE_PROCESSING;
import static dev.counterfoil.journal.record.OutcomeClass.REJECTED_PERMANENTLY;
import static dev.counterfoil.journal.record.OutcomeClass.UNCERTAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.ClosingReason.Ending;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a state says of itself: tail, lateness, business state, open redelivery, the next stamp. */
class TailTest {
    private static final Story TRIED = Story.open().fresh();
    private static final Story DONE = TRIED.outcome(COMPLETED_WITH_RESPONSE);
    private static final Story DOUBT = TRIED.outcome(UNCERTAIN);

    record Case(Tail tail, BusinessState state, Story story) {}

    static Stream<Case> cases() {
        return Stream.of(
                new Case(Tail.EMPTY, BusinessState.NOT_ATTEMPTED, Story.open()),
                new Case(Tail.EMPTY, BusinessState.NOT_ATTEMPTED, Story.open().cancel().evidence(-1)),
                new Case(Tail.STOPPED, BusinessState.NOT_ATTEMPTED, Story.open().cancel().close(RefusalCode.CANCELLED)),
                new Case(Tail.DOUBT, BusinessState.UNKNOWN, TRIED),
                new Case(Tail.DOUBT, BusinessState.UNKNOWN, TRIED.cancel().evidence(0)),
                new Case(Tail.DOUBT, BusinessState.UNKNOWN, DOUBT),
                new Case(Tail.SAFE_FAILURE, BusinessState.NOT_APPLIED, TRIED.outcome(NOT_DISPATCHED)),
                new Case(Tail.SAFE_FAILURE, BusinessState.NOT_APPLIED, TRIED.outcome(REJECTED_BEFORE_PROCESSING)),
                new Case(Tail.SAFE_FAILURE, BusinessState.NOT_APPLIED, TRIED.outcome(PROVIDER_REPORTED_RETRYABLE).cancel().evidence(0)),
                new Case(Tail.PERMANENT, BusinessState.NOT_APPLIED, TRIED.outcome(REJECTED_PERMANENTLY)),
                new Case(Tail.STOPPED, BusinessState.NOT_APPLIED, TRIED.outcome(REJECTED_PERMANENTLY).close(Ending.PERMANENT)),
                new Case(Tail.COMPLETED_IN_TIME, BusinessState.CONFIRMED, DONE),
                new Case(Tail.COMPLETED_IN_TIME, BusinessState.CONFIRMED, DONE.cancel()),
                new Case(Tail.COMPLETED_LATE, BusinessState.CONFIRMED, TRIED.cancel().outcome(COMPLETED_WITH_RESPONSE)),
                new Case(Tail.SETTLED, BusinessState.CONFIRMED, DONE.close(Ending.COMPLETED).evidence(0)),
                new Case(Tail.CLEARED_COMPLETED, BusinessState.CONFIRMED, DOUBT.verdict(VerdictKind.COMPLETED)),
                new Case(Tail.CLEARED_NOT_APPLIED, BusinessState.NOT_APPLIED, TRIED.verdict(VerdictKind.NOT_APPLIED)),
                new Case(Tail.CLEARED_REDELIVER, BusinessState.UNKNOWN, DOUBT.verdict(VerdictKind.REDELIVER)),
                new Case(Tail.CLEARED_ABANDONED, BusinessState.UNKNOWN, DOUBT.verdict(VerdictKind.ABANDONED).cancel()),
                new Case(Tail.STOPPED, BusinessState.UNKNOWN, DOUBT.verdict(VerdictKind.ABANDONED).close(Ending.ABANDONED)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_story_has_its_tail_and_business_state(Case wanted) {
        assertEquals(wanted.tail(), wanted.story().state().tail());
        assertEquals(wanted.state(), wanted.story().state().businessState());
    }

    @Test
    void the_cases_name_every_tail_and_every_state_but_read_only() {
        assertEquals(EnumSet.allOf(Tail.class), cases().map(Case::tail).collect(Collectors.toSet()));
        assertEquals(
                EnumSet.complementOf(EnumSet.of(BusinessState.READ_ONLY)), cases().map(Case::state).collect(Collectors.toSet()));
    }

    @Test
    void two_tails_are_closed_and_four_admit_an_intent() {
        assertEquals(Set.of(Tail.SETTLED, Tail.STOPPED), Stream.of(Tail.values()).filter(Tail::isClosed).collect(Collectors.toSet()));
        assertEquals(
                Set.of(Tail.EMPTY, Tail.SAFE_FAILURE, Tail.CLEARED_NOT_APPLIED, Tail.CLEARED_REDELIVER),
                Stream.of(Tail.values()).filter(Tail::admitsIntent).collect(Collectors.toSet()));
    }

    @Test
    void not_attempted_comes_before_read_only_and_read_only_before_everything_else() {
        Story opened = Story.open(Contract.READ_ONLY, Deadline.NONE);
        assertEquals(BusinessState.NOT_ATTEMPTED, opened.state().businessState());
        assertEquals(BusinessState.READ_ONLY, opened.fresh().state().businessState());
        assertEquals(BusinessState.READ_ONLY, opened.fresh().outcome(COMPLETED_WITH_RESPONSE).state().businessState());
        assertEquals(BusinessState.READ_ONLY, opened.fresh().outcome(NOT_DISPATCHED).state().businessState());
    }

    @Test
    void confirmed_comes_before_unknown_and_unknown_before_not_applied() {
        Story again = DOUBT.verdict(VerdictKind.REDELIVER).redelivery();
        assertEquals(BusinessState.CONFIRMED, again.outcome(COMPLETED_WITH_RESPONSE).state().businessState());
        assertEquals(BusinessState.CONFIRMED, again.verdict(VerdictKind.COMPLETED).state().businessState());
        assertEquals(BusinessState.UNKNOWN, again.outcome(NOT_DISPATCHED).state().businessState());
        assertEquals(BusinessState.UNKNOWN, again.outcome(REJECTED_PERMANENTLY).state().businessState());
    }

    @Test
    void the_state_is_folded_from_all_attempts_not_from_the_last() {
        Story then = DOUBT.verdict(VerdictKind.NOT_APPLIED).redelivery().outcome(NOT_DISPATCHED);
        assertEquals(BusinessState.NOT_APPLIED, then.state().businessState());
        assertEquals(BusinessState.UNKNOWN, then.retry(NOT_DISPATCHED).state().businessState());
        Story unknown = DOUBT.verdict(VerdictKind.REDELIVER).redelivery().outcome(NOT_DISPATCHED).retry(NOT_DISPATCHED);
        assertEquals(BusinessState.UNKNOWN, unknown.outcome(NOT_DISPATCHED).state().businessState());
    }

    @Test
    void a_response_at_the_very_deadline_is_late_and_one_before_it_is_not() {
        Deadline atOutcome = Deadline.absolute(Story.instant(2));
        Deadline after = Deadline.absolute(Story.instant(2).plusMillis(1));
        Story late = Story.open(Contract.NON_IDEMPOTENT, atOutcome).fresh().outcome(COMPLETED_WITH_RESPONSE);
        Story inTime = Story.open(Contract.NON_IDEMPOTENT, after).fresh().outcome(COMPLETED_WITH_RESPONSE);
        assertEquals(Optional.of(RefusalCode.DEADLINE_EXCEEDED), late.state().lateness());
        assertEquals(Tail.COMPLETED_LATE, late.state().tail());
        assertEquals(Optional.empty(), inTime.state().lateness());
        assertEquals(Tail.COMPLETED_IN_TIME, inTime.state().tail());
    }

    @Test
    void a_response_after_the_cancellation_is_late_for_that_reason_before_the_deadlines() {
        Story opened = Story.open(Contract.NON_IDEMPOTENT, Deadline.absolute(Story.START)).fresh();
        assertEquals(Optional.of(RefusalCode.CANCELLED), opened.cancel().outcome(COMPLETED_WITH_RESPONSE).state().lateness());
        assertEquals(Optional.of(RefusalCode.DEADLINE_EXCEEDED), opened.outcome(COMPLETED_WITH_RESPONSE).cancel().state().lateness());
        assertEquals(Optional.empty(), DONE.cancel().state().lateness());
    }

    @Test
    void only_a_response_can_be_late() {
        Story opened = Story.open(Contract.NON_IDEMPOTENT, Deadline.absolute(Story.START)).fresh();
        assertEquals(Optional.empty(), opened.state().lateness());
        assertEquals(Optional.empty(), opened.outcome(NOT_DISPATCHED).state().lateness());
        assertEquals(Tail.CLEARED_COMPLETED, opened.cancel().verdict(VerdictKind.COMPLETED).state().tail());
        assertEquals(Optional.empty(), opened.cancel().verdict(VerdictKind.COMPLETED).state().lateness());
    }

    @Test
    void a_redelivery_stays_open_until_an_outcome_or_verdict_speaks_of_the_whole_operation() {
        assertFalse(DOUBT.state().hasOpenRedelivery());
        assertFalse(DOUBT.verdict(VerdictKind.NOT_APPLIED).state().hasOpenRedelivery());
        assertFalse(DOUBT.verdict(VerdictKind.ABANDONED).state().hasOpenRedelivery());
        Story open = DOUBT.verdict(VerdictKind.REDELIVER);
        assertTrue(open.state().hasOpenRedelivery());
        Story again = open.redelivery();
        assertTrue(again.state().hasOpenRedelivery());
        assertTrue(again.outcome(NOT_DISPATCHED).state().hasOpenRedelivery());
        assertTrue(again.outcome(NOT_DISPATCHED).retry(NOT_DISPATCHED).state().hasOpenRedelivery());
        assertTrue(again.outcome(REJECTED_PERMANENTLY).state().hasOpenRedelivery());
        assertTrue(again.verdict(VerdictKind.ABANDONED).state().hasOpenRedelivery());
        assertTrue(again.verdict(VerdictKind.REDELIVER).state().hasOpenRedelivery());
        assertFalse(again.outcome(COMPLETED_WITH_RESPONSE).state().hasOpenRedelivery());
        assertFalse(again.verdict(VerdictKind.COMPLETED).state().hasOpenRedelivery());
        assertTrue(again.verdict(VerdictKind.NOT_APPLIED).state().hasOpenRedelivery(), "a person speaks of the later attempt only");
        assertFalse(again.verdict(VerdictKind.NOT_APPLIED, VerdictGround.RECEIPT).state().hasOpenRedelivery());
    }

    @Test
    void the_response_is_the_outcomes_or_the_verdicts() {
        Sha256 found = Sha256.of(new byte[] {1});
        Story adopted = DOUBT.and(stamp -> new Verdict(
                stamp, 0, VerdictKind.COMPLETED, VerdictGround.RECEIPT, Optional.empty(), Optional.empty(), Optional.of(found)));
        assertEquals(Optional.of(Story.ANSWER.sha256()), DONE.state().responseDigest());
        assertEquals(Optional.of(found), adopted.state().responseDigest());
        assertEquals(Optional.empty(), DOUBT.verdict(VerdictKind.COMPLETED).state().responseDigest());
        assertEquals(Optional.empty(), TRIED.state().responseDigest());
        assertEquals(Optional.empty(), Story.open().state().responseDigest());
    }

    @Test
    void the_next_stamp_counts_on_and_never_goes_back_in_time() {
        InvocationState state = TRIED.state();
        assertEquals(new Stamp(2, Story.instant(1), 3), state.next(Story.START, 3));
        assertEquals(new Stamp(2, Story.instant(9), 3), state.next(Story.instant(9), 3));
    }
}
