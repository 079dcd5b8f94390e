// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** State and event in, command out: each row of the table as the machine lives it, stamps and waits included. */
final class InvocationMachineTest {
    private static final Backoff SECOND = Backoff.fixed(Duration.ofSeconds(1));
    private static final Limits MANY = Limits.unbounded();

    private static Binding plain(Limits limits) {
        return Told.binding(Contract.NON_IDEMPOTENT, DoubtProfile.STRICT, limits, Deadline.NONE);
    }

    private static Binding within(long millis) {
        return Told.binding(Contract.NON_IDEMPOTENT, DoubtProfile.STRICT, MANY, Deadline.after(millis, Told.START));
    }

    private static Binding keyed(DoubtProfile profile, Limits limits) {
        return Told.binding(Contract.RECEIVER_IDEMPOTENT, profile, limits, Deadline.NONE);
    }

    private static Told doubted(Binding binding) {
        Told told = Told.opened(Backoff.NONE, binding);
        told.answer(10, Answer.uncertain());
        return told;
    }

    private static String open(InvocationMachine machine, Binding binding, Moment moment) {
        return Told.said(machine.open(binding, Backoff.NONE, Told.REQUEST, Optional.empty(), moment));
    }

    @Test
    void an_opening_takes_the_first_attempt_along_where_it_may_start() {
        InvocationMachine machine = Told.machine(Backoff.NONE);
        assertEquals("opening@5, fresh 0 primary@5", open(machine, plain(MANY), Told.at(5)));
        assertEquals("opening@5", open(machine, plain(MANY), Told.stopping(5)));
        assertEquals("opening@5", open(Told.blind(), plain(MANY), Told.at(5)));
        assertEquals("opening@5, stopped calls_exhausted@5", open(machine, plain(Told.calls(0)), Told.at(5)));
        assertEquals("opening@5, stopped calls_exhausted@5", open(Told.blind(), plain(Told.calls(0)), Told.stopping(5)));
        assertEquals("opening@0, stopped deadline_exceeded@0", open(machine, within(0), Told.at(0)));
    }

    @Test
    void an_opening_holds_request_backoff_and_configuration_and_its_intent_the_provider_s() {
        Bytes configuration = Bytes.utf8("{}");
        List<Entry> entries = Told.machine(SECOND)
                .open(plain(MANY), SECOND, Told.REQUEST, Optional.of(configuration), new Moment(
                        Told.START, 7, Moment.Phase.RUNNING, Optional.empty()))
                .entries();
        Opening opening = (Opening) entries.get(0).record();
        assertEquals(SECOND, opening.backoff());
        assertEquals(Optional.of(configuration.content()), opening.configuration());
        assertEquals(Optional.of(Told.REQUEST), entries.get(0).payload());
        assertEquals(Optional.of(configuration), entries.get(0).attachment());
        assertEquals(7, opening.stamp().epoch());
        Intent intent = (Intent) entries.get(1).record();
        assertEquals(1, intent.stamp().sequence());
        assertEquals(7, intent.stamp().epoch());
        assertEquals(Optional.of(Told.CONFIGURATION), intent.providerConfiguration());
    }

    @Test
    void a_provider_without_a_configuration_has_none_in_its_intent() {
        Told told = Told.opened(Backoff.NONE, plain(MANY.with(Dimension.MAX_RETRIES, 0)));
        List<Entry> entries = told.answer(1, Answer.retryable());
        assertEquals("provider_reported_retryable 0@1, failover 1 second@1", Told.said(entries));
        assertEquals(Optional.empty(), ((Intent) entries.get(1).record()).providerConfiguration());
    }

    @Test
    void an_answer_is_an_outcome_and_whatever_needs_no_wait() {
        assertEquals("completed_with_response 0@3, settled completed@3", answered(plain(MANY), 3, Answer.completed("ok")));
        assertEquals("provider_reported_retryable 0@3, retry 1 primary@3", answered(plain(MANY), 3, Answer.retryable()));
        assertEquals("rejected_permanently 0@3, stopped permanent@3", answered(plain(MANY), 3, Answer.permanentlyRejected()));
        assertEquals("provider_reported_retryable 0@3, stopped calls_exhausted@3", answered(plain(Told.calls(1)), 3, Answer.retryable()));
        assertEquals("completed_with_response 0@9, stopped deadline_exceeded@9", answered(within(9), 9, Answer.completed("late")));
        assertEquals("completed_with_response 0@8, settled completed@8", answered(within(9), 8, Answer.completed("in time")));
        assertEquals("not_dispatched 0@3, failover 1 second@3",
                answered(plain(MANY), 3, Answer.notDispatched(OutcomeReason.COMMAND_MISSING)));
        assertEquals("uncertain 0@3", answered(plain(MANY), 3, Answer.uncertain()));
        assertEquals("uncertain 0@3, verdict redeliver by contract on 0@3, redelivery 1 primary@3",
                answered(keyed(DoubtProfile.REDELIVER, MANY), 3, Answer.uncertain()));
        assertEquals("uncertain 0@3", answered(keyed(DoubtProfile.RECONCILE, MANY), 3, Answer.uncertain()));
        assertEquals("uncertain 0@3", answered(keyed(DoubtProfile.REDELIVER, Told.calls(1)), 3, Answer.uncertain()));
    }

