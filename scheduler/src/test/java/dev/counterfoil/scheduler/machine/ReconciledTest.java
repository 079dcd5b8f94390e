// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.backoff.JitterSource;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the machine makes of a person's finding. It knows providers here, so that it could start an attempt, and must not. */
final class ReconciledTest {
    private static final InvocationId ID = new InvocationId("order-17");
    private static final ProviderId PRIMARY = new ProviderId("primary");
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final Moment MOMENT = new Moment(START, 1, Moment.Phase.RUNNING, Optional.empty());
    private static final InvocationMachine MACHINE = new InvocationMachine(
            new Terms(ID, Backoff.NONE, JitterSource.ofInvocation(), Optional.of(Map.of(PRIMARY, Optional.empty()))));

    private static InvocationState opened(Contract contract, DoubtProfile profile, long maxCalls) {
        Bytes request = Bytes.utf8("request");
        Binding binding = new Binding(
                request.content(), Optional.empty(), new Operation(contract, Optional.of("scope"), Optional.of("key")),
                Limits.unbounded().with(Dimension.MAX_CALLS, maxCalls), Deadline.NONE, List.of(ProviderSlot.cleared(PRIMARY)), Quote.ZERO,
                profile, List.of(), Optional.empty());
        return folded(MACHINE.open(binding, Backoff.NONE, request, Optional.empty(), MOMENT).entries());
    }

    /** An open intent. */
    private static InvocationState intent(long maxCalls) {
        return opened(Contract.NON_IDEMPOTENT, DoubtProfile.STRICT, maxCalls);
    }

    private static InvocationState folded(List<Entry> entries) {
        InvocationState state = ((FoldStep.Folded) JournalFold.first(entries.get(0).record())).state();
        return folded(state, entries.subList(1, entries.size()));
    }

    private static InvocationState folded(InvocationState from, List<Entry> entries) {
        InvocationState state = from;
        for (Entry entry : entries) {
            state = ((FoldStep.Folded) JournalFold.next(state, entry.record())).state();
        }
        return state;
    }

    private static List<Entry> records(Reconciled reconciled) {
        return assertInstanceOf(Reconciled.Records.class, reconciled).entries();
    }

