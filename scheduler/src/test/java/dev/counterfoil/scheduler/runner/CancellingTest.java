// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.Amendment;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cancelling reaches the run, its attempt once, and the journal, whoever asks and from wherever. */
@Timeout(240)
final class CancellingTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path directory;

    private final Told told = new Told();

    private Counterfoil runtime() {
        return Counterfoil.settings().listener(told).open(directory.resolve("j.db"));
    }

    private static Invocation invocation(Dispatcher provider) {
        return Invocation.of("c")
                .limit(Dimension.MAX_CALLS, 5)
                .backoff(Backoff.fixed(HOUR))
                .provider("p", provider)
                .build();
    }

    @Test
    void a_cancelled_future_ends_its_attempt_once_and_the_effect_is_unknown() throws InterruptedException {
        Gate gate = Gate.stubborn(Answer.retryable());
        try (Counterfoil runtime = runtime()) {
            CompletableFuture<RunOutcome> future = runtime.submit(invocation(gate));
            gate.awaitCall();
            assertTrue(future.cancel(true));
            told.await(Outcome.class);
            gate.release();
            told.await(Evidence.class);
            assertEquals(List.of(Cancellation.Cause.CANCELLED), gate.asked());
            assertEquals(Optional.of("future"), Read.cancelledBy(runtime, "c"));
            assertEquals("opening intent cancellation outcome evidence", Read.story(runtime, "c"));
            assertEquals(InvocationResult.Status.UNCERTAIN, runtime.run(invocation(gate)).result().status());
        }
        assertEquals(1, gate.calls());
    }

    @Test
    void a_future_cancelled_during_backoff_starts_nothing_more_and_closes_as_cancelled() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        Invocation invocation = invocation(dispatch -> {
            calls.incrementAndGet();
            return Answer.retryable();
        });
        try (Counterfoil runtime = runtime()) {
            CompletableFuture<RunOutcome> future = runtime.submit(invocation);
            told.await(Outcome.class);
            assertTrue(future.cancel(true));
            told.await(Closing.class);
            assertEquals("opening intent outcome cancellation closing", Read.story(runtime, "c"));
            assertEquals("cancelled", runtime.run(invocation).result().reason());
        }
        assertEquals(1, calls.get());
    }

    /** The only thread of the pool is busy, so the invocation is not opened before the future is cancelled. */
    @Test
    void a_future_cancelled_before_its_run_began_never_runs() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        ExecutorService one = Executors.newFixedThreadPool(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch drained = new CountDownLatch(1);
        try (Counterfoil runtime = Counterfoil.settings().threads(one).open(directory.resolve("j.db"))) {
            one.execute(() -> uninterruptibly(release));
            CompletableFuture<RunOutcome> future =
                    runtime.submit(invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet())));
            assertTrue(future.cancel(true));
            release.countDown();
            one.execute(drained::countDown);
            uninterruptibly(drained);
            assertEquals(Optional.empty(), runtime.journal().read(new InvocationId("c")));
        }
        assertEquals(0, calls.get());
    }

    /** The listener cancels while the opening and its intent are already durable and nothing is dispatched yet. */
    @Test
    void a_cancellation_between_the_intent_and_its_dispatch_is_heeded() {
        AtomicInteger calls = new AtomicInteger();
        Counterfoil[] slot = new Counterfoil[1];
        try (Counterfoil runtime = Counterfoil.settings()
                .listener(step -> {
                    if (step.record() instanceof Opening) {
                        slot[0].cancel(step.invocation(), "listener");
                    }
                })
                .open(directory.resolve("j.db"))) {
            slot[0] = runtime;
            InvocationResult result = runtime.run(
                    invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet()))).result();
            assertEquals("cancelled", result.reason());
            assertEquals(Optional.of("listener"), Read.cancelledBy(runtime, "c"));
        }
        assertEquals(0, calls.get());
    }

    /** The clock is read before the invocation is opened: a cancellation there finds nothing to cancel in the journal. */
    @Test
    void a_cancellation_between_the_first_look_and_the_opening_is_not_lost() {
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger looks = new AtomicInteger();
        Counterfoil[] slot = new Counterfoil[1];
        try (Counterfoil runtime = Counterfoil.settings()
                .time(() -> {
                    if (looks.getAndIncrement() == 0) {
                        assertInstanceOf(Amendment.Absent.class, slot[0].cancel(new InvocationId("c"), "early"));
                    }
                    return SystemTime.wall().instant();
                }, SystemTime.ticker(), SystemTime.waiter())
                .open(directory.resolve("j.db"))) {
            slot[0] = runtime;
            InvocationResult result = runtime.run(
                    invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet()))).result();
            assertEquals("cancelled", result.reason());
            assertEquals("opening cancellation closing", Read.story(runtime, "c"));
        }
        assertEquals(0, calls.get());
    }

    @Test
    void another_thread_cancels_a_running_attempt_by_the_id() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("x"));
        try (Counterfoil runtime = runtime()) {
            Caller caller = Caller.of(runtime, invocation(gate));
            gate.awaitCall();
            assertInstanceOf(Amendment.Amended.class, runtime.cancel(new InvocationId("c"), "operator"));
            assertEquals(InvocationResult.Status.UNCERTAIN, caller.result().status());
            assertEquals(List.of(Cancellation.Cause.CANCELLED), gate.asked());
            assertInstanceOf(Amendment.Unchanged.class, runtime.cancel(new InvocationId("c"), "operator again"));
            assertEquals(Optional.of("operator"), Read.cancelledBy(runtime, "c"));
        }
        assertEquals(1, gate.calls());
    }

    /** Seen at the latest after a beat, 3.3 s, in real time. */
    @Test
    void another_runtime_on_the_same_file_cancels_a_running_attempt() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("x"));
        try (Counterfoil one = runtime(); Counterfoil two = Counterfoil.open(directory.resolve("j.db"))) {
            Caller caller = Caller.of(one, invocation(gate));
            gate.awaitCall();
            two.cancel(new InvocationId("c"), "elsewhere");
            assertEquals(InvocationResult.Status.UNCERTAIN, caller.result().status());
            assertEquals(List.of(Cancellation.Cause.CANCELLED), gate.asked());
        }
    }

    /** The closing gives the invocation back, so the next append of its run finds that it owns it no more. */
    @Test
    void an_invocation_that_another_runtime_cancelled_in_its_backoff_ends_as_cancelled_and_not_as_owned_elsewhere() {
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean inBackoff = new AtomicBoolean();
        Path file = directory.resolve("j.db");
        try (Counterfoil two = Counterfoil.open(file);
                Counterfoil one = Counterfoil.settings()
                        .listener(step -> inBackoff.set(step.record() instanceof Outcome))
                        .time(SystemTime.wall(), SystemTime.ticker(), (atMost, wake) -> {
                            if (inBackoff.getAndSet(false)) {
                                two.cancel(new InvocationId("c"), "elsewhere");
                            }
                            SystemTime.waiter().await(atMost, wake);
                            // Woken for another reason: nothing says to look into the journal.
                            return true;
                        })
                        .open(file)) {
            InvocationResult result = one.run(Invocation.of("c")
                            .limit(Dimension.MAX_CALLS, 5)
                            .backoff(Backoff.fixed(Duration.ofMillis(50)))
                            .provider("p", dispatch -> {
                                calls.incrementAndGet();
                                return Answer.retryable();
                            })
                            .build())
                    .result();
            assertEquals("cancelled", result.reason());
            assertEquals("opening intent outcome cancellation closing", Read.story(one, "c"));
        }
        assertEquals(1, calls.get());
    }

    @Test
    void a_settled_invocation_is_not_cancelled_and_an_unknown_one_is_absent() {
        try (Counterfoil runtime = runtime()) {
            runtime.run(invocation(dispatch -> Answer.completed("done"))).result();
            assertInstanceOf(Amendment.Unchanged.class, runtime.cancel(new InvocationId("c"), "late"));
            assertInstanceOf(Amendment.Absent.class, runtime.cancel(new InvocationId("nobody"), "x"));
            assertEquals("opening intent outcome closing", Read.story(runtime, "c"));
        }
    }

    private static void uninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