    private static String answered(Binding binding, long millis, Answer answer) {
        return Told.said(Told.opened(Backoff.NONE, binding).answer(millis, answer));
    }

    @Test
    void an_outcome_holds_all_that_the_answer_says_and_the_response_beside_it() {
        Answer answer = Answer.retryable()
                .category(FailureCategory.PROVIDER_ERROR)
                .because(OutcomeReason.STATUS)
                .used(Usage.of(1, 2, 3))
                .retryAfter(Duration.ofMillis(4));
        Outcome outcome = (Outcome) Told.opened(SECOND, plain(MANY)).answer(3, answer).get(0).record();
        assertEquals(Optional.of(FailureCategory.PROVIDER_ERROR), outcome.category());
        assertEquals(Optional.of(OutcomeReason.STATUS), outcome.reason());
        assertEquals(Usage.of(1, 2, 3), outcome.observed());
        assertEquals(OptionalLong.of(4), outcome.retryAfterMillis());
        Bytes response = Bytes.utf8("ok");
        Entry completed = Told.opened(Backoff.NONE, plain(MANY)).answer(3, Answer.completed(response)).get(0);
        assertEquals(Optional.of(response), completed.payload());
        assertEquals(Optional.of(response.content()), ((Outcome) completed.record()).response());
    }

    @Test
    void findings_stand_before_their_outcome_up_to_so_many_of_an_attempt() {
        Answer answer = Answer.uncertain().keeping(EvidenceKind.MALFORMED_REPORT, Bytes.utf8("what"));
        Told told = Told.opened(Backoff.NONE, plain(MANY));
        for (int i = 0; i < Bounds.EVIDENCE_PER_ATTEMPT - 2; i++) {
            told.write(List.of(Entry.of(new Evidence(
                    told.state().next(Told.START, 1), OptionalInt.of(0), EvidenceKind.LOOKUP, Told.REQUEST.content()))));
        }
        List<Entry> entries = told.answer(2, answer.keeping(EvidenceKind.UNUSABLE_RESPONSE, Bytes.utf8("one too many")));
        assertEquals("malformed_report 0@2, uncertain 0@2", Told.said(entries));
        assertEquals(Optional.of(Bytes.utf8("what")), entries.get(0).attachment());
    }

    @Test
    void what_is_closed_is_told_again_and_nothing_is_appended() {
        Told settled = Told.opened(Backoff.NONE, plain(MANY));
        settled.answer(1, Answer.completed("ok"));
        assertEquals("finish completed", settled.next(Told.stopping(99)));
        Told stopped = Told.opened(Backoff.NONE, plain(MANY));
        stopped.answer(1, Answer.permanentlyRejected());
        assertEquals("finish permanent", stopped.next(99));
    }

    @Test
    void a_doubt_is_uncertain_open_or_answered() {
        assertEquals("finish open_intent", Told.opened(Backoff.NONE, plain(MANY)).next(50));
        assertEquals("finish uncertain_outcome", doubted(plain(MANY)).next(50));
        assertEquals("finish uncertain_outcome", doubted(keyed(DoubtProfile.RECONCILE, MANY)).next(50));
        assertEquals("finish uncertain_outcome",
                doubted(Told.binding(Contract.NON_IDEMPOTENT, DoubtProfile.REDELIVER, MANY, Deadline.NONE)).next(50));
        assertEquals("finish calls_exhausted", doubted(keyed(DoubtProfile.REDELIVER, Told.calls(1))).next(50));
        assertEquals("finish open_intent", Told.opened(Backoff.NONE, plain(MANY)).next(Told.stopping(50)));
    }

