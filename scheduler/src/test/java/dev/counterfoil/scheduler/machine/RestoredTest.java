// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.admission.NextAttempt;
import dev.counterfoil.scheduler.admission.Readmission;
import dev.counterfoil.scheduler.admission.WaitSource;
import dev.counterfoil.scheduler.backoff.JitterSource;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a restoration makes of an open invocation: the attempt that the original may have made, in doubt, and no other. */
final class RestoredTest {
    private static final InvocationId ID = new InvocationId("order-17");
    private static final ProviderId PRIMARY = new ProviderId("primary");
    private static final ProviderId FALLBACK = new ProviderId("fallback");
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant RESTORED = START.plusSeconds(3_600);
    private static final Bytes NOTE = Bytes.utf8("a note");
    private static final Backoff SLOW = Backoff.fixed(Duration.ofMinutes(5));

    /** The last moment of the original: it knows its providers, and waits long. */
    private static final InvocationMachine ORIGINAL = new InvocationMachine(new Terms(
            ID, SLOW, JitterSource.ofInvocation(), Optional.of(Map.of(PRIMARY, Optional.empty(), FALLBACK, Optional.empty()))));
    private static final InvocationMachine RESTORER =
            new InvocationMachine(new Terms(ID, SLOW, JitterSource.ofInvocation(), Optional.empty()));

    /** Whether the original can have gone to another provider from the primary. */
    private enum Elsewhere {
        POSSIBLE,
        NO_FAILOVER_ALLOWED,
        NOBODY_ELSE,
        NOT_CLEARED;

        List<ProviderSlot> order() {
            return switch (this) {
                case POSSIBLE, NO_FAILOVER_ALLOWED -> List.of(ProviderSlot.cleared(PRIMARY), ProviderSlot.cleared(FALLBACK));
                case NOBODY_ELSE -> List.of(ProviderSlot.cleared(PRIMARY));
                case NOT_CLEARED -> List.of(ProviderSlot.cleared(PRIMARY),
                        new ProviderSlot(FALLBACK, Clearance.NOT_CLEARED, Ceiling.unbounded(), Optional.empty()));
            };
        }

        Limits limit(Limits limits) {
            return this == NO_FAILOVER_ALLOWED ? limits.with(Dimension.MAX_FAILOVERS, 0) : limits;
        }
    }

    private record Case(Contract contract, DoubtProfile profile, Elsewhere elsewhere, long maxCalls) {
        Binding binding() {
            return new Binding(
                    Bytes.utf8("request").content(), Optional.empty(), new Operation(contract, Optional.of("scope"), Optional.of("key")),
                    elsewhere.limit(Limits.unbounded().with(Dimension.MAX_CALLS, maxCalls).with(Dimension.MAX_RETRIES, 1)), Deadline.NONE,
                    elsewhere.order(), new Quote(1, 2, 3), profile, List.of(), Optional.empty());
        }

        /** Whether sending again is harmless, wherever the original sent from a doubt at the primary. */
        boolean isHarmless() {
            return contract == Contract.READ_ONLY
                    || contract == Contract.RECEIVER_IDEMPOTENT && elsewhere != Elsewhere.POSSIBLE;
        }

        /** The opening and nothing else. */
        InvocationState opened() {
            Opening opening = new Opening(new Stamp(0, START, 1), binding(), SLOW, Optional.empty());
            return ((FoldStep.Folded) JournalFold.first(opening)).state();
        }

        /** An open intent; later attempts are made whatever their wait. */
        InvocationState started() {
            return started(opened());
        }

        InvocationState started(InvocationState state) {
            Intent intent = NextAttempt.of(state, state.last().at(), WaitSource.NONE).orElseThrow()
                    .decision().match(admitted -> admitted.intent(state.next(state.last().at(), state.last().epoch()), Optional.empty()),
                            refusal -> {
                                throw new AssertionError(refusal.message());
                            });
            return folded(state, List.of(Entry.of(intent)));
        }

        InvocationState answered(Answer answer) {
            return answered(started(), answer);
        }

        /** The outcome alone, as where the process ended behind it. */
        InvocationState answered(InvocationState state, Answer answer) {
            return folded(state, ORIGINAL.answered(state, answer, at(START.plusMillis(5))).entries().subList(0, 1));
        }

        /** A verdict alone. */
        InvocationState cleared(VerdictKind verdict) {
            InvocationState doubt = answered(Answer.uncertain());
            Reconciled reconciled = RESTORER.reconciled(doubt, 0, Finding.of(verdict, "seen"), at(START.plusMillis(9)));
            return folded(doubt, assertInstanceOf(Reconciled.Records.class, reconciled).entries().subList(0, 1));
        }
    }

