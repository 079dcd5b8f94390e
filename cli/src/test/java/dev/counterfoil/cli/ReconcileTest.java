// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.InvocationResult;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** reconcile and cancel: what they append, and what they refuse without appending anything. */
final class ReconcileTest {
    private static final String EVIDENCE = InspectedJournal.CANARY + "-evidence, ticket 4711";

    @TempDir
    private Path directory;

    private Path journal;

    @BeforeEach
    void begin() {
        journal = directory.resolve("j.db");
    }

    private Cli.Ended reconcile(String id, int ordinal, String verdict, Object... more) {
        List<Object> words = new ArrayList<>(List.of(
                "reconcile", journal, id, ordinal, "--verdict", verdict, "--evidence", EVIDENCE, "--wait", "0ms"));
        words.addAll(Arrays.asList(more));
        Cli.Ended ended = Inside.run(words.toArray());
        assertFalse((ended.out() + ended.err()).contains(InspectedJournal.CANARY), ended.out() + ended.err());
        return ended;
    }

    private List<String> dump() {
        return Inside.run("dump", journal, "--format", "jsonl").lines();
    }

    private List<String> kinds() {
        return dump().stream().map(line -> line.replaceAll("\\{\"record\":\"([a-z]+)\".*", "$1")).toList();
    }

    /** A verdict, calls allowed, the records behind the doubt, and how the next run of the same invocation ends. */
    private enum Row {
        COMPLETED(1, "settled (completed)", List.of("verdict", "closing"), "settled completed", 1),
        NOT_APPLIED(2, "open, run or recover goes on", List.of("verdict"), "settled completed", 2),
        NOT_APPLIED_NO_CALL_LEFT(1, "no call is left for what the verdict permits, stopped (calls_exhausted)",
                List.of("verdict", "closing"), "stopped calls_exhausted", 1),
        REDELIVER(2, "open, run or recover goes on", List.of("verdict"), "settled completed", 2),
        REDELIVER_NO_CALL_LEFT(1, "no call is left for what the verdict permits, stopped (calls_exhausted)",
                List.of("verdict", "closing"), "stopped calls_exhausted", 1),
        ABANDONED(2, "stopped (abandoned)", List.of("verdict", "closing"), "stopped abandoned", 1);

        private final long maxCalls;
        private final String said;
        private final List<String> appended;
        private final String next;
        private final int attempts;

        Row(long maxCalls, String said, List<String> appended, String next, int attempts) {
            this.maxCalls = maxCalls;
            this.said = said;
            this.appended = appended;
            this.next = next;
            this.attempts = attempts;
        }

