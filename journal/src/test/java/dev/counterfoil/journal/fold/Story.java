// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Records of one invocation, told one after the other: record n has sequence n and stands n times 10 ms after the start, under epoch 1.
 * Knows nothing of the grammar. Immutable: each step is a new story.
 */
record Story(List<JournalRecord> records, int attempts) {
    static final Instant START = Instant.ofEpochMilli(1_000_000);
    static final long STEP_MILLIS = 10;
    static final Charge CHARGE = Charge.ofAttempt(new Quote(100, 20, 7), 30, 40, List.of());
    static final Content ANSWER = Content.of("answer".getBytes(StandardCharsets.UTF_8));

    Story {
        records = List.copyOf(records);
    }

    static Story blank() {
        return new Story(List.of(), 0);
    }

    static Story open() {
        return open(Contract.NON_IDEMPOTENT, Deadline.NONE);
    }

    static Story open(Contract contract, Deadline deadline) {
        return blank().and(stamp -> opening(stamp, contract, deadline));
    }

    static Opening opening(Stamp stamp, Contract contract, Deadline deadline) {
        Binding binding = new Binding(
                Content.of("request".getBytes(StandardCharsets.UTF_8)),
                Optional.empty(),
                new Operation(contract, Optional.of("scope"), Optional.of("key")),
                Limits.unbounded(),
                deadline,
                List.of(ProviderSlot.cleared(new ProviderId("first")), ProviderSlot.cleared(new ProviderId("second"))),
                Quote.ZERO,
                DoubtProfile.STRICT,
                List.of(),
                Optional.empty());
        return new Opening(stamp, binding, Backoff.NONE, Optional.empty());
    }

    static Instant instant(int sequence) {
        return START.plusMillis(STEP_MILLIS * sequence);
    }

    Stamp stamp() {
        return new Stamp(records.size(), instant(records.size()), 1);
    }

    Story and(Function<Stamp, JournalRecord> record) {
        List<JournalRecord> more = new ArrayList<>(records);
        JournalRecord next = record.apply(stamp());
        more.add(next);
        return new Story(more, next instanceof Intent ? attempts + 1 : attempts);
    }

    Story fresh() {
        return intent(AttemptKind.FRESH, Optional.empty(), CHARGE);
    }

    Story retry(OutcomeClass prior) {
        return intent(AttemptKind.RETRY, Optional.of(prior), CHARGE);
    }

    Story failover(OutcomeClass prior) {
        return intent(AttemptKind.FAILOVER, Optional.of(prior), CHARGE);
    }

    Story redelivery() {
        return intent(AttemptKind.REDELIVERY, Optional.of(OutcomeClass.UNCERTAIN), CHARGE);
    }

    Story intent(AttemptKind kind, Optional<OutcomeClass> prior, Charge charge) {
        ProviderId provider = new ProviderId(kind == AttemptKind.FAILOVER ? "second" : "first");
        return and(stamp -> new Intent(stamp, attempts, kind, provider, charge, prior, Optional.empty()));
    }

    Story outcome(OutcomeClass outcomeClass) {
        return outcome(outcomeClass, Usage.UNKNOWN);
    }

    Story outcome(OutcomeClass outcomeClass, Usage usage) {
        return outcome(outcomeClass, usage, attempts - 1);
    }

    Story outcome(OutcomeClass outcomeClass, Usage usage, int ordinal) {
        return and(stamp -> outcome(stamp, ordinal, outcomeClass, usage));
    }

    static Outcome outcome(Stamp stamp, int ordinal, OutcomeClass outcomeClass, Usage usage) {
        Optional<Content> response = outcomeClass == OutcomeClass.COMPLETED_WITH_RESPONSE ? Optional.of(ANSWER) : Optional.empty();
        return new Outcome(stamp, ordinal, outcomeClass, Optional.empty(), usage, response, Optional.empty(), OptionalLong.empty());
    }

    Story verdict(VerdictKind kind) {
        return and(stamp -> verdict(stamp, attempts - 1, kind));
    }

    Story verdict(VerdictKind kind, VerdictGround ground) {
        int ordinal = attempts - 1;
        return and(stamp -> new Verdict(stamp, ordinal, kind, ground, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    static Verdict verdict(Stamp stamp, int ordinal, VerdictKind kind) {
        return new Verdict(stamp, ordinal, kind, VerdictGround.PERSON, Optional.empty(), Optional.of("ada"), Optional.empty());
    }

    Story cancel() {
        return and(stamp -> new Cancellation(stamp, Optional.empty()));
    }

    Story evidence(int ordinal) {
        OptionalInt about = ordinal < 0 ? OptionalInt.empty() : OptionalInt.of(ordinal);
        return and(stamp -> new Evidence(stamp, about, EvidenceKind.LOOKUP, ANSWER));
    }

    Story close(ClosingReason reason) {
        ClosingStatus status = reason == ClosingReason.Ending.COMPLETED ? ClosingStatus.SETTLED : ClosingStatus.STOPPED;
        return and(stamp -> new Closing(stamp, status, reason));
    }

    /** The state after all records; an error where one of them is a violation. */
    InvocationState state() {
        FoldStep last = fold();
        if (last instanceof FoldStep.Folded folded) {
            return folded.state();
        }
        throw new AssertionError(((FoldStep.Violation) last).rule() + " in " + records);
    }

    /** What the first violation or the last record gives. */
    FoldStep fold() {
        return fold(records);
    }

    static FoldStep fold(List<JournalRecord> records) {
        FoldStep step = JournalFold.first(records.get(0));
        return fold(step, records.subList(1, records.size()));
    }

    static FoldStep fold(FoldStep from, List<JournalRecord> records) {
        FoldStep step = from;
        for (JournalRecord record : records) {
            if (!(step instanceof FoldStep.Folded folded)) {
                return step;
            }
            step = JournalFold.next(folded.state(), record);
        }
        return step;
    }
}