    @Test
    void an_open_intent_that_may_be_sent_again_is_cleared_first_and_waits_from_its_verdict() {
        Told told = Told.opened(SECOND, keyed(DoubtProfile.REDELIVER, MANY));
        assertEquals("verdict redeliver by contract on 0@400", told.next(400));
        assertEquals("await 1000", told.next(400));
        assertEquals("await 1", told.next(1_399));
        assertEquals("redelivery 1 primary@1400", told.next(1_400));
        Told reading = Told.opened(Backoff.NONE, Told.binding(Contract.READ_ONLY, DoubtProfile.REDELIVER, MANY, Deadline.NONE));
        assertEquals("verdict redeliver by contract on 0@7, redelivery 1 primary@7", reading.next(7));
    }

    @Test
    void a_verdict_leads_on_or_to_the_end() {
        assertEquals("redelivery 1 primary@30", doubted(plain(MANY)).verdict(20, VerdictKind.NOT_APPLIED).next(30));
        assertEquals("redelivery 1 primary@30", doubted(plain(MANY)).verdict(20, VerdictKind.REDELIVER).next(30));
        assertEquals("stopped calls_exhausted@30", doubted(plain(Told.calls(1))).verdict(20, VerdictKind.NOT_APPLIED).next(30));
        assertEquals("settled completed@30", doubted(plain(MANY)).verdict(20, VerdictKind.COMPLETED).next(30));
        assertEquals("stopped abandoned@30", doubted(plain(MANY)).verdict(20, VerdictKind.ABANDONED).next(30));
    }

    @Test
    void a_wait_is_due_from_the_outcome_and_a_restart_waits_the_rest() {
        Told told = Told.opened(SECOND, plain(MANY));
        assertEquals("provider_reported_retryable 0@100", Told.said(told.answer(100, Answer.retryable())));
        assertEquals("await 1000", told.next(100));
        assertEquals("await 300", told.next(800));
        assertEquals("retry 1 primary@5000", told.next(5_000));
    }

    @Test
    void a_hint_is_a_floor_for_the_same_provider_and_nothing_to_the_next() {
        Told hinted = Told.opened(SECOND, plain(MANY));
        hinted.answer(0, Answer.retryable().retryAfter(Duration.ofSeconds(4)));
        assertEquals("await 4000", hinted.next(0));
        Told less = Told.opened(SECOND, plain(MANY));
        less.answer(0, Answer.retryable().retryAfter(Duration.ofMillis(4)));
        assertEquals("await 1000", less.next(0));
        Told next = Told.opened(SECOND, plain(MANY.with(Dimension.MAX_RETRIES, 0)));
        next.answer(0, Answer.retryable().retryAfter(Duration.ofSeconds(4)));
        assertEquals("await 1000", next.next(0));
    }

    @Test
    void waits_are_numbered_by_continuations() {
        Told told = Told.opened(new Backoff(BackoffKind.EXPONENTIAL, 1_000, 60_000, 2_000, Jitter.NONE), plain(MANY));
        told.answer(0, Answer.retryable());
        assertEquals("await 1000", told.next(0));
        told.next(1_000);
        told.answer(1_000, Answer.retryable());
        assertEquals("await 2000", told.next(1_000));
    }

    @Test
    void a_wait_that_does_not_fit_closes_at_once() {
        Told told = Told.opened(SECOND, within(1_099));
        assertEquals("provider_reported_retryable 0@100, stopped delay_exceeds_deadline@100",
                Told.said(told.answer(100, Answer.retryable())));
    }

    @Test
    void nothing_starts_while_it_stops_or_where_providers_are_unknown() {
        Told fresh = Told.justOpened(Backoff.NONE, plain(MANY));
        assertEquals("leave open", fresh.next(Told.stopping(9)));
        assertEquals("ask for providers", fresh.nextBlind(9));
        assertEquals("leave open", Told.said(Told.blind().next(fresh.state(), Told.stopping(9))));
        assertEquals("fresh 0 primary@9", fresh.next(9));
        Told safe = Told.opened(SECOND, plain(MANY));
        safe.answer(0, Answer.retryable());
        assertEquals("leave open", safe.next(Told.stopping(9)));
        Told cleared = doubted(plain(MANY)).verdict(20, VerdictKind.REDELIVER);
        assertEquals("leave open", cleared.next(Told.stopping(30)));
        Told keyed = Told.opened(Backoff.NONE, keyed(DoubtProfile.REDELIVER, MANY));
        assertEquals("leave open", keyed.next(Told.stopping(30)));
    }