        String verdict() {
            return name().toLowerCase(Locale.ROOT).replace("_no_call_left", "");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_verdict_appends_what_the_table_closes_and_dispatches_nothing(Row row) {
        InspectedJournal.doubt(journal, "order", row.maxCalls);
        Cli.Ended ended = reconcile("order", 0, row.verdict(), "--by", "Zoë");
        assertEquals(0, ended.status(), ended.err());
        assertTrue(ended.out().contains(row.said), ended.out());
        List<String> expected = new ArrayList<>(List.of("opening", "intent", "outcome"));
        expected.addAll(row.appended);
        assertEquals(expected, kinds());
        assertTrue(dump().get(3).contains("\"ordinal\":0,\"verdict\":\"" + row.verdict() + "\",\"ground\":\"person\""), dump().get(3));
        assertTrue(dump().get(3).contains("\"by\":\"Zoë\""), dump().get(3));
        assertTrue(Inside.run("dump", journal, "--payloads", "--format", "jsonl").lines().get(3).contains("\"evidence\":\"" + EVIDENCE));
        assertEquals(0, Inside.run("verify", journal).status());
        RunOutcome next = InspectedJournal.run(
                journal, InspectedJournal.invocation("order", row.maxCalls, dispatch -> Answer.completed(InspectedJournal.RESPONSE)));
        assertEquals(row.next, next.result().status().code() + " " + next.result().reason());
        assertEquals(row.attempts, next.result().attempts());
    }

    @ParameterizedTest
    @EnumSource
    void the_same_verdict_again_is_0_another_is_7_and_neither_appends(Row row) {
        InspectedJournal.doubt(journal, "order", row.maxCalls);
        reconcile("order", 0, row.verdict());
        List<String> before = dump();
        assertEquals(0, reconcile("order", 0, row.verdict()).status());
        for (String other : List.of("completed", "not_applied", "redeliver", "abandoned")) {
            if (!other.equals(row.verdict())) {
                Cli.Ended ended = reconcile("order", 0, other);
                assertEquals(7, ended.status(), other);
                assertTrue(ended.err().startsWith("order: conflict, attempt 0 has the verdict " + row.verdict() + " already"), ended.err());
            }
        }
        assertEquals(before, dump());
    }

    @Test
    void the_response_that_was_found_settles_and_is_replayed_byte_for_byte() throws IOException {
        InspectedJournal.doubt(journal, "order", 1);
        Path found = Files.write(directory.resolve("found"), new byte[] {0, (byte) 0xff, 'c'});
        assertEquals(0, reconcile("order", 0, "completed", "--response", found).status());
        InvocationResult result = InspectedJournal.run(
                journal, InspectedJournal.invocation("order", 1, dispatch -> Answer.uncertain())).result();
        assertEquals(Optional.of(Bytes.of(Files.readAllBytes(found))), result.response());
        assertEquals("confirmed", result.businessState().code());
        assertEquals(0, reconcile("order", 0, "completed", "--response", found).status());
        assertEquals(7, reconcile("order", 0, "completed").status());
        Path other = Files.writeString(directory.resolve("other"), "other");
        Cli.Ended conflict = reconcile("order", 0, "completed", "--response", other);
        assertEquals(7, conflict.status());
        assertTrue(conflict.err().contains("with another response"), conflict.err());
    }

    @Test
    void a_completed_verdict_without_a_response_settles_with_none() {
        InspectedJournal.doubt(journal, "order", 1);
        assertEquals(0, reconcile("order", 0, "completed").status());
        InvocationResult result = InspectedJournal.run(
                journal, InspectedJournal.invocation("order", 1, dispatch -> Answer.uncertain())).result();
        assertEquals(InvocationResult.Status.SETTLED, result.status());
        assertEquals(Optional.empty(), result.response());
    }

    @Test
    void an_attempt_that_is_not_in_doubt_is_3_an_unknown_invocation_7_and_no_journal_6() {
        InspectedJournal.make(journal);
        List<String> before = dump();
        assertEquals(3, reconcile("settled", 0, "completed").status());
        assertEquals(3, reconcile("stopped", 0, "abandoned").status());
        assertEquals(3, reconcile("retried", 0, "not_applied").status());
        assertEquals(3, reconcile("doubt", 1, "not_applied").status());
        assertEquals(7, reconcile("nobody", 0, "not_applied").status());
        assertEquals(before, dump());
        journal = directory.resolve("missing.db");
        assertEquals(6, reconcile("doubt", 0, "not_applied").status());
        assertEquals(6, Inside.run("cancel", journal, "doubt").status());
        assertFalse(Files.exists(journal));
    }

    static Stream<List<String>> misuses() {
        return Stream.of(
                List.of("--verdict", "completed"),
                List.of("--evidence", "seen"),
                List.of("--verdict", "done", "--evidence", "seen"),
                List.of("--verdict", "completed", "--evidence", ""),
                List.of("--verdict", "completed", "--evidence", "x".repeat((64 << 10) + 1)),
                List.of("--verdict", "completed", "--evidence", "seen", "--by", ""),
                List.of("--verdict", "completed", "--evidence", "seen", "--wait", "soon"),
                List.of("--verdict", "completed", "--evidence", "seen", "--response", "not-there"),
                List.of("--verdict", "abandoned", "--evidence", "seen", "--response", "pom.xml"));
    }

    @ParameterizedTest
    @MethodSource("misuses")
    void a_misuse_is_2_before_the_journal_is_looked_at(List<String> options) {
        List<Object> words = new ArrayList<>(List.of("reconcile", directory.resolve("missing.db"), "order", "0"));
        words.addAll(options);
        Cli.Ended ended = Inside.run(words.toArray());
        assertEquals(2, ended.status(), ended.err());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertFalse(ended.err().contains("Exception"), ended.err());
    }

    @Test
    void ordinals_are_whole_numbers_from_0() {
        for (String ordinal : List.of("-1", "x", "1.5", "99999999999")) {
            Cli.Ended ended = Inside.run("reconcile", journal, "order", ordinal, "--verdict", "completed", "--evidence", "seen");
            assertEquals(2, ended.status(), ordinal);
            assertFalse(ended.err().matches("(?s).*\\b(int|long|Exception)\\b.*"), ended.err());
        }
    }

    @Test
    void damage_in_its_chain_is_5_and_damage_elsewhere_is_not_its_concern() throws SQLException {
        InspectedJournal.make(journal);
        InspectedJournal.tamper(journal, "update record set digest = zeroblob(32) where key = 2");
        assertEquals(5, reconcile("retried", 1, "completed").status());
        assertEquals(5, Inside.run("cancel", journal, "retried").status());
        assertEquals(0, reconcile("doubt", 0, "completed").status());
    }

    @Test
    void while_a_living_runtime_owns_it_a_verdict_is_refused_and_a_cancellation_is_taken() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (Counterfoil runtime = Counterfoil.open(journal)) {
            CompletableFuture<RunOutcome> run = runtime.submit(InspectedJournal.invocation("order", 3, dispatch -> {
                started.countDown();
                answer.await();
                return Answer.retryable();
            }));
            started.await();
            List<String> before = dump();
            Cli.Ended refused = reconcile("order", 0, "not_applied");
            assertEquals(6, refused.status());
            assertTrue(refused.err().startsWith("order: owned_elsewhere"), refused.err());
            assertEquals(before, dump());
            Cli.Ended cancelled = Inside.run("cancel", journal, "order", "--by", "Zoë");
            assertEquals(4, cancelled.status());
            assertTrue(cancelled.err().startsWith("order: uncertain, attempt 0 runs or ended unseen;"), cancelled.err());
            assertEquals(List.of("opening", "intent", "cancellation"), kinds());
            answer.countDown();
            assertEquals("cancelled", run.get().result().reason());
        }
    }