    private static String kinds(List<Entry> entries) {
        return entries.stream().map(entry -> entry.record().getClass().getSimpleName()).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @EnumSource
    void a_verdict_is_followed_by_what_the_table_closes_and_never_by_an_intent(VerdictKind kind) {
        for (Contract contract : Contract.values()) {
            for (DoubtProfile profile : DoubtProfile.values()) {
                for (long maxCalls = 1; maxCalls <= 2; maxCalls++) {
                    InvocationState state = opened(contract, profile, maxCalls);
                    List<Entry> entries = records(MACHINE.reconciled(state, 0, Finding.of(kind, "seen"), MOMENT));
                    boolean ends = kind == VerdictKind.COMPLETED || kind == VerdictKind.ABANDONED || maxCalls == 1;
                    assertEquals(ends ? "Verdict Closing" : "Verdict", kinds(entries), contract + " " + profile + " " + maxCalls);
                    assertEquals(Optional.of(Bytes.utf8("seen")), entries.get(0).attachment());
                    InvocationState after = folded(state, entries);
                    assertEquals(ends, after.closing().isPresent());
                    if (!ends) {
                        Command.Append next = assertInstanceOf(Command.Append.class, MACHINE.next(after, MOMENT));
                        assertInstanceOf(Intent.class, next.entries().get(0).record(), "a run goes on");
                    }
                }
            }
        }
    }

    @Test
    void closings_name_what_ended_it() {
        assertEquals("completed", reason(VerdictKind.COMPLETED, 2));
        assertEquals("abandoned", reason(VerdictKind.ABANDONED, 2));
        assertEquals("calls_exhausted", reason(VerdictKind.NOT_APPLIED, 1));
        assertEquals("calls_exhausted", reason(VerdictKind.REDELIVER, 1));
    }

    private static String reason(VerdictKind kind, long maxCalls) {
        List<Entry> entries = records(MACHINE.reconciled(intent(maxCalls), 0, Finding.of(kind, "seen"), MOMENT));
        return ((Closing) entries.get(1).record()).reason().code();
    }

    @Test
    void a_response_that_was_found_goes_beside_the_verdict_and_its_digest_into_it() {
        Bytes response = Bytes.utf8("found");
        Finding finding = Finding.of(VerdictKind.COMPLETED, "seen").withResponse(response).foundBy("Zoë");
        Entry entry = records(MACHINE.reconciled(intent(1), 0, finding, MOMENT)).get(0);
        assertEquals(Optional.of(response), entry.payload());
        assertEquals(Optional.of(response.content().sha256()), ((Verdict) entry.record()).response());
        assertEquals(Optional.of("Zoë"), ((Verdict) entry.record()).by());
    }

    @Test
    void the_same_again_is_the_same_and_another_is_another_even_after_the_closing() {
        InvocationState state = intent(1);
        Finding finding = Finding.of(VerdictKind.COMPLETED, "seen").withResponse(Bytes.utf8("found"));
        InvocationState after = folded(state, records(MACHINE.reconciled(state, 0, finding, MOMENT)));
        Finding otherWords = Finding.of(VerdictKind.COMPLETED, "heard").withResponse(Bytes.utf8("found"));
        assertInstanceOf(Reconciled.Same.class, MACHINE.reconciled(after, 0, finding, MOMENT));
        assertInstanceOf(Reconciled.Same.class, MACHINE.reconciled(after, 0, otherWords, MOMENT));
        for (Finding other : List.of(Finding.of(VerdictKind.COMPLETED, "seen"), Finding.of(VerdictKind.ABANDONED, "seen"),
                finding.withResponse(Bytes.utf8("other")))) {
            assertInstanceOf(Reconciled.Other.class, MACHINE.reconciled(after, 0, other, MOMENT));
        }
    }

    @Test
    void what_is_not_in_doubt_cannot_be_cleared() {
        InvocationState state = intent(1);
        Finding finding = Finding.of(VerdictKind.NOT_APPLIED, "seen");
        assertInstanceOf(Reconciled.NotInDoubt.class, MACHINE.reconciled(state, 1, finding, MOMENT));
        assertInstanceOf(Reconciled.NotInDoubt.class, MACHINE.reconciled(state, -1, finding, MOMENT));
        for (Answer answer : List.of(Answer.completed("answer"), Answer.permanentlyRejected(), Answer.retryable())) {
            InvocationState answered = folded(state, MACHINE.answered(state, answer, MOMENT).entries());
            assertInstanceOf(Reconciled.NotInDoubt.class, MACHINE.reconciled(answered, 0, finding, MOMENT));
        }
    }

    @Test
    void a_clock_that_went_back_is_recorded_with_the_verdict() {
        Moment behind = new Moment(START, 1, Moment.Phase.RUNNING, Optional.of(Duration.ofSeconds(5)));
        List<Entry> entries = records(MACHINE.reconciled(intent(1), 0, Finding.of(VerdictKind.ABANDONED, "seen"), behind));
        assertEquals("Evidence Verdict Closing", kinds(entries));
        assertEquals("clock_regression", ((Evidence) entries.get(0).record()).what().code());
    }

    @Test
    void a_finding_has_evidence_within_its_bound_and_a_response_only_where_it_happened() {
        assertThrows(IllegalArgumentException.class, () -> Finding.of(VerdictKind.COMPLETED, ""));
        assertThrows(IllegalArgumentException.class, () -> Finding.of(VerdictKind.COMPLETED, "x".repeat(Bounds.EVIDENCE_BYTES + 1)));
        assertEquals(Bounds.EVIDENCE_BYTES, Finding.of(VerdictKind.COMPLETED, "x".repeat(Bounds.EVIDENCE_BYTES)).evidence().size());
        Finding abandoned = Finding.of(VerdictKind.ABANDONED, "seen");
        assertThrows(IllegalArgumentException.class, () -> abandoned.withResponse(Bytes.EMPTY));
        assertThrows(IllegalArgumentException.class, () -> abandoned.foundBy("two\nlines"));
    }
}
