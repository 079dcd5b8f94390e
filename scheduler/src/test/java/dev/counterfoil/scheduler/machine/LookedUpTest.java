// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.scheduler.backoff.JitterSource;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.recovery.Book;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What one answer of a book leads to: what stands in one append, and what comes after it. Milliseconds count from the opening. */
final class LookedUpTest {
    private static final Backoff PACE = Backoff.fixed(Duration.ofMillis(500));
    private static final long ASKED = 100;

    private static InvocationMachine machine(Book book) {
        return new InvocationMachine(new Terms(
                Told.ID, PACE, JitterSource.ofInvocation(), Optional.of(Map.of(Told.PRIMARY, Optional.empty())),
                Map.of(Told.PRIMARY, new ReceiverTerms(book, Optional.empty()))));
    }

    private static Told doubt(Contract contract, DoubtProfile profile, long calls) {
        Told told = Told.opened(PACE, Told.binding(contract, profile, Told.calls(calls), Deadline.NONE));
        told.write(machine(Book.CLAIMS).answered(told.state(), Answer.uncertain(), Told.at(ASKED)).entries());
        return told;
    }

    private static String step(InvocationMachine machine, Told told, LookupAnswer answer, Book book) {
        Command command = machine.lookedUp(told.state(), new Looked(0, 1, Told.at(ASKED).now(), book, answer), Told.at(ASKED));
        return Told.said(command);
    }

