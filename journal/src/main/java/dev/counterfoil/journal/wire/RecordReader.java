// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.time.Instant;
import java.util.OptionalInt;

/** Format v1, read. Refuses with a damage exception, or with what a record's own constructor throws. Pure; immutable. */
final class RecordReader {
    private RecordReader() {}

    static JournalRecord read(MemberReader object) {
        String tag = object.text("record");
        Stamp stamp =
                new Stamp(object.whole("sequence"), Instant.ofEpochMilli(object.whole("at_millis")), object.whole("epoch"));
        JournalRecord read =
                switch (tag) {
                    case "opening" -> opening(stamp, object);
                    case "intent" -> intent(stamp, object);
                    case "outcome" -> outcome(stamp, object);
                    case "verdict" -> verdict(stamp, object);
                    case "cancellation" -> new Cancellation(stamp, object.optionalText("by"));
                    case "evidence" -> evidence(stamp, object);
                    case "closing" -> closing(stamp, object);
                    default -> throw object.refusal("record");
                };
        object.end();
        return read;
    }

    private static Opening opening(Stamp stamp, MemberReader object) {
        Binding binding = BindingMembers.read(object);
        return new Opening(
                stamp,
                binding,
                backoff(object.object("backoff")),
                object.optionalContent("configuration_sha256", "configuration_bytes"));
    }

    private static Intent intent(Stamp stamp, MemberReader object) {
        return new Intent(
                stamp,
                object.ordinal("ordinal"),
                object.word(AttemptKind.class, "kind"),
                new ProviderId(object.text("provider")),
                charge(object.object("charge")),
                object.optionalWord(OutcomeClass.class, "prior"),
                object.optionalDigest("provider_config_sha256"));
    }

    private static Outcome outcome(Stamp stamp, MemberReader object) {
        return new Outcome(
                stamp,
                object.ordinal("ordinal"),
                object.word(OutcomeClass.class, "class"),
                object.optionalWord(FailureCategory.class, "category"),
                usage(object.object("observed")),
                object.optionalContent("response_sha256", "response_bytes"),
                object.optionalWord(OutcomeReason.class, "reason"),
                object.optionalWhole("retry_after_millis"));
    }

    private static Verdict verdict(Stamp stamp, MemberReader object) {
        return new Verdict(
                stamp,
                object.ordinal("ordinal"),
                object.word(VerdictKind.class, "verdict"),
                object.word(VerdictGround.class, "ground"),
                object.optionalContent("evidence_sha256", "evidence_bytes"),
                object.optionalText("by"),
                object.optionalDigest("response_sha256"));
    }

    private static Evidence evidence(Stamp stamp, MemberReader object) {
        return new Evidence(
                stamp,
                object.optionalOrdinal("ordinal").map(OptionalInt::of).orElse(OptionalInt.empty()),
                object.word(EvidenceKind.class, "what"),
                object.content("sha256", "bytes"));
    }

    private static Closing closing(Stamp stamp, MemberReader object) {
        return new Closing(
                stamp,
                object.word(ClosingStatus.class, "status"),
                ClosingReason.find(object.text("reason")).orElseThrow(() -> object.refusal("reason")));
    }

    private static Charge charge(MemberReader object) {
        Charge charge = new Charge(
                object.whole("calls"),
                object.whole("context_tokens"),
                object.whole("output_tokens"),
                object.whole("cost_micros"),
                object.whole("request_bytes"),
                object.whole("response_bytes"),
                BindingMembers.accounts(object));
        object.end();
        return charge;
    }

    private static Usage usage(MemberReader object) {
        Usage usage = new Usage(
                object.optionalWhole("context_tokens"), object.optionalWhole("output_tokens"), object.optionalWhole("cost_micros"));
        object.end();
        return usage;
    }

    private static Backoff backoff(MemberReader object) {
        Backoff backoff = new Backoff(
                object.word(BackoffKind.class, "kind"),
                object.whole("initial_millis"),
                object.whole("max_millis"),
                object.whole("factor_thousandths"),
                object.word(Jitter.class, "jitter"));
        object.end();
        return backoff;
    }
}
