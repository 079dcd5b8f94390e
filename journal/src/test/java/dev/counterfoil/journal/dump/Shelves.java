// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.PayloadState;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.wire.Chain;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The journals that the tests of this package look into. Pure. */
final class Shelves {
    private static final Quote QUOTE = new Quote(800, 200, 1_200);

    private Shelves() {}

    /** Every kind of record, with everything that it may have and with as little. */
    static Shelf everyRecord() {
        return Shelf.of(everything().stored(1), Told.bare("settled").fresh().completed(0).settled().stored(20), doubt().stored(30),
                Told.bare("empty").stored(40), erased(50));
    }

    static Told everything() {
        Bytes evidence = Bytes.utf8("canary-evidence: ticket 4711");
        Bytes binary = Bytes.of(new byte[] {(byte) 0xff, 0, 1});
        return Told.full("order-17")
                .intent(0, AttemptKind.FRESH, "primary", QUOTE, Optional.empty(), "acme", "zeta")
                .and(stamp -> new Outcome(
                        stamp, 0, OutcomeClass.PROVIDER_REPORTED_RETRYABLE, Optional.of(FailureCategory.CAPACITY_EXCEEDED),
                        new Usage(OptionalLong.of(900), OptionalLong.empty(), OptionalLong.of(7)), Optional.empty(),
                        Optional.of(OutcomeReason.STATUS), OptionalLong.of(250)))
                .intent(1, AttemptKind.RETRY, "primary", QUOTE, Optional.of(OutcomeClass.PROVIDER_REPORTED_RETRYABLE), "acme")
                .attached(stamp -> new Evidence(stamp, OptionalInt.of(1), EvidenceKind.LATE_OUTCOME, binary.content()), binary)
                .and(stamp -> new Cancellation(stamp, Optional.of("night shift")))
                .and(
                        stamp -> new Verdict(
                                stamp, 1, VerdictKind.COMPLETED, VerdictGround.PERSON, Optional.of(evidence.content()),
                                Optional.of("Zoë"), Optional.of(Told.RESPONSE.content().sha256())),
                        Told.RESPONSE, evidence)
                .settled()
                .attached(stamp -> new Evidence(stamp, OptionalInt.empty(), EvidenceKind.ERASURE, Bytes.EMPTY.content()), Bytes.EMPTY);
    }

    static Told doubt() {
        return Told.bare("doubt").fresh().outcome(0, OutcomeClass.UNCERTAIN, Usage.UNKNOWN);
    }

    /** Its response is gone, its digest is not. */
    private static StoredInvocation erased(long number) {
        Told told = Told.bare("erased").fresh().completed(0).settled()
                .attached(stamp -> new Evidence(stamp, OptionalInt.empty(), EvidenceKind.ERASURE, Bytes.EMPTY.content()), Bytes.EMPTY);
        StoredPayload gone = new StoredPayload(PayloadState.ERASED, Bytes.EMPTY);
        return told.stored(number, at(told.rows(), 2, row ->
                new StoredRecord(row.sequence(), row.digest(), row.body(), Optional.of(gone), row.attachment())));
    }

    /** All but the one that is the file's only. */
    static List<DamageReason> reasonsOfInvocations() {
        return Stream.of(DamageReason.values()).filter(reason -> reason != DamageReason.STRUCTURE_DIFFERS).toList();
    }

    /** One invocation for each reason of damage, named after it, and a difference of the anchor. */
    static Shelf everyDamage() {
        List<StoredInvocation> damaged = new ArrayList<>();
        for (DamageReason reason : reasonsOfInvocations()) {
            damaged.add(damaged(reason, 10L * damaged.size() + 1));
        }
        return new Shelf(damaged, List.of(new AnchorDifference("number of records", "31", "30")), List.of());
    }

    static StoredInvocation damaged(DamageReason reason, long number) {
        Told told = reason == DamageReason.UNREADABLE ? Told.bare(Shelf.UNREADABLE.value()) : Told.full(reason.code());
        told.intent(0, AttemptKind.FRESH, "primary", QUOTE, Optional.empty()).completed(0).settled();
        List<StoredRecord> rows = told.rows();
        return switch (reason) {
            case DIGEST_DIFFERS -> told.stored(number, at(rows, 2, row -> row(row, Sha256.ZERO, row.body())));
            case NOT_CANONICAL -> told.stored(number, relinked(told.id(), rows, row -> row.body().utf8().replace(":", ": ")));
            case SEQUENCE_GAP -> told.stored(number, List.of(rows.get(0), rows.get(1), rows.get(3)));
            case UNKNOWN_VERSION -> told.stored(number, relinked(told.id(), rows, row -> row.body().utf8().replace("\"v\":1", "\"v\":2")));
            case PAYLOAD_DIFFERS -> told.stored(number, at(rows, 2, row -> new StoredRecord(
                    2, row.digest(), row.body(), Optional.of(StoredPayload.clear(Bytes.utf8("canary-other"))), Optional.empty())));
            case CONFIGURATION_DIFFERS -> told.stored(number, at(rows, 0, row -> new StoredRecord(
                    0, row.digest(), row.body(), row.payload(), Optional.of(StoredPayload.clear(Bytes.utf8("canary-other"))))));
            case HEAD_MISSING -> told.stored(number, rows.subList(0, 3));
            case ANCHOR_DIFFERS -> open(told.stored(number));
            case UNLAWFUL -> Told.full(reason.code()).completed(0).stored(number);
            case UNREADABLE -> told.stored(number);
            case STRUCTURE_DIFFERS -> throw new IllegalArgumentException("no invocation has it");
        };
    }

    private static StoredInvocation open(StoredInvocation closed) {
        InvocationRow row = closed.row();
        return new StoredInvocation(
                new InvocationRow(row.number(), row.id(), row.holder(), row.records(), Standing.OPEN),
                closed.records());
    }

    /** With the third record spelled otherwise, and a link that fits. */
    private static List<StoredRecord> relinked(
            InvocationId id, List<StoredRecord> rows, Function<StoredRecord, String> spelling) {
        return at(rows, 2, row -> {
            byte[] body = spelling.apply(row).getBytes(StandardCharsets.UTF_8);
            return row(row, Chain.digest(id, 2, rows.get(1).digest(), body), Bytes.of(body));
        });
    }

    private static StoredRecord row(StoredRecord row, Sha256 digest, Bytes body) {
        return new StoredRecord(row.sequence(), digest, body, row.payload(), row.attachment());
    }

    private static List<StoredRecord> at(List<StoredRecord> rows, int place, UnaryOperator<StoredRecord> change) {
        List<StoredRecord> changed = new ArrayList<>(rows);
        changed.set(place, change.apply(rows.get(place)));
        return changed;
    }

    /** Shows a visitor everything, the anchor last. */
    static void show(Shelf shelf, JournalVisitor visitor) {
        JournalWalk walk = new JournalWalk(shelf, Law.GRAMMAR_ONLY);
        walk.all(visitor, JournalWalk.Progress.TO_THE_END);
        walk.anchor(visitor);
    }

    static Closing stopped(Stamp stamp) {
        return new Closing(stamp, ClosingStatus.STOPPED, RefusalCode.CALLS_EXHAUSTED);
    }
}