    @Test
    void a_cancellation_is_written_once_and_closes_where_nothing_is_in_doubt() {
        Told fresh = Told.justOpened(Backoff.NONE, plain(MANY));
        List<Entry> entries = Told.machine(Backoff.NONE).cancelled(fresh.state(), Optional.of("ada"), Told.at(9));
        assertEquals("cancellation@9, stopped cancelled@9", Told.said(entries));
        assertEquals(Optional.of("ada"), ((Cancellation) entries.get(0).record()).by());
        Told doubted = doubted(plain(MANY));
        assertEquals("cancellation@30", Told.said(Told.blind().cancelled(doubted.state(), Optional.empty(), Told.at(30))));
        doubted.cancel(30);
        assertEquals(List.of(), Told.blind().cancelled(doubted.state(), Optional.empty(), Told.at(40)));
        assertEquals("finish uncertain_outcome", doubted.next(40));
        fresh.cancel(9);
        assertEquals(List.of(), Told.blind().cancelled(fresh.state(), Optional.empty(), Told.at(40)));
        Told settled = Told.opened(Backoff.NONE, plain(MANY));
        settled.answer(1, Answer.completed("ok"));
        assertEquals(List.of(), Told.blind().cancelled(settled.state(), Optional.empty(), Told.at(40)));
    }

    @Test
    void a_clock_that_went_back_is_recorded_with_the_next_step_and_not_without_one() {
        Moment behind = new Moment(Told.START, 2, Moment.Phase.RUNNING, Optional.of(Duration.ofMillis(1_234)));
        Told fresh = Told.justOpened(Backoff.NONE, plain(MANY));
        List<Entry> entries = ((Command.Append) Told.machine(Backoff.NONE).next(fresh.state(), behind)).entries();
        assertEquals("clock_regression -1@0, fresh 0 primary@0", Told.said(entries));
        assertEquals("{\"behind_millis\":1234}", entries.get(0).attachment().orElseThrow().utf8());
        assertEquals(2, entries.get(1).record().stamp().epoch());
        assertEquals("finish uncertain_outcome", doubted(plain(MANY)).next(behind));
    }

    @Test
    void what_is_decided_and_what_is_stamped_have_one_present_not_before_the_records() {
        Told told = Told.opened(SECOND, plain(MANY));
        told.answer(500, Answer.retryable());
        assertEquals("await 1000", told.next(-7_000));
        Moment moment = new Moment(Told.START, 3, Moment.Phase.STOPPING, Optional.of(Duration.ofMillis(5)));
        assertTrue(moment.notBefore(Told.START) == moment);
        assertEquals(
                new Moment(Told.START.plusMillis(1), 3, Moment.Phase.STOPPING, Optional.of(Duration.ofMillis(5))),
                moment.notBefore(Told.START.plusMillis(1)));
    }

    @Test
    void an_answer_to_nothing_is_a_fault_of_the_caller() {
        Told doubted = doubted(plain(MANY));
        String told = assertThrows(IllegalStateException.class, () -> doubted.answer(11, Answer.completed("twice"))).getMessage();
        assertTrue(told.contains("an outcome is of the newest intent"), told);
    }

    @Test
    void an_append_keeps_its_own_list() {
        List<Entry> given = new ArrayList<>();
        Command.Append append = new Command.Append(given);
        given.add(Entry.of(new Cancellation(Told.opened(Backoff.NONE, plain(MANY)).state().next(Told.START, 1), Optional.empty())));
        assertEquals(List.of(), append.entries());
    }

    @Test
    void another_verdict_without_a_response_is_another() {
        Told told = doubted(plain(MANY)).verdict(20, VerdictKind.ABANDONED);
        Finding other = Finding.of(VerdictKind.REDELIVER, "seen");
        assertTrue(Told.blind().reconciled(told.state(), 0, other, Told.at(30)) instanceof Reconciled.Other);
    }

    @Test
    void a_response_that_was_found_is_as_long_as_any_may_be_and_no_longer() {
        byte[] most = new byte[Math.toIntExact(Bounds.RESPONSE_BYTES_AT_MOST)];
        Finding completed = Finding.of(VerdictKind.COMPLETED, "seen");
        assertEquals(most.length, completed.withResponse(Bytes.of(most)).response().orElseThrow().size());
        Bytes longer = Bytes.of(new byte[most.length + 1]);
        assertThrows(IllegalArgumentException.class, () -> completed.withResponse(longer));
    }
}
