// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.BusinessState;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An interrupt of the caller is a cancellation: prompt, durable, never swallowed, and nothing is sent after it. */
@Timeout(240)
final class InterruptTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path directory;

    private final Told told = new Told();

    private Counterfoil runtime() {
        return Counterfoil.settings().listener(told).open(directory.resolve("j.db"));
    }

    private static Invocation invocation(Dispatcher provider) {
        return Invocation.of("i")
                .limit(Dimension.MAX_CALLS, 5)
                .backoff(Backoff.fixed(HOUR))
                .provider("p", provider)
                .build();
    }

    @Test
    void A24_during_backoff() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        try (Counterfoil runtime = runtime()) {
            Caller caller = Caller.of(runtime, invocation(dispatch -> {
                calls.incrementAndGet();
                return Answer.retryable();
            }));
            told.await(Outcome.class);
            caller.interrupt();
            InvocationResult result = caller.result();
            assertEquals("cancelled", result.reason());
            assertEquals(InvocationResult.Status.STOPPED, result.status());
            assertEquals(BusinessState.NOT_APPLIED, result.businessState());
            assertTrue(caller.interruptedAfterwards(), "the flag is restored");
            assertEquals(Optional.of("interrupt"), Read.cancelledBy(runtime, "i"));
            assertEquals("opening intent outcome cancellation closing", Read.story(runtime, "i"));
        }
        assertEquals(1, calls.get());
    }

    @Test
    void during_an_attempt() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("x"));
        try (Counterfoil runtime = runtime()) {
            Caller caller = Caller.of(runtime, invocation(gate));
            gate.awaitCall();
            caller.interrupt();
            InvocationResult result = caller.result();
            assertEquals(InvocationResult.Status.UNCERTAIN, result.status());
            assertEquals(BusinessState.UNKNOWN, result.businessState());
            assertTrue(caller.interruptedAfterwards(), "the flag is restored");
            assertEquals(List.of(Cancellation.Cause.CANCELLED), gate.asked());
            assertEquals(Optional.of("interrupt"), Read.cancelledBy(runtime, "i"));
        }
        assertEquals(1, gate.calls());
    }

    @Test
    void before_the_run_opens_and_charges_nothing() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean flag = new AtomicBoolean();
        try (Counterfoil runtime = runtime()) {
            Thread.currentThread().interrupt();
            RunOutcome outcome = runtime.run(invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet())));
            flag.set(Thread.interrupted());
            assertEquals("cancelled", outcome.result().reason());
            assertEquals(BusinessState.NOT_ATTEMPTED, outcome.result().businessState());
            assertEquals(Optional.of("interrupt"), Read.cancelledBy(runtime, "i"));
        }
        assertTrue(flag.get(), "the flag is restored");
        assertEquals(0, calls.get());
    }

    /** The listener is told in the caller's thread, after the intent is durable and before it is dispatched. */
    @Test
    void between_the_intent_and_its_dispatch() {
        AtomicInteger calls = new AtomicInteger();
        try (Counterfoil runtime = Counterfoil.settings()
                .listener(step -> Thread.currentThread().interrupt())
                .open(directory.resolve("j.db"))) {
            RunOutcome outcome = runtime.run(invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet())));
            boolean flag = Thread.interrupted();
            assertEquals("cancelled", outcome.result().reason());
            assertTrue(flag, "the flag is restored");
            assertEquals(OutcomeClass.NOT_DISPATCHED, Read.only(runtime, "i", Outcome.class).outcomeClass());
        }
        assertEquals(0, calls.get());
    }

    @Test
    void while_it_waits_for_another_owner_it_sends_nothing_and_leaves_the_owner_alone() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("by the owner"));
        CountDownLatch waiting = new CountDownLatch(1);
        Path file = directory.resolve("j.db");
        try (Counterfoil one = Counterfoil.open(file);
                Counterfoil two = Counterfoil.settings()
                        .ownerWait(HOUR)
                        .time(SystemTime.wall(), SystemTime.ticker(), (atMost, wake) -> {
                            waiting.countDown();
                            return SystemTime.waiter().await(atMost, wake);
                        })
                        .open(file)) {
            Caller owner = Caller.of(one, invocation(gate));
            gate.awaitCall();
            Caller other = Caller.of(two, invocation(gate));
            waiting.await();
            other.interrupt();
            assertInstanceOf(RunOutcome.OwnedElsewhere.class, other.outcome());
            assertTrue(other.interruptedAfterwards(), "the flag is restored");
            gate.release();
            assertEquals("by the owner", owner.result().response().orElseThrow().utf8());
        }
        assertEquals(1, gate.calls());
    }

    @Test
    void a_given_up_call_leaves_no_interrupt_behind_in_its_pooled_thread() throws Exception {
        Gate gate = Gate.stubborn(Answer.completed("late"));
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Counterfoil runtime = Counterfoil.settings().listener(told).threads(threads).open(directory.resolve("j.db"))) {
            Invocation timed = Invocation.of("i")
                    .limit(Dimension.MAX_CALLS, 1)
                    .attemptTimeout(Duration.ofMillis(50))
                    .provider("p", gate)
                    .build();
            assertEquals(InvocationResult.Status.UNCERTAIN, runtime.run(timed).result().status());
            gate.release();
            told.await(Evidence.class);
            for (int i = 0; i < 8; i++) {
                assertEquals(false, threads.submit(() -> Thread.currentThread().isInterrupted()).get());
            }
        }
    }
}
