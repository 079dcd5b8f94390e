// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    private static final Attempt MADE = attempt(0);

    @Test
    void none_is_empty_all_the_way_down() {
        assertEquals(0, Attempts.NONE.count());
        assertEquals(Optional.empty(), Attempts.NONE.newest());
        assertSame(Attempts.NONE, Attempts.NONE.older());
        assertEquals(Optional.empty(), Attempts.NONE.find(0));
        assertEquals(List.of(), Attempts.NONE.toList());
    }

    @Test
    void adding_and_replacing_leave_what_was_there() {
        Attempts one = Attempts.NONE.with(MADE);
        Attempts two = one.with(attempt(1));
        Attempt told = new Attempt(attempt(1).intent(), Optional.of(outcome()), Optional.empty());
        Attempts changed = two.withNewest(told);
        assertEquals(List.of(MADE), one.toList());
        assertEquals(List.of(MADE, attempt(1)), two.toList());
        assertEquals(List.of(MADE, told), changed.toList());
        assertSame(one, two.older());
        assertSame(one, changed.older());
        assertEquals(2, changed.count());
    }

    @Test
    void a_thousand_and_twenty_four_are_found_each_by_its_ordinal() {
        Attempts all = thousand();
        assertEquals(Bounds.ATTEMPTS, all.count());
        List<Attempt> list = all.toList();
        for (int ordinal = 0; ordinal < Bounds.ATTEMPTS; ordinal++) {
            assertEquals(ordinal, list.get(ordinal).intent().ordinal());
            assertSame(list.get(ordinal), all.find(ordinal).orElseThrow());
        }
        assertThrows(UnsupportedOperationException.class, () -> list.remove(0));
    }

    @Test
    void an_ordinal_that_was_never_used_finds_nothing_however_odd_it_is() {
        Attempts all = thousand();
        for (int ordinal : new int[] {-1, Integer.MIN_VALUE, Bounds.ATTEMPTS, Integer.MAX_VALUE - 1, Integer.MAX_VALUE}) {
            assertEquals(Optional.empty(), assertTimeoutPreemptively(Duration.ofSeconds(20), () -> all.find(ordinal)));
        }
    }

    @Test
    void equality_is_of_all_attempts_in_their_order() {
        assertEquals(thousand(), thousand());
        assertEquals(thousand().hashCode(), thousand().hashCode());
        assertEquals(thousand().toString(), thousand().toString());
        assertEquals("[" + MADE + ", " + attempt(1) + "]", Attempts.NONE.with(MADE).with(attempt(1)).toString());
        assertNotEquals(Attempts.NONE.with(MADE).hashCode(), Attempts.NONE.hashCode());
        assertNotEquals(Attempts.NONE.with(MADE).with(attempt(1)).hashCode(), Attempts.NONE.with(attempt(1)).hashCode());
        assertNotEquals(Attempts.NONE.with(MADE), Attempts.NONE);
        assertNotEquals(Attempts.NONE.with(MADE).with(attempt(1)), Attempts.NONE.with(attempt(1)).with(attempt(1)));
        assertNotEquals(Attempts.NONE, MADE);
    }

    @Test
    void an_attempt_is_in_doubt_while_nothing_is_known_of_it() {
        assertTrue(MADE.isInDoubt());
        assertEquals(OutcomeClass.UNCERTAIN, MADE.outcomeClass());
        for (OutcomeClass outcomeClass : OutcomeClass.values()) {
            Attempt told = Story.open().fresh().outcome(outcomeClass).state().attempts().newest().orElseThrow();
            assertEquals(outcomeClass == OutcomeClass.UNCERTAIN, told.isInDoubt());
            assertEquals(outcomeClass, told.outcomeClass());
        }
        Attempt cleared = Story.open().fresh().verdict(VerdictKind.REDELIVER).state().attempts().newest().orElseThrow();
        assertTrue(!cleared.isInDoubt());
        assertEquals(OutcomeClass.UNCERTAIN, cleared.outcomeClass());
    }

    private static Attempts thousand() {
        return IntStream.range(0, Bounds.ATTEMPTS)
                .mapToObj(AttemptsTest::attempt)
                .reduce(Attempts.NONE, Attempts::with, (left, right) -> right);
    }

    private static Attempt attempt(int ordinal) {
        Intent intent = (Intent) new Story(Story.open().records(), ordinal).fresh().records().get(1);
        return new Attempt(intent, Optional.empty(), Optional.empty());
    }

    private static Outcome outcome() {
        return Story.outcome(Story.open().stamp(), 1, OutcomeClass.NOT_DISPATCHED, Usage.UNKNOWN);
    }
}
