// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import static dev.counterfoil.journal.record.OutcomeClass.NOT_DISPATCHED;
import static dev.counterfoil.journal.record.OutcomeClass.UNCERTAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which doubt was there already when a backup was restored: the original may have cleared it and gone on. */
class RestoredDoubtTest {
    private static final Story TRIED = Story.open().fresh();

    record Case(String what, OptionalInt doubt, Story story) {}

    private static Function<Stamp, JournalRecord> under(long epoch, Function<Stamp, JournalRecord> record) {
        return stamp -> record.apply(new Stamp(stamp.sequence(), stamp.at(), epoch));
    }

    private static Function<Stamp, JournalRecord> evidence(long epoch, EvidenceKind kind, OptionalInt about) {
        return under(epoch, stamp -> new Evidence(stamp, about, kind, Story.ANSWER));
    }

    /** As a restoration writes it, about no attempt. */
    private static Function<Stamp, JournalRecord> restored(long epoch) {
        return evidence(epoch, EvidenceKind.RESTORED, OptionalInt.empty());
    }

    private static Function<Stamp, JournalRecord> intent(long epoch, int ordinal, AttemptKind kind, Optional<OutcomeClass> prior) {
        return under(epoch, stamp -> new Intent(stamp, ordinal, kind, new ProviderId("first"), Story.CHARGE, prior, Optional.empty()));
    }

    private static Function<Stamp, JournalRecord> notApplied(long epoch, int ordinal) {
        return under(epoch, stamp -> new Verdict(stamp, ordinal, VerdictKind.NOT_APPLIED, VerdictGround.PERSON, Optional.empty(),
                Optional.of("ada"), Optional.empty()));
    }

    static Stream<Case> cases() {
        Story standIn = TRIED.outcome(NOT_DISPATCHED).and(intent(2, 1, AttemptKind.RETRY, Optional.of(NOT_DISPATCHED)));
        return Stream.of(
                new Case("nothing was restored", OptionalInt.empty(), TRIED),
                new Case("an open attempt of the original", OptionalInt.of(0), TRIED.and(restored(2))),
                new Case("an uncertain one", OptionalInt.of(0), TRIED.outcome(UNCERTAIN).and(restored(2))),
                new Case("no attempt", OptionalInt.empty(), Story.open().and(restored(2))),
                new Case("an attempt that is known", OptionalInt.empty(), TRIED.outcome(NOT_DISPATCHED).and(restored(2))),
                new Case("an attempt that was cleared", OptionalInt.empty(), TRIED.verdict(VerdictKind.NOT_APPLIED).and(restored(2))),
                new Case("a stand-in has the restoration's own epoch", OptionalInt.empty(), standIn.and(restored(2))),
                new Case("restored once more, the stand-in is a doubt of before", OptionalInt.of(1),
                        standIn.and(restored(2)).and(restored(3))),
                new Case("another piece of evidence", OptionalInt.empty(),
                        TRIED.and(evidence(2, EvidenceKind.LOOKUP, OptionalInt.of(0)))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void the_doubt_that_was_there_before_is_known_and_no_other(Case each) {
        assertEquals(each.doubt(), each.story().state().restoredDoubt(), each.what());
    }

    @Test
    void what_comes_later_does_not_forget_it() {
        Story restored = TRIED.and(restored(2));
        Story cleared = restored.and(notApplied(2, 0));
        Story again = cleared.and(intent(2, 1, AttemptKind.REDELIVERY, Optional.of(UNCERTAIN)));
        for (Story story : new Story[] {
            restored.and(evidence(2, EvidenceKind.LOOKUP, OptionalInt.of(0))), cleared, again, again.and(restored(2))
        }) {
            assertEquals(OptionalInt.of(0), story.state().restoredDoubt());
        }
        assertEquals(OptionalInt.of(1), again.and(restored(3)).state().restoredDoubt());
    }
}
