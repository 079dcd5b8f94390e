// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stopping the process is not cancelling: nothing new starts, what runs may finish for the grace, the rest stays open. */
@Timeout(240)
final class StoppingTest {
    @TempDir
    private Path directory;

    private final Told told = new Told();

    private Counterfoil runtime() {
        return Counterfoil.settings().listener(told).open(directory.resolve("j.db"));
    }

    private static Invocation invocation(Dispatcher provider, Backoff backoff) {
        return Invocation.of("s")
                .limit(Dimension.MAX_CALLS, 5)
                .backoff(backoff)
                .provider("p", provider)
                .build();
    }

    private static Invocation invocation(Dispatcher provider) {
        return invocation(provider, Backoff.fixed(Duration.ofHours(1)));
    }

    @Test
    void in_backoff_it_is_left_open_and_the_next_run_goes_on() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        Dispatcher provider = dispatch -> calls.incrementAndGet() == 1 ? Answer.retryable() : Answer.completed("second");
        try (Counterfoil runtime = runtime()) {
            Caller caller = Caller.of(runtime, invocation(provider));
            told.await(Outcome.class);
            runtime.stop();
            assertInstanceOf(RunOutcome.LeftOpen.class, caller.outcome());
            assertEquals("opening intent outcome", Read.story(runtime, "s"));
            assertInstanceOf(RunOutcome.LeftOpen.class, runtime.run(invocation(provider)));
        }
        try (Counterfoil next = runtime()) {
            assertEquals(List.of(new InvocationId("s")), next.openInvocations());
            assertEquals("second", next.run(invocation(provider, Backoff.NONE)).result().response().orElseThrow().utf8());
        }
        assertEquals(2, calls.get());
    }

    @Test
    void a_running_attempt_may_finish_within_the_grace() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("in time"));
        try (Counterfoil runtime = runtime()) {
            Caller caller = Caller.of(runtime, invocation(gate));
            gate.awaitCall();
            runtime.stop();
            gate.release();
            assertEquals("in time", caller.result().response().orElseThrow().utf8());
            assertEquals(List.of(), gate.asked());
        }
    }

    @Test
    void a_running_attempt_is_ended_when_the_grace_is_over_or_at_once() throws InterruptedException {
        for (Duration grace : List.of(Duration.ofMillis(50), Duration.ofHours(1))) {
            Gate gate = Gate.answering(Answer.completed("x"));
            String id = "grace " + grace;
            try (Counterfoil runtime = Counterfoil.settings().grace(grace).open(directory.resolve("j.db"))) {
                Caller caller = Caller.of(runtime, Invocation.of(id)
                        .limit(Dimension.MAX_CALLS, 2)
                        .provider("p", gate)
                        .build());
                gate.awaitCall();
                runtime.stop();
                if (grace.compareTo(Duration.ofMinutes(1)) > 0) {
                    runtime.stopNow();
                }
                assertEquals(InvocationResult.Status.UNCERTAIN, caller.result().status());
                Outcome outcome = Read.only(runtime, id, Outcome.class);
                assertEquals(Optional.of(OutcomeReason.STOPPED_BY_HOST), outcome.reason());
                assertEquals(List.of(Cancellation.Cause.STOPPING), gate.asked());
                assertEquals("opening intent outcome", Read.story(runtime, id));
            }
        }
    }

    @Test
    void an_interrupt_while_the_process_stops_ends_the_attempt_and_cancels_nothing() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("x"));
        try (Counterfoil runtime = runtime()) {
            Caller caller = Caller.of(runtime, invocation(gate));
            gate.awaitCall();
            runtime.stop();
            caller.interrupt();
            assertEquals(InvocationResult.Status.UNCERTAIN, caller.result().status());
            assertTrue(caller.interruptedAfterwards(), "the flag is restored");
            assertEquals("opening intent outcome", Read.story(runtime, "s"));
        }
    }

    @Test
    void closing_while_interrupted_ends_the_attempts_whose_outcomes_are_written_and_cancels_nothing() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("x"));
        Counterfoil runtime = runtime();
        CompletableFuture<RunOutcome> future = runtime.submit(invocation(gate));
        gate.awaitCall();
        Thread.currentThread().interrupt();
        runtime.close();
        assertTrue(Thread.interrupted(), "the flag is restored");
        assertEquals(InvocationResult.Status.UNCERTAIN, future.join().result().status());
        try (Counterfoil next = runtime()) {
            assertEquals("opening intent outcome", Read.story(next, "s"));
            assertEquals(Optional.of(OutcomeReason.STOPPED_BY_HOST), Read.only(next, "s", Outcome.class).reason());
        }
    }

    @Test
    void closing_is_bounded_in_time_whatever_a_dispatcher_does_and_twice_is_once() throws InterruptedException {
        Gate gate = Gate.stubborn(Answer.completed("x"));
        Counterfoil runtime = Counterfoil.settings().grace(Duration.ofMillis(50)).open(directory.resolve("j.db"));
        Caller caller = Caller.of(runtime, invocation(gate));
        gate.awaitCall();
        assertTimeoutPreemptively(Duration.ofSeconds(40), () -> {
            runtime.close();
            runtime.close();
        });
        assertEquals(InvocationResult.Status.UNCERTAIN, caller.result().status());
        gate.release();
    }

    @Test
    void what_is_asked_of_a_closed_runtime_is_refused_clearly_and_sends_nothing() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Invocation invocation = invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet()));
        Counterfoil runtime = runtime();
        runtime.close();
        assertInstanceOf(RunOutcome.Unavailable.class, runtime.run(invocation));
        CompletableFuture<RunOutcome> future = runtime.submit(invocation);
        assertThrows(ExecutionException.class, () -> future.get(Caller.SECONDS, TimeUnit.SECONDS));
        assertEquals(0, calls.get());
    }

    @Test
    void a_grace_for_ever_is_allowed_and_a_negative_one_is_not() {
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        try (Counterfoil runtime =
                Counterfoil.settings().grace(forEver).ownerWait(forEver).open(directory.resolve("j.db"))) {
            assertEquals(InvocationResult.Status.SETTLED, runtime.run(invocation(dispatch -> Answer.completed("x"))).result().status());
        }
        assertThrows(IllegalArgumentException.class, () -> Counterfoil.settings()
                .grace(Duration.ofMillis(-1))
                .open(directory.resolve("other.db")));
    }
}
