// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What the machine records of an invocation that was restored from a copy: a stand-in where an attempt came next, and what was done. */
final class RestoredStateTest {
    private static final Bytes NOTE = Bytes.utf8("restored from a copy");
    private static final Moment LATER = new Moment(Told.START.plusMillis(500), 2, Moment.Phase.RUNNING, Optional.empty());

    private static Binding plain(Limits limits) {
        return Told.binding(Contract.NON_IDEMPOTENT, DoubtProfile.STRICT, limits, Deadline.NONE);
    }

    private static List<Entry> restored(Told told, Moment moment) {
        return Told.blind().restored(told.state(), NOTE, moment);
    }

    private static Told withEvidence(int pieces) {
        Told told = Told.opened(Backoff.NONE, plain(Limits.unbounded()));
        for (int i = 0; i < pieces; i++) {
            told.write(List.of(Entry.of(new Evidence(
                    told.state().next(Told.START, 1), OptionalInt.of(0), EvidenceKind.LOOKUP, Told.REQUEST.content()))));
        }
        return told;
    }

    @Test
    void where_an_attempt_came_next_a_stand_in_is_charged_at_the_instant_of_the_last_record() {
        Told opened = Told.justOpened(Backoff.NONE, plain(Limits.unbounded()));
        List<Entry> entries = restored(opened, LATER);
        assertEquals("fresh 0 primary@0, restored 0@500", Told.said(entries));
        Intent standIn = (Intent) entries.get(0).record();
        assertEquals(2, standIn.stamp().epoch());
        assertEquals(Optional.empty(), standIn.providerConfiguration());
        assertEquals(Optional.of(NOTE), entries.get(1).attachment());
        Told failed = Told.opened(Backoff.fixed(Duration.ofSeconds(1)), plain(Limits.unbounded()));
        failed.answer(100, Answer.retryable());
        assertEquals("retry 1 primary@100, restored 1@500", Told.said(restored(failed, LATER)));
    }

    @Test
    void where_nothing_could_come_next_or_a_doubt_is_open_nothing_is_charged() {
        assertEquals("restored 0@500", Told.said(restored(withEvidence(0), LATER)));
        Told refused = Told.justOpened(Backoff.NONE, plain(Told.calls(0)));
        assertEquals("restored -1@500", Told.said(restored(refused, LATER)));
    }

    @Test
    void evidence_of_an_attempt_that_has_all_it_may_have_is_the_invocation_s() {
        assertEquals("restored 0@500", Told.said(restored(withEvidence(Bounds.EVIDENCE_PER_ATTEMPT - 1), LATER)));
        assertEquals("restored -1@500", Told.said(restored(withEvidence(Bounds.EVIDENCE_PER_ATTEMPT), LATER)));
    }

    @Test
    void a_clock_that_went_back_is_recorded_with_it() {
        Moment behind = new Moment(Told.START, 2, Moment.Phase.RUNNING, Optional.of(Duration.ofMillis(7)));
        assertEquals("clock_regression -1@0, restored 0@0", Told.said(restored(withEvidence(0), behind)));
    }
}