    private static Moment at(Instant instant) {
        return new Moment(instant, 1, Moment.Phase.RUNNING, Optional.empty());
    }

    private static InvocationState folded(InvocationState from, List<Entry> entries) {
        InvocationState state = from;
        for (Entry entry : entries) {
            state = ((FoldStep.Folded) JournalFold.next(state, entry.record())).state();
        }
        return state;
    }

    private static List<Entry> restored(InvocationState state) {
        return RESTORER.restored(state, NOTE, new Moment(RESTORED, 7, Moment.Phase.STOPPING, Optional.empty()));
    }

    private static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Contract contract : Contract.values()) {
            for (DoubtProfile profile : DoubtProfile.values()) {
                for (Elsewhere elsewhere : Elsewhere.values()) {
                    cases.add(new Case(contract, profile, elsewhere, 9));
                }
            }
        }
        return cases.stream();
    }

    /** The stand-in, checked by the law and by where it leaves the invocation. */
    private static void standsIn(InvocationState before, AttemptKind kind, ProviderId provider) {
        List<Entry> entries = restored(before);
        assertEquals(2, entries.size());
        Intent intent = assertInstanceOf(Intent.class, entries.get(0).record());
        assertEquals(new Stamp(before.last().sequence() + 1, before.last().at(), 7), intent.stamp());
        assertEquals(kind, intent.kind());
        assertEquals(provider, intent.provider());
        assertEquals(Optional.empty(), Readmission.check(before, intent));
        evidence(entries.get(1), intent.ordinal());
        InvocationState after = folded(before, entries);
        assertEquals(Tail.DOUBT, after.tail());
        assertEquals(before.totals().calls() + 1, after.totals().calls());
        assertEquals(before.totals().costMicros() + 3, after.totals().costMicros());
        // Restored again from a backup of itself, the doubt stays one doubt.
        assertEquals(1, restored(after).size());
    }

    private static void evidence(Entry entry, int ordinal) {
        Evidence evidence = assertInstanceOf(Evidence.class, entry.record());
        assertEquals(EvidenceKind.RESTORED, evidence.what());
        assertEquals(RESTORED, evidence.stamp().at());
        assertEquals(7, evidence.stamp().epoch());
        assertEquals(NOTE.content(), evidence.content());
        assertEquals(Optional.of(NOTE), entry.attachment());
        assertEquals(ordinal, evidence.ordinal().orElse(-1));
    }

    private static void staysAsItIs(InvocationState before, int ordinal) {
        List<Entry> entries = restored(before);
        assertEquals(1, entries.size(), () -> "only evidence of " + before.tail());
        evidence(entries.get(0), ordinal);
        InvocationState after = folded(before, entries);
        assertEquals(before.tail(), after.tail());
        assertEquals(before.totals(), after.totals());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void where_an_attempt_came_next_the_one_that_came_next_is_in_doubt(Case each) {
        standsIn(each.opened(), AttemptKind.FRESH, PRIMARY);
        standsIn(each.answered(Answer.rejected()), AttemptKind.RETRY, PRIMARY);
        standsIn(each.answered(Answer.retryable()), AttemptKind.RETRY, PRIMARY);
        InvocationState failed = each.answered(each.started(each.answered(Answer.retryable())), Answer.retryable());
        if (each.elsewhere() == Elsewhere.POSSIBLE) {
            standsIn(failed, AttemptKind.FAILOVER, FALLBACK);
        } else {
            staysAsItIs(failed, 1);
        }
        standsIn(each.cleared(VerdictKind.NOT_APPLIED), AttemptKind.REDELIVERY, PRIMARY);
        standsIn(each.cleared(VerdictKind.REDELIVER), AttemptKind.REDELIVERY, PRIMARY);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_doubt_stays_and_what_could_not_send_any_more_gets_evidence_only(Case each) {
        staysAsItIs(each.started(), 0);
        staysAsItIs(each.answered(Answer.uncertain()), 0);
        staysAsItIs(each.answered(Answer.completed("done")), 0);
        staysAsItIs(each.answered(Answer.permanentlyRejected()), 0);
        staysAsItIs(each.cleared(VerdictKind.COMPLETED), 0);
        staysAsItIs(each.cleared(VerdictKind.ABANDONED), 0);
        Case last = new Case(each.contract(), each.profile(), each.elsewhere(), 1);
        staysAsItIs(last.answered(Answer.retryable()), 0);
        staysAsItIs(last.cleared(VerdictKind.NOT_APPLIED), 0);
        staysAsItIs(last.cleared(VerdictKind.REDELIVER), 0);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void after_a_cancellation_nothing_could_start(Case each) {
        for (InvocationState state : List.of(each.opened(), each.answered(Answer.retryable()), each.cleared(VerdictKind.NOT_APPLIED))) {
            JournalRecord cancellation = ORIGINAL.cancelled(state, Optional.of("a person"), at(START.plusMillis(11))).get(0).record();
            staysAsItIs(folded(state, List.of(Entry.of(cancellation))), state.attempts().count() - 1);
        }
    }

    /** Every open tail that a copy can have, in doubt once it is restored; from each of them the original may send to the primary. */
    private static List<InvocationState> atThePrimary(Case each) {
        return Stream.of(
                        each.opened(), each.started(), each.answered(Answer.uncertain()), each.answered(Answer.rejected()),
                        each.answered(Answer.retryable()), each.cleared(VerdictKind.NOT_APPLIED), each.cleared(VerdictKind.REDELIVER))
                .map(state -> folded(state, restored(state)))
                .toList();
    }

    private static Command next(InvocationState state, int seconds) {
        return ORIGINAL.next(state, new Moment(RESTORED.plusSeconds(seconds), 9, Moment.Phase.RUNNING, Optional.empty()));
    }

    /** A command that goes towards sending again: the verdict by contract, behind which an attempt stands or is waited for. */
    private static boolean sends(Command next) {
        return next instanceof Command.Append append
                && append.entries().get(0).record() instanceof Verdict verdict && verdict.verdict() == VerdictKind.REDELIVER;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void it_sends_again_by_itself_only_where_that_is_harmless_wherever_the_original_sent(Case each) {
        boolean sendsAgain = each.profile() == DoubtProfile.REDELIVER && each.isHarmless();
        for (InvocationState after : atThePrimary(each)) {
            assertEquals(Tail.DOUBT, after.tail());
            // A retry is spent where the stand-in is one, so the only one that is left may be refused; then nothing is sent either.
            boolean refused = after.totals().retries() > 0;
            Command next = next(after, 600);
            if (sendsAgain && refused) {
                assertEquals(new Command.Finish("retries_exhausted"), next);
            } else if (sendsAgain) {
                assertTrue(sends(next), next.toString());
            } else {
                String why = after.attempts().newest().flatMap(Attempt::outcome).isEmpty() ? "open_intent" : "uncertain_outcome";
                assertEquals(new Command.Finish(why), next);
            }
        }
    }

    @Test
    void a_doubt_at_the_last_provider_is_one_receiver_s_whose_key_holds() {
        Case each = new Case(Contract.RECEIVER_IDEMPOTENT, DoubtProfile.REDELIVER, Elsewhere.POSSIBLE, 9);
        InvocationState turnedAway = each.answered(Answer.notDispatched(OutcomeReason.COMMAND_MISSING));
        InvocationState standIn = folded(turnedAway, restored(turnedAway));
        InvocationState doubt = each.started(turnedAway);
        InvocationState restoredDoubt = folded(doubt, restored(doubt));
        for (InvocationState after : List.of(standIn, restoredDoubt)) {
            assertEquals(FALLBACK, after.attempts().newest().orElseThrow().intent().provider());
            assertTrue(sends(next(after, 600)));
            assertEquals(List.of(), intents(verdict(after, VerdictKind.NOT_APPLIED)));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_doubt_that_the_restored_journal_made_itself_is_one_as_ever(Case each) {
        InvocationState restored = folded(each.opened(), restored(each.opened()));
        InvocationState cleared = folded(restored, verdict(restored, VerdictKind.NOT_APPLIED));
        InvocationState doubt = each.started(cleared);
        assertEquals(Tail.DOUBT, doubt.tail());
        assertFalse(doubt.isInRestoredDoubt());
        Command next = next(doubt, 600);
        boolean asEver = each.profile() == DoubtProfile.REDELIVER && each.contract() != Contract.NON_IDEMPOTENT;
        assertEquals(asEver ? new Command.Finish("retries_exhausted") : new Command.Finish("open_intent"), next);
    }

    private static List<Entry> verdict(InvocationState state, VerdictKind kind) {
        Moment moment = new Moment(RESTORED.plusSeconds(60), 8, Moment.Phase.RUNNING, Optional.empty());
        int newest = state.attempts().count() - 1;
        return assertInstanceOf(Reconciled.Records.class, RESTORER.reconciled(state, newest, Finding.of(kind, "seen"), moment)).entries();
    }

    private static List<Intent> intents(List<Entry> entries) {
        return entries.stream().map(Entry::record).filter(Intent.class::isInstance).map(Intent.class::cast).toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_person_who_clears_a_doubt_of_the_copy_must_say_too_what_the_original_did_after_the_same_verdict(Case each) {
        for (InvocationState doubt : List.of(each.started(), each.answered(Answer.uncertain()))) {
            InvocationState restored = folded(doubt, restored(doubt));
            for (VerdictKind kind : List.of(VerdictKind.NOT_APPLIED, VerdictKind.REDELIVER)) {
                List<Entry> entries = verdict(restored, kind);
                InvocationState cleared = folded(restored, entries);
                if (each.isHarmless()) {
                    assertEquals(List.of(), intents(entries));
                    continue;
                }
                Intent intent = intents(entries).get(0);
                assertEquals(AttemptKind.REDELIVERY, intent.kind());
                assertEquals(Optional.empty(), Readmission.check(folded(restored, entries.subList(0, 1)), intent));
                assertEquals(Tail.DOUBT, cleared.tail());
                assertEquals(restored.totals().calls() + 1, cleared.totals().calls());
                assertTrue(cleared.isInRestoredDoubt());
                assertEquals(new Command.Finish("open_intent"), next(cleared, 600));
                assertEquals(List.of(), intents(verdict(cleared, VerdictKind.NOT_APPLIED)), "it ends there");
            }
            assertEquals(List.of(), intents(verdict(restored, VerdictKind.COMPLETED)));
            assertEquals(List.of(), intents(verdict(restored, VerdictKind.ABANDONED)));
        }
        InvocationState standIn = folded(each.opened(), restored(each.opened()));
        assertEquals(List.of(), intents(verdict(standIn, VerdictKind.NOT_APPLIED)));
    }

    @Test
    void a_clock_behind_the_last_record_is_recorded_and_stamps_nothing_before_it() {
        Case each = cases().findFirst().orElseThrow();
        Moment behind = new Moment(START.minusSeconds(60), 7, Moment.Phase.STOPPING, Optional.of(Duration.ofSeconds(60)));
        List<Entry> entries = RESTORER.restored(each.opened(), NOTE, behind);
        assertEquals(3, entries.size());
        assertEquals(EvidenceKind.CLOCK_REGRESSION, ((Evidence) entries.get(1).record()).what());
        assertTrue(entries.stream().allMatch(entry -> entry.record().stamp().at().equals(START)));
    }

    @Test
    void a_dispatcher_that_keeps_all_it_may_hides_no_doubt_from_a_restoration() {
        Case each = new Case(Contract.RECEIVER_IDEMPOTENT, DoubtProfile.STRICT, Elsewhere.POSSIBLE, 9);
        Answer answer = Answer.uncertain();
        for (int i = 0; i <= Bounds.EVIDENCE_PER_ATTEMPT; i++) {
            answer = answer.keeping(EvidenceKind.LOOKUP, NOTE);
        }
        InvocationState state = each.started();
        state = folded(state, ORIGINAL.answered(state, answer, at(START.plusMillis(5))).entries());
        evidence(restored(state).get(0), 0);
        assertTrue(folded(state, restored(state)).isInRestoredDoubt());
    }

    private static InvocationState restored(InvocationState doubt, int times) {
        return Stream.iterate(doubt, state -> folded(state, restored(state))).skip(times).findFirst().orElseThrow();
    }

    @Test
    void an_attempt_with_all_the_evidence_it_may_have_is_restored_all_the_same() {
        InvocationState state = restored(cases().findFirst().orElseThrow().started(), Bounds.EVIDENCE_PER_ATTEMPT);
        assertTrue(((Evidence) restored(state).get(0).record()).ordinal().isEmpty());
    }

    @Test
    void evidence_of_the_restoration_finds_room_at_an_earlier_attempt() {
        Case each = new Case(Contract.NON_IDEMPOTENT, DoubtProfile.STRICT, Elsewhere.POSSIBLE, 9);
        InvocationState second = each.started(each.answered(Answer.retryable()));
        for (InvocationState doubt : List.of(second, each.started(each.answered(second, Answer.retryable())))) {
            int newest = doubt.attempts().count() - 1;
            InvocationState state = restored(doubt, 2 * Bounds.EVIDENCE_PER_ATTEMPT);
            assertEquals(newest - 1, ((Evidence) restored(state).get(0).record()).ordinal().orElseThrow());
            assertEquals(OptionalInt.of(newest), state.restoredDoubt());
        }
    }
}
