// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Entries of one invocation with one provider, each with the sequence that it is given, all at the same instant and epoch 1. Pure. */
final class Steps {
    private static final Instant AT = Instant.ofEpochMilli(1_000_000);
    private static final Bytes REQUEST = Bytes.utf8("request");
    private static final ProviderId PROVIDER = new ProviderId("first");

    private Steps() {}

    static Stamp stamp(long sequence) {
        return new Stamp(sequence, AT, 1);
    }

    static Entry opening() {
        Binding binding = new Binding(
                REQUEST.content(),
                Optional.empty(),
                new Operation(Contract.NON_IDEMPOTENT, Optional.of("scope"), Optional.of("key")),
                Limits.unbounded(),
                Deadline.NONE,
                List.of(ProviderSlot.cleared(PROVIDER)),
                Quote.ZERO,
                DoubtProfile.STRICT,
                List.of(),
                Optional.empty());
        return new Entry(new Opening(stamp(0), binding, Backoff.NONE, Optional.empty()), Optional.of(REQUEST), Optional.empty());
    }

    static Entry intent(long sequence) {
        Charge charge = Charge.ofAttempt(new Quote(100, 20, 7), 30, 40, List.of());
        return Entry.of(new Intent(stamp(sequence), 0, AttemptKind.FRESH, PROVIDER, charge, Optional.empty(), Optional.empty()));
    }

    static Entry outcome(long sequence, OutcomeClass outcomeClass) {
        return Entry.of(new Outcome(stamp(sequence), 0, outcomeClass, Optional.empty(), Usage.UNKNOWN, Optional.empty(),
                Optional.empty(), OptionalLong.empty()));
    }

    static Entry verdict(long sequence) {
        return Entry.of(new Verdict(stamp(sequence), 0, VerdictKind.NOT_APPLIED, VerdictGround.PERSON, Optional.empty(),
                Optional.of("ada"), Optional.empty()));
    }

    static Entry cancellation(long sequence) {
        return Entry.of(new Cancellation(stamp(sequence), Optional.of("ada")));
    }

    static Entry evidence(long sequence) {
        Bytes content = Bytes.utf8("evidence");
        return Entry.of(new Evidence(stamp(sequence), OptionalInt.empty(), EvidenceKind.LOOKUP, content.content()), content);
    }

    static Entry closing(long sequence) {
        ClosingReason reason = RefusalCode.CANCELLED;
        return Entry.of(new Closing(stamp(sequence), ClosingStatus.STOPPED, reason));
    }
}