    static Stream<Arguments> steps() {
        LookupAnswer done = LookupAnswer.completed(Bytes.utf8("done"));
        return Stream.of(
                arguments("@L", Book.CLAIMS, done, DoubtProfile.RECONCILE, 3L,
                        "lookup 0@100, verdict completed by receipt on 0@100, settled completed@100"),
                arguments("@L'", Book.CLAIMS, LookupAnswer.rejected(), DoubtProfile.RECONCILE, 3L,
                        "lookup 0@100, verdict not_applied by receipt on 0@100, stopped permanent@100"),
                arguments("@M", Book.CLAIMS, LookupAnswer.pending(), DoubtProfile.RECONCILE, 3L, "lookup 0@100"),
                arguments("@M'", Book.CLAIMS, LookupAnswer.pending(), DoubtProfile.RECONCILE, 1L, "lookup 0@100"),
                arguments("@N", Book.FINAL, LookupAnswer.conflict(), DoubtProfile.REDELIVER, 3L, "lookup 0@100"),
                arguments("@O and a wait", Book.FINAL, LookupAnswer.absent(), DoubtProfile.RECONCILE, 3L,
                        "lookup 0@100, verdict not_applied by receipt on 0@100"),
                arguments("@O and @W", Book.FINAL, LookupAnswer.absent(), DoubtProfile.RECONCILE, 1L,
                        "lookup 0@100, verdict not_applied by receipt on 0@100, stopped calls_exhausted@100"),
                arguments("@P and a wait", Book.CLAIMS, LookupAnswer.absent(), DoubtProfile.REDELIVER, 3L,
                        "lookup 0@100, verdict redeliver by contract on 0@100"),
                arguments("@S", Book.CLAIMS, LookupAnswer.absent(), DoubtProfile.RECONCILE, 3L, "lookup 0@100"),
                arguments("@S, expired", Book.CLAIMS, LookupAnswer.expired(), DoubtProfile.REDELIVER, 3L, "lookup 0@100"),
                arguments("@T", Book.CLAIMS, LookupAnswer.unavailable(), DoubtProfile.REDELIVER, 1L, "lookup 0@100"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("steps")
    void whatever_a_row_appends_without_a_wait_stands_in_the_append_of_the_evidence(
            String row, Book book, LookupAnswer answer, DoubtProfile profile, long calls, String append) {
        assertEquals(append, step(machine(book), doubt(Contract.RECEIVER_IDEMPOTENT, profile, calls), answer, book));
    }

    @Test
    void a_doubt_with_a_book_is_looked_up_by_the_run_that_made_it_and_by_the_next() {
        Told told = doubt(Contract.NON_IDEMPOTENT, DoubtProfile.RECONCILE, 3);
        assertEquals("look up 0 at primary, round 1", Told.said(machine(Book.CLAIMS).next(told.state(), Told.at(ASKED))));
        assertEquals("look up 0 at primary, round 1", Told.said(machine(Book.FINAL).next(told.state(), Told.at(9_000))));
        assertEquals("finish uncertain_outcome", Told.said(machine(Book.NONE).next(told.state(), Told.at(ASKED))));
    }

    @Test
    void a_pending_receipt_is_waited_for_and_looked_up_again_under_the_next_number() {
        Told told = doubt(Contract.NON_IDEMPOTENT, DoubtProfile.RECONCILE, 3);
        InvocationMachine machine = machine(Book.CLAIMS);
        Looked pending = new Looked(0, 4, Told.at(ASKED).now(), Book.CLAIMS, LookupAnswer.pending());
        assertEquals("await 500 to look up", Told.said(machine.next(told.state(), Told.at(ASKED).after(pending))));
        assertEquals("await 1 to look up", Told.said(machine.next(told.state(), Told.at(599).after(pending))));
        assertEquals("look up 0 at primary, round 5", Told.said(machine.next(told.state(), Told.at(600).after(pending))));
        assertEquals("leave open", Told.said(machine.next(told.state(), Told.stopping(600).after(pending))));
    }

    @Test
    void while_the_process_stops_nobody_is_asked_and_what_was_cancelled_is_reported() {
        Told told = doubt(Contract.NON_IDEMPOTENT, DoubtProfile.RECONCILE, 3);
        assertEquals("leave open", Told.said(machine(Book.CLAIMS).next(told.state(), Told.stopping(ASKED))));
        told.cancel(ASKED);
        assertEquals("finish uncertain_outcome", Told.said(machine(Book.CLAIMS).next(told.state(), Told.stopping(ASKED))));
        assertEquals("look up 0 at primary, round 1", Told.said(machine(Book.CLAIMS).next(told.state(), Told.at(ASKED))));
    }

    @Test
    void an_answer_about_an_earlier_attempt_counts_for_nothing() {
        Told told = doubt(Contract.NON_IDEMPOTENT, DoubtProfile.RECONCILE, 3);
        Looked other = new Looked(7, 1, Told.at(ASKED).now(), Book.CLAIMS, LookupAnswer.completed());
        assertEquals("look up 0 at primary, round 1", Told.said(machine(Book.CLAIMS).next(told.state(), Told.at(ASKED).after(other))));
    }

    @Test
    void a_verdict_by_a_receipt_holds_the_answer_and_the_digest_of_the_response() {
        Told told = doubt(Contract.NON_IDEMPOTENT, DoubtProfile.RECONCILE, 3);
        Bytes response = Bytes.utf8("done");
        Looked looked = new Looked(0, 1, Told.at(ASKED).now(), Book.CLAIMS, LookupAnswer.completed(response));
        List<Entry> entries = assertInstanceOf(
                Command.Append.class, machine(Book.CLAIMS).lookedUp(told.state(), looked, Told.at(ASKED))).entries();
        Verdict verdict = (Verdict) entries.get(1).record();
        assertEquals(Optional.of(response), entries.get(1).payload());
        assertEquals(Optional.of(response.content().sha256()), verdict.response());
        assertEquals(Optional.of(looked.evidence()), entries.get(1).attachment());
        assertEquals(Optional.of(looked.evidence().content()), verdict.evidence());
        assertEquals(Optional.empty(), verdict.by());
    }

    @Test
    void a_doubt_of_a_restoration_is_looked_up_only_where_its_original_cannot_have_gone_elsewhere() {
        for (long failovers : new long[] {0, 1}) {
            Told told = Told.opened(PACE, Told.binding(Contract.RECEIVER_IDEMPOTENT, DoubtProfile.RECONCILE,
                    Told.calls(3).with(Dimension.MAX_FAILOVERS, failovers), Deadline.NONE));
            told.answer(ASKED, Answer.uncertain());
            Moment restored = new Moment(Told.at(200).now(), 2, Moment.Phase.STOPPING, Optional.empty());
            told.write(machine(Book.NONE).restored(told.state(), Bytes.utf8("a note"), restored));
            Moment later = new Moment(Told.at(300).now(), 3, Moment.Phase.RUNNING, Optional.empty());
            assertEquals(failovers == 0 ? "look up 0 at primary, round 1" : "finish uncertain_outcome",
                    Told.said(machine(Book.FINAL).next(told.state(), later)));
        }
    }
}
