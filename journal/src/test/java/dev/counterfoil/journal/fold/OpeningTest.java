// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What an opening must say of its deadline, what evidence is counted for, and what no later verdict settles. */
class OpeningTest {
    private static final Stamp FIRST = new Stamp(0, Story.START, 1);

    private static FoldStep opened(Deadline deadline) {
        return JournalFold.first(Story.opening(FIRST, Contract.NON_IDEMPOTENT, deadline));
    }

    @Test
    void a_relative_deadline_is_the_opening_s_instant_and_so_many_milliseconds() {
        assertInstanceOf(FoldStep.Folded.class, opened(Deadline.after(500, Story.START)));
        assertInstanceOf(FoldStep.Folded.class, opened(Deadline.after(0, Story.START)));
        for (long off : new long[] {-1, 1}) {
            Deadline moved = new Deadline(OptionalLong.of(500), Optional.of(Story.START.plusMillis(500 + off)));
            assertEquals(
                    "a relative deadline's instant is that of the opening and so many milliseconds",
                    assertInstanceOf(FoldStep.Violation.class, opened(moved)).rule());
        }
    }

    @Test
    void an_absolute_deadline_may_be_any_instant_and_none_is_none() {
        assertInstanceOf(FoldStep.Folded.class, opened(Deadline.absolute(Story.START.minusMillis(1))));
        assertInstanceOf(FoldStep.Folded.class, opened(Deadline.absolute(Story.START.plusMillis(7))));
        assertInstanceOf(FoldStep.Folded.class, opened(Deadline.NONE));
    }

    @Test
    void evidence_is_counted_for_each_attempt_and_for_the_invocation_by_itself() {
        Story story = Story.open().evidence(-1).fresh().evidence(0).evidence(-1).evidence(0).evidence(0);
        assertEquals(2, story.state().evidenceCount(-1));
        assertEquals(3, story.state().evidenceCount(0));
        assertEquals(0, story.state().evidenceCount(1));
    }

    @Test
    void what_a_redelivery_left_unknown_stays_so_though_the_next_attempt_is_found_not_applied() {
        Story story = Story.open().fresh().verdict(VerdictKind.REDELIVER).redelivery().verdict(VerdictKind.NOT_APPLIED);
        assertEquals(BusinessState.UNKNOWN, story.state().businessState());
    }
}
