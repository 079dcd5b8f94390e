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

    private static Function<Stamp, JournalRecord> byContract(long epoch, int ordinal) {
        return under(epoch, stamp -> new Verdict(stamp, ordinal, VerdictKind.REDELIVER, VerdictGround.CONTRACT, Optional.empty(),
                Optional.empty(), Optional.empty()));
    }

    /** Whether the doubt is the original's to answer for. */
    record Answerable(String what, boolean original, Story story) {}

    static Stream<Answerable> answerable() {
        Story standIn = TRIED.outcome(NOT_DISPATCHED).and(intent(2, 1, AttemptKind.RETRY, Optional.of(NOT_DISPATCHED)));
        Story cleared = TRIED.and(restored(2)).and(notApplied(3, 0));
        Story follows = cleared.and(intent(3, 1, AttemptKind.REDELIVERY, Optional.of(UNCERTAIN)));
        Story ours = follows.and(notApplied(3, 1)).and(intent(3, 2, AttemptKind.REDELIVERY, Optional.of(UNCERTAIN)));
        return Stream.of(
                new Answerable("nothing was restored", false, TRIED),
                new Answerable("an open attempt of the copy", true, TRIED.and(restored(2))),
                new Answerable("an uncertain one", true, TRIED.outcome(UNCERTAIN).and(restored(2))),
                new Answerable("a stand-in before it is said to be one", false, standIn),
                new Answerable("a stand-in", true, standIn.and(restored(2))),
                new Answerable("no attempt", false, Story.open().and(restored(2))),
                new Answerable("one that is known", false, TRIED.outcome(NOT_DISPATCHED).and(restored(2))),
                new Answerable("one that a person cleared", false, cleared),
                new Answerable("what follows a person's verdict on a doubt of the copy", true, follows),
                new Answerable("what follows a person's verdict on that", false, ours),
                new Answerable("all of it, restored once more", true, ours.and(restored(4))),
                new Answerable("what follows a verdict by contract", false,
                        TRIED.and(restored(2)).and(byContract(3, 0)).and(intent(3, 1, AttemptKind.REDELIVERY, Optional.of(UNCERTAIN)))),
                new Answerable("another piece of evidence", false,
                        TRIED.and(evidence(2, EvidenceKind.LOOKUP, OptionalInt.of(0)))));
    }

    @ParameterizedTest
    @MethodSource("answerable")
    void what_the_original_may_have_done_is_told_from_what_this_journal_did(Answerable each) {
        assertEquals(each.original(), each.story().state().isInRestoredDoubt(), each.what());
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
