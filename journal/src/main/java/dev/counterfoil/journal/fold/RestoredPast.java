// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.VerdictGround;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which attempts stand for what the original of a restored journal may have done after the copy. Kept up as records come. Immutable.
 *
 * @param doubt the newest attempt that was in doubt already in the copy
 * @param standIn the newest attempt that the restoration charged, or that follows a person's verdict on the doubt of the copy
 */
record RestoredPast(OptionalInt doubt, OptionalInt standIn) {
    static final RestoredPast NONE = new RestoredPast(OptionalInt.empty(), OptionalInt.empty());

    /** With one more piece of evidence: behind a restoration's, whatever is in doubt is the original's to answer for. */
    RestoredPast after(Evidence kept, Attempts attempts) {
        Optional<Intent> doubted = attempts.newest()
                .filter(newest -> kept.what() == EvidenceKind.RESTORED && newest.isInDoubt())
                .map(Attempt::intent);
        if (doubted.isEmpty()) {
            return this;
        }
        OptionalInt ordinal = OptionalInt.of(doubted.get().ordinal());
        // A stand-in has the epoch of its restoration; an attempt that was in doubt before has an earlier one.
        return doubted.get().stamp().epoch() < kept.stamp().epoch()
                ? new RestoredPast(ordinal, standIn)
                : new RestoredPast(doubt, ordinal);
    }

    /** With one more attempt, before it is counted. */
    RestoredPast after(Intent intent, Attempts attempts) {
        boolean follows = attempts.newest()
                .filter(newest -> doubt.equals(OptionalInt.of(newest.intent().ordinal())))
                .flatMap(Attempt::verdict)
                .filter(verdict -> verdict.ground() == VerdictGround.PERSON)
                .isPresent();
        return follows ? new RestoredPast(doubt, OptionalInt.of(intent.ordinal())) : this;
    }

    /** Whether an attempt is one of the two. */
    boolean has(int ordinal) {
        OptionalInt asked = OptionalInt.of(ordinal);
        return doubt.equals(asked) || standIn.equals(asked);
    }
}
