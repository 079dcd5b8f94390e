// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ExecEndingTest {
    @TempDir
    private Path directory;
    private Workshop workshop;
    private Path ready;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        workshop = new Workshop(directory);
        ready = workshop.pipe("ready");
    }

    @AfterEach
    void nothing_is_left() throws IOException {
        workshop.assertNothingIsLeft();
    }

    private static Answer givenUp(OutcomeClass known, Cancellation.Cause cause) {
        Optional<FailureCategory> category =
                Optional.of(cause == Cancellation.Cause.TIMEOUT ? FailureCategory.TIMEOUT : FailureCategory.CANCELLED);
        Optional<OutcomeReason> reason = Optional.empty();
        if (cause != Cancellation.Cause.CANCELLED) {
            boolean timeout = cause == Cancellation.Cause.TIMEOUT;
            reason = Optional.of(timeout ? OutcomeReason.ATTEMPT_TIMEOUT : OutcomeReason.STOPPED_BY_HOST);
        }
        return new Answer(known, category, reason, Usage.UNKNOWN, Optional.empty(), OptionalLong.empty(), List.of());
    }

    /** What was written is told as far as it was read by then: all of it, or nothing yet. */
    private static void assertHalf(String written, Cancellation.Cause cause, Answer answer) {
        Answer nothing = givenUp(OutcomeClass.UNCERTAIN, cause);
        Answer all = nothing.keeping(EvidenceKind.UNUSABLE_RESPONSE, Workshop.observed(written));
        assertTrue(List.of(nothing, all).contains(answer), answer::toString);
    }

    /** Starts a script that says its processes on the pipe, asks it to end, and checks that they are gone. */
    private Answer cancelled(Cancellation.Cause cause, Call call, String... lines) throws Exception {
        Cancellation cancellation = new Cancellation();
        Workshop.Calling calling = workshop.calling(workshop.command(lines), call.cancelledBy(cancellation));
        List<ProcessHandle> processes = Workshop.processesFrom(ready);
        cancellation.request(cause);
        Answer answer = calling.await();
        Workshop.assertEnded(processes);
        return answer;
    }

    @ParameterizedTest
    @EnumSource(Cancellation.Cause.class)
    void an_attempt_that_is_asked_to_end_is_uncertain_and_its_process_gone(Cancellation.Cause cause) throws Exception {
        assertHalf("half an answer\n", cause, cancelled(cause, Call.PLAIN, "echo half an answer", "echo $$ > $1/ready", "sleep 1000"));
    }

    @ParameterizedTest
    @EnumSource(Cancellation.Cause.class)
    void an_attempt_that_was_asked_to_end_before_is_not_dispatched(Cancellation.Cause cause) throws IOException {
        Cancellation cancellation = new Cancellation();
        cancellation.request(cause);
        Answer answer = workshop.answer(workshop.command("touch $1/effect"), Call.PLAIN.cancelledBy(cancellation));
        assertEquals(givenUp(OutcomeClass.NOT_DISPATCHED, cause), answer);
        assertFalse(Files.exists(directory.resolve("effect")));
    }

    @Test
    void an_attempt_without_time_is_not_dispatched() throws IOException {
        for (Duration none : List.of(Duration.ZERO, Duration.ofMillis(-5))) {
            Answer answer = workshop.answer(workshop.command("touch $1/effect"), Call.PLAIN.remaining(none));
            assertEquals(givenUp(OutcomeClass.NOT_DISPATCHED, Cancellation.Cause.TIMEOUT), answer);
        }
        assertFalse(Files.exists(directory.resolve("effect")));
    }

    @Test
    void an_attempt_whose_time_is_over_is_uncertain_and_its_process_gone() throws IOException {
        Answer answer = workshop.answer(workshop.command("echo half", "sleep 1000"), Call.PLAIN.remaining(Duration.ofMillis(200)));
        assertHalf("half\n", Cancellation.Cause.TIMEOUT, answer);
    }

    @Test
    void a_run_waits_longer_for_the_end_than_ending_takes() throws IOException {
        Duration told = new ExecDispatcher(workshop.command("sleep 1000")).endingGrace();
        assertTrue(told.compareTo(ProcessTree.WAITS) > 0, told.toString());
    }

    @Test
    void an_attempt_that_ends_within_its_time_is_answered() throws IOException {
        Answer answer = workshop.answer(workshop.command("echo done"), Call.PLAIN.remaining(Duration.ofDays(400_000_000)));
        assertEquals(Answer.completed("done\n"), answer);
    }

    @Test
    void a_process_that_ignores_the_wish_is_ended_by_force() throws Exception {
        assertEquals(givenUp(OutcomeClass.UNCERTAIN, Cancellation.Cause.CANCELLED),
                cancelled(Cancellation.Cause.CANCELLED, Call.PLAIN, "trap '' TERM", "echo $$ > $1/ready", "while :; do sleep 1000; done"));
    }

    @Test
    void a_process_that_neither_reads_nor_listens_does_not_hold_the_end_up() throws Exception {
        assertEquals(givenUp(OutcomeClass.UNCERTAIN, Cancellation.Cause.STOPPING),
                cancelled(Cancellation.Cause.STOPPING, Call.PLAIN.request(Bytes.of(new byte[1 << 20])),
                        "trap '' TERM", "echo $$ > $1/ready", "while :; do sleep 1000; done"));
    }

    @Test
    void a_process_that_answers_when_asked_to_end_is_uncertain_all_the_same() throws Exception {
        assertEquals(givenUp(OutcomeClass.UNCERTAIN, Cancellation.Cause.CANCELLED),
                cancelled(Cancellation.Cause.CANCELLED, Call.PLAIN,
                        "trap 'echo done; exit 0' TERM", "sleep 1000 &", "echo $$ $! > $1/ready", "wait"));
    }

    @Test
    void the_visible_descendants_end_too() throws Exception {
        cancelled(Cancellation.Cause.CANCELLED, Call.PLAIN,
                "sh -c 'sleep 1000 & one=$!; trap \"\" TERM; sleep 1000 & echo '$$' $$ $one $! > '$1'/ready; wait; wait; sleep 1000' &",
                "wait");
    }

    @Test
    void a_script_does_not_go_on_to_its_next_line_when_its_child_is_ended() throws Exception {
        cancelled(Cancellation.Cause.CANCELLED, Call.PLAIN, "echo $$ > $1/ready", "sleep 1000", "touch $1/effect");
        assertFalse(Files.exists(directory.resolve("effect")));
    }

    @Test
    void a_process_that_detached_itself_is_not_reached() throws Exception {
        Cancellation cancellation = new Cancellation();
        ExecCommand command = workshop.command("(sleep 1000 > /dev/null & echo $! > $1/detached)", "echo $$ > $1/ready", "sleep 1000");
        Workshop.Calling calling = workshop.calling(command, Call.PLAIN.cancelledBy(cancellation));
        List<ProcessHandle> processes = Workshop.processesFrom(ready);
        ProcessHandle detached = Workshop.process(Files.readString(directory.resolve("detached")));
        cancellation.request(Cancellation.Cause.CANCELLED);
        Answer answer = calling.await();
        boolean alive = detached.isAlive();
        detached.destroyForcibly();
        Workshop.assertEnded(processes);
        assertTrue(alive);
        assertEquals(givenUp(OutcomeClass.UNCERTAIN, Cancellation.Cause.CANCELLED), answer);
    }

    @Test
    void an_interrupt_ends_the_attempt_and_stays() throws Exception {
        Workshop.Calling calling =
                workshop.calling(workshop.command("trap '' TERM", "echo $$ > $1/ready", "while :; do sleep 1000; done"), Call.PLAIN);
        List<ProcessHandle> processes = Workshop.processesFrom(ready);
        calling.thread().interrupt();
        assertEquals(givenUp(OutcomeClass.UNCERTAIN, Cancellation.Cause.CANCELLED), calling.await());
        assertTrue(calling.interrupted().get());
        Workshop.assertEnded(processes);
    }

    @Test
    void an_interrupted_thread_dispatches_nothing() throws IOException {
        ExecCommand command = workshop.command("touch $1/effect");
        Thread.currentThread().interrupt();
        Answer answer = workshop.answer(command, Call.PLAIN);
        assertTrue(Thread.interrupted());
        assertEquals(givenUp(OutcomeClass.NOT_DISPATCHED, Cancellation.Cause.CANCELLED), answer);
        assertFalse(Files.exists(directory.resolve("effect")));
    }

    /** The runner waits for the ending, so nothing is alive when the run returns, and what the process reported before counts. */
    @Test
    void a_run_whose_attempt_is_out_of_time_returns_when_its_process_is_gone_and_has_its_report() throws Exception {
        Path file = directory.resolve("j.db");
        ExecDispatcher dispatcher = workshop.dispatcher(workshop.command(
                "trap '' TERM", "echo '{\"cost_micros\":7}' > $COUNTERFOIL_REPORT", "echo $$ > $1/pid", "while :; do sleep 1000; done"));
        try (Counterfoil runtime = Counterfoil.open(file)) {
            InvocationResult result = runtime.run(Invocation.of("x")
                            .limit(Dimension.MAX_CALLS, 1)
                            .attemptTimeout(Duration.ofSeconds(2))
                            .provider("p", dispatcher)
                            .build())
                    .result();
            assertEquals(InvocationResult.Status.UNCERTAIN, result.status());
            assertEquals(7, result.totals().costMicros());
        }
        assertTrue(ProcessHandle.of(Long.parseLong(Files.readString(directory.resolve("pid")).strip())).isEmpty());
    }

    @Test
    void one_dispatch_starts_one_process_whoever_tries_again() throws IOException {
        Dispatch once = Call.PLAIN.dispatch();
        ExecDispatcher dispatcher = workshop.dispatcher(workshop.command("echo effect >> $1/effects", "exit 75"));
        dispatcher.dispatch(once);
        assertThrows(IllegalStateException.class, () -> dispatcher.dispatch(once));
        assertEquals(1, Files.readAllLines(directory.resolve("effects")).size());
    }

    @Test
    void a_wish_that_comes_after_the_end_changes_nothing() throws IOException {
        Cancellation cancellation = new Cancellation();
        Answer answer = workshop.answer(workshop.command("echo done"), Call.PLAIN.cancelledBy(cancellation));
        cancellation.request(Cancellation.Cause.CANCELLED);
        assertEquals(Answer.completed("done\n"), answer);
    }
}
