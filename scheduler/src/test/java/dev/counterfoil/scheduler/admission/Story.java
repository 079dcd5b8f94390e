// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An invocation told step by step: what is asked for goes through admission, what is admitted goes through the fold. Confined. */
final class Story {
    static final ProviderId P = new ProviderId("p");
    static final ProviderId F = new ProviderId("f");
    static final ProviderId G = new ProviderId("g");
    static final OutcomeClass SAFE = OutcomeClass.PROVIDER_REPORTED_RETRYABLE;
    static final Instant START = Instant.ofEpochMilli(1_000_000);

    private InvocationState state;
    private Instant now = START;

    Story(Binding binding) {
        state = folded(JournalFold.first(new Opening(new Stamp(0, START, 1), binding, Backoff.NONE, Optional.empty())));
    }

    static Limits limits(long calls, long retries, long failovers) {
        return Limits.unbounded()
                .with(Dimension.MAX_CALLS, calls)
                .with(Dimension.MAX_RETRIES, retries)
                .with(Dimension.MAX_FAILOVERS, failovers);
    }

    static List<ProviderSlot> order(ProviderId... ids) {
        return List.of(ids).stream().map(ProviderSlot::cleared).toList();
    }

    static Binding binding(Limits limits, List<ProviderSlot> order) {
        return binding(limits, order, Deadline.NONE, Operation.UNDECLARED, new Quote(4, 2, 3));
    }

    static Binding binding(Limits limits, List<ProviderSlot> order, Deadline deadline, Operation operation, Quote quote) {
        Content request = Content.of("0123456789".getBytes(StandardCharsets.UTF_8));
        return new Binding(
                request, Optional.empty(), operation, limits, deadline, order, quote, DoubtProfile.STRICT, List.of(), Optional.empty());
    }

    static Story of(Limits limits, ProviderId... ids) {
        return new Story(binding(limits, order(ids)));
    }

    static Story readOnly(Limits limits, ProviderId... ids) {
        Operation operation = new Operation(Contract.READ_ONLY, Optional.empty(), Optional.empty());
        return new Story(binding(limits, order(ids), Deadline.NONE, operation, Quote.ZERO));
    }

    static Story until(long deadlineMillis, Limits limits, ProviderId... ids) {
        Deadline deadline = Deadline.absolute(START.plusMillis(deadlineMillis));
        return new Story(binding(limits, order(ids), deadline, Operation.UNDECLARED, Quote.ZERO));
    }

    static Charge charge(long context, long output, long cost) {
        return Charge.ofAttempt(new Quote(context, output, cost), 10, 20, List.of());
    }

    /** Sets the present, in milliseconds since the opening. */
    Story at(long millis) {
        now = START.plusMillis(millis);
        return this;
    }

    Decision ask(AttemptKind kind, ProviderId provider, Charge charge) {
        return Admission.admit(ledger(), new AttemptRequest(kind, provider, charge, Duration.ZERO, Duration.ZERO), now);
    }

    Refusal refused(AttemptKind kind, ProviderId provider, Charge charge) {
        Ledger before = ledger();
        Refusal refusal = ((Decision.Refused) ask(kind, provider, charge)).refusal();
        assertEquals(before, ledger(), "a refusal charges nothing");
        return refusal;
    }

    RefusalCode code(AttemptKind kind, ProviderId provider) {
        return refused(kind, provider, charge(0, 0, 0)).code();
    }

    /** Charges an attempt that has to be admitted; the ledger it promised is the ledger that is folded. */
    Story attempt(AttemptKind kind, ProviderId provider, Charge charge) {
        return attempt((Admitted) ask(kind, provider, charge));
    }

    Story attempt(Admitted admitted) {
        assertEquals(ledger().attempts(), admitted.ordinal());
        fold(admitted.intent(state.next(now, 1), Optional.empty()));
        assertEquals(admitted.after(), ledger());
        return this;
    }

    Story attempt(AttemptKind kind, ProviderId provider) {
        return attempt(kind, provider, charge(0, 0, 0));
    }

    Story outcome(OutcomeClass outcomeClass, Usage usage) {
        return outcome(outcomeClass, usage, Optional.empty());
    }

    Story outcome(OutcomeClass outcomeClass) {
        return outcome(outcomeClass, Usage.UNKNOWN, Optional.empty());
    }

    Story commandMissing() {
        return outcome(OutcomeClass.NOT_DISPATCHED, Usage.UNKNOWN, Optional.of(OutcomeReason.COMMAND_MISSING));
    }

    private Story outcome(OutcomeClass outcomeClass, Usage usage, Optional<OutcomeReason> reason) {
        Optional<Content> response = outcomeClass == OutcomeClass.COMPLETED_WITH_RESPONSE
                ? Optional.of(Content.of(new byte[] {1}))
                : Optional.empty();
        return fold(new Outcome(
                state.next(now, 1), newest(), outcomeClass, Optional.empty(), usage, response, reason, OptionalLong.empty()));
    }

    Story safe(AttemptKind kind, ProviderId provider, Charge charge) {
        return attempt(kind, provider, charge).outcome(SAFE);
    }

    Story safe(AttemptKind kind, ProviderId provider) {
        return attempt(kind, provider).outcome(SAFE);
    }

    Story verdict(VerdictKind verdict) {
        return verdict(verdict, VerdictGround.PERSON);
    }

    Story verdict(VerdictKind verdict, VerdictGround ground) {
        return fold(new Verdict(
                state.next(now, 1), newest(), verdict, ground, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    Story cancel() {
        return fold(new Cancellation(state.next(now, 1), Optional.empty()));
    }

    Story fold(JournalRecord record) {
        state = folded(JournalFold.next(state, record));
        return this;
    }

    private static InvocationState folded(FoldStep step) {
        return step instanceof FoldStep.Folded folded
                ? folded.state()
                : fail(((FoldStep.Violation) step).rule());
    }

    private int newest() {
        return state.attempts().count() - 1;
    }

    Intent newestIntent() {
        return state.attempts().newest().orElseThrow().intent();
    }

    InvocationState state() {
        return state;
    }

    Instant now() {
        return now;
    }

    Ledger ledger() {
        return Ledger.of(state);
    }
}
