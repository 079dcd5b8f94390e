// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.chain;

import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.store.PayloadState;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Compares the bytes beside a record with what the record says of them. Bytes that are sealed or erased cannot be compared and pass, as far
 * as they can be sealed (which makes them longer) or erased (which leaves none); bytes that are missing, or there without being spoken of,
 * do not.
 */
final class PayloadCheck {
    private PayloadCheck() {}

    /** What a record says of bytes: their digest, and their length where it says that. */
    private record Said(Sha256 sha256, OptionalLong bytes) {
        static Optional<Said> of(Optional<Content> content) {
            return content.map(each -> new Said(each.sha256(), OptionalLong.of(each.bytes())));
        }
    }

    /** What a record says of both places beside it. */
    private record Beside(Optional<Said> payload, Optional<Said> attachment, DamageReason attachmentReason) {}

    static Optional<Damage> damage(JournalRecord record, StoredRecord stored, Supplier<String> where) {
        Beside said = record.match(new Spoken());
        return compare(said.payload(), stored.payload(), DamageReason.PAYLOAD_DIFFERS, where)
                .or(() -> compare(said.attachment(), stored.attachment(), said.attachmentReason(), where));
    }

    private static Optional<Damage> compare(
            Optional<Said> said, Optional<StoredPayload> stored, DamageReason reason, Supplier<String> where) {
        if (said.isEmpty() || stored.isEmpty()) {
            return said.isPresent() == stored.isPresent()
                    ? Optional.empty()
                    : Optional.of(Damage.of(reason, where.get(), said.map(Said::toString).orElse("no bytes"), stored.isPresent()
                            ? "bytes"
                            : "no bytes"));
        }
        Content found = stored.get().bytes().content();
        if (stored.get().state() == PayloadState.ERASED) {
            return found.bytes() == 0 ? Optional.empty() : Optional.of(Damage.of(reason, where.get(), "nothing, erased", "bytes"));
        }
        if (stored.get().state() == PayloadState.SEALED) {
            boolean longer = found.bytes() > said.get().bytes().orElse(0) && !found.sha256().equals(said.get().sha256());
            return longer ? Optional.empty()
                    : Optional.of(Damage.of(reason, where.get(), "sealed bytes, longer than what they seal", "others"));
        }
        boolean same = found.sha256().equals(said.get().sha256())
                && (said.get().bytes().isEmpty() || said.get().bytes().getAsLong() == found.bytes());
        return same ? Optional.empty() : Optional.of(Damage.of(reason, where.get(), said.get().sha256().hex(), found.sha256().hex()));
    }

    private static final class Spoken implements JournalRecord.Cases<Beside> {
        private static Beside beside(Optional<Said> payload, Optional<Said> evidence) {
            return new Beside(payload, evidence, DamageReason.PAYLOAD_DIFFERS);
        }

        private static Beside nothing() {
            return beside(Optional.empty(), Optional.empty());
        }

        @Override
        public Beside opening(Opening opening) {
            return new Beside(
                    Said.of(Optional.of(opening.binding().request())),
                    Said.of(opening.configuration()),
                    DamageReason.CONFIGURATION_DIFFERS);
        }

        @Override
        public Beside intent(Intent intent) {
            return nothing();
        }

        @Override
        public Beside outcome(Outcome outcome) {
            return beside(Said.of(outcome.response()), Optional.empty());
        }

        @Override
        public Beside verdict(Verdict verdict) {
            return beside(verdict.response().map(digest -> new Said(digest, OptionalLong.empty())), Said.of(verdict.evidence()));
        }

        @Override
        public Beside cancellation(Cancellation cancellation) {
            return nothing();
        }

        @Override
        public Beside evidence(Evidence evidence) {
            return beside(Optional.empty(), Said.of(Optional.of(evidence.content())));
        }

        @Override
        public Beside closing(Closing closing) {
            return nothing();
        }
    }
}
