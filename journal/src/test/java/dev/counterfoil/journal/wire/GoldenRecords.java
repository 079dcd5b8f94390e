// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Jitter;
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
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The records whose bytes are pinned for ever: each kind with everything there, and with everything absent that may be. Immutable. */
final class GoldenRecords {
    static final InvocationId INVOCATION = new InvocationId("order-17/€");

    private GoldenRecords() {}

    /** By file name; the chain test takes them as one invocation's records in this order. */
    static Map<String, JournalRecord> all() {
        Map<String, JournalRecord> golden = new LinkedHashMap<>();
        golden.put("opening-full", fullOpening());
        golden.put("opening-absolute", new Opening(stamp(0), absoluteBinding(), Backoff.NONE, Optional.empty()));
        golden.put("opening-bare", new Opening(stamp(0), bareBinding(), Backoff.STANDARD, Optional.empty()));
        golden.put("intent-full", fullIntent());
        golden.put("intent-bare", bareIntent());
        golden.put("outcome-completed", completedOutcome());
        golden.put("outcome-failed", failedOutcome());
        golden.put("outcome-bare", bareOutcome());
        golden.put("verdict-full", fullVerdict());
        golden.put("verdict-bare", bareVerdict());
        golden.put("cancellation-full", new Cancellation(stamp(8), Optional.of("operator \"night\" \\ Zoë")));
        golden.put("cancellation-bare", new Cancellation(stamp(9), Optional.empty()));
        golden.put("evidence-attempt", new Evidence(stamp(10), OptionalInt.of(3), EvidenceKind.LOOKUP, content("look-up")));
        golden.put("evidence-bare", new Evidence(stamp(11), OptionalInt.empty(), EvidenceKind.CLOCK_REGRESSION, content("")));
        golden.put("closing-settled", new Closing(stamp(12), ClosingStatus.SETTLED, ClosingReason.Ending.COMPLETED));
        golden.put("closing-stopped", new Closing(stamp(13), ClosingStatus.STOPPED, RefusalCode.CALLS_EXHAUSTED));
        return golden;
    }

    static Binding fullBinding() {
        Limits limits = Limits.unbounded();
        for (Dimension dimension : Dimension.values()) {
            limits = limits.with(dimension, 100 + dimension.ordinal());
        }
        return new Binding(
                content("{\"sku\":\"P7\"}"),
                Optional.of("internal"),
                new Operation(Contract.RECEIVER_IDEMPOTENT, Optional.of("acme/orders"), Optional.of("order-17")),
                limits,
                Deadline.after(20_000, Instant.ofEpochMilli(1_700_000_000_000L)),
                List.of(
                        new ProviderSlot(
                                new ProviderId("primary"), Clearance.CLEARED, Ceiling.of(2), Optional.of(new Quote(800, 200, 1_200))),
                        new ProviderSlot(new ProviderId("fallback"), Clearance.NOT_CLEARED, Ceiling.unbounded(), Optional.empty())),
                new Quote(1, 2, 3),
                DoubtProfile.REDELIVER,
                List.of(new Account("zeta"), new Account("acme")),
                Optional.of(new InvocationId("parent-1")));
    }

    static Binding bareBinding() {
        return new Binding(
                content(""), Optional.empty(), Operation.UNDECLARED, Limits.unbounded(), Deadline.NONE,
                List.of(ProviderSlot.cleared(new ProviderId("command"))), Quote.ZERO, DoubtProfile.STRICT, List.of(), Optional.empty());
    }

    private static Binding absoluteBinding() {
        Binding bare = bareBinding();
        return new Binding(
                bare.request(), bare.confidentiality(), new Operation(Contract.READ_ONLY, Optional.empty(), Optional.empty()),
                bare.limits(),
                Deadline.absolute(Instant.ofEpochMilli(-1)), bare.providers(), bare.quote(), DoubtProfile.RECONCILE, bare.accounts(),
                bare.parent());
    }

    private static Opening fullOpening() {
        Backoff backoff = new Backoff(BackoffKind.DECORRELATED, 100, 2_000, 1_500, Jitter.EQUAL);
        return new Opening(stamp(0), fullBinding(), backoff, Optional.of(content("configuration")));
    }

    private static Intent fullIntent() {
        Charge charge = new Charge(1, 800, 200, 1_200, 12, 65_536, List.of(new Account("zeta"), new Account("acme")));
        return new Intent(
                stamp(1), 1_023, AttemptKind.FAILOVER, new ProviderId("fallback"), charge, Optional.of(OutcomeClass.NOT_DISPATCHED),
                Optional.of(Sha256.of(new byte[] {1})));
    }

    private static Intent bareIntent() {
        Charge charge = Charge.ofAttempt(Quote.ZERO, 0, 0, List.of());
        return new Intent(stamp(2), 0, AttemptKind.FRESH, new ProviderId("primary"), charge, Optional.empty(), Optional.empty());
    }

    private static Outcome completedOutcome() {
        return new Outcome(
                stamp(3), 0, OutcomeClass.COMPLETED_WITH_RESPONSE, Optional.empty(), Usage.of(700, 150, 1_000), Optional.of(content("ok")),
                Optional.empty(), OptionalLong.empty());
    }

    private static Outcome failedOutcome() {
        Usage some = new Usage(OptionalLong.empty(), OptionalLong.of((1L << 51) - 1), OptionalLong.of(0));
        return new Outcome(
                stamp(4), 1, OutcomeClass.PROVIDER_REPORTED_RETRYABLE, Optional.of(FailureCategory.CAPACITY_EXCEEDED), some,
                Optional.empty(), Optional.of(OutcomeReason.STATUS), OptionalLong.of(9_007_199_254_740_991L));
    }

    private static Outcome bareOutcome() {
        return new Outcome(
                stamp(5), 2, OutcomeClass.UNCERTAIN, Optional.empty(), Usage.UNKNOWN, Optional.empty(), Optional.empty(),
                OptionalLong.empty());
    }

    private static Verdict fullVerdict() {
        return new Verdict(
                stamp(6), 2, VerdictKind.COMPLETED, VerdictGround.RECEIPT, Optional.of(content("receipt")), Optional.of("look-up"),
                Optional.of(Sha256.of("ok".getBytes(StandardCharsets.UTF_8))));
    }

    private static Verdict bareVerdict() {
        return new Verdict(
                stamp(7), 0, VerdictKind.NOT_APPLIED, VerdictGround.PERSON, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Stamp stamp(long sequence) {
        return new Stamp(sequence, Instant.ofEpochMilli(1_700_000_000_000L + sequence), 1 + sequence);
    }

    private static Content content(String text) {
        return Content.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