    @Test
    void cancelling_closes_what_has_nothing_left_in_the_same_append() {
        InspectedJournal.doubt(journal, "order", 2);
        reconcile("order", 0, "not_applied");
        Cli.Ended ended = Inside.run("cancel", journal, "order");
        assertEquals(0, ended.status());
        assertEquals("order: cancelled, stopped (cancelled), business state not_applied\n", ended.out());
        assertEquals(List.of("opening", "intent", "outcome", "verdict", "cancellation", "closing"), kinds());
        assertTrue(dump().get(4).contains("\"by\":\"command line\""));
        List<String> before = dump();
        assertEquals(0, Inside.run("cancel", journal, "order").status());
        assertEquals(before, dump());
    }

    @Test
    void cancelling_keeps_a_doubt_open_once_and_again() {
        InspectedJournal.doubt(journal, "order", 2);
        assertEquals(4, Inside.run("cancel", journal, "order").status());
        List<String> before = dump();
        assertEquals(List.of("opening", "intent", "outcome", "cancellation"), kinds());
        Cli.Ended again = Inside.run("cancel", journal, "order");
        assertEquals(4, again.status());
        assertTrue(again.err().startsWith("order: uncertain, attempt 0 is in doubt; find out what happened, then: counterfoil reconcile "
                + journal + " order 0 --verdict "), again.err());
        assertEquals(before, dump());
        Cli.Ended verdict = reconcile("order", 0, "redeliver");
        assertEquals(0, verdict.status());
        assertTrue(verdict.out().contains("it was cancelled and nothing more is sent, stopped (cancelled)"), verdict.out());
        assertEquals(List.of("opening", "intent", "outcome", "cancellation", "verdict", "closing"), kinds());
    }

    @Test
    void cancelling_what_ended_or_is_not_there_appends_nothing() {
        InspectedJournal.make(journal);
        List<String> before = dump();
        assertEquals(0, Inside.run("cancel", journal, "settled").status());
        assertEquals(0, Inside.run("cancel", journal, "stopped").status());
        assertEquals(7, Inside.run("cancel", journal, "nobody").status());
        assertEquals(2, Inside.run("cancel", journal, "settled", "--by", "").status());
        assertEquals(2, Inside.run("cancel", journal).status());
        assertEquals(before, dump());
    }
}
