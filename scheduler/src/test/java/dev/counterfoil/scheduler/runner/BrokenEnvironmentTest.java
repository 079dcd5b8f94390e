// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What surrounds a run throws: the invocation is given back, nobody waits for ever, nothing is called in doubt that was not called. */
@Timeout(240)
final class BrokenEnvironmentTest {
    @TempDir
    private Path directory;

    private final Told told = new Told();

    private static Invocation invocation(Dispatcher provider) {
        return Invocation.of("b").limit(Dimension.MAX_CALLS, 2).backoff(Backoff.NONE).provider("p", provider).build();
    }

    private static void assertFree(Counterfoil runtime) {
        assertEquals(
                Optional.empty(),
                runtime.journal().read(new InvocationId("b")).orElseThrow().row().holder().owner());
    }

    @Test
    void an_exception_out_of_the_first_wait_asks_the_call_to_end_gives_the_invocation_back_and_keeps_the_late_answer()
            throws InterruptedException {
        Gate gate = Gate.stubborn(Answer.completed("late"));
        IllegalStateException broken = new IllegalStateException("no time");
        try (Counterfoil runtime = Counterfoil.settings()
                .listener(told)
                .time(SystemTime.wall(), SystemTime.ticker(), (atMost, wake) -> {
                    gate.awaitCall();
                    throw broken;
                })
                .open(directory.resolve("j.db"))) {
            assertSame(broken, assertThrows(IllegalStateException.class, () -> runtime.run(invocation(gate))));
            assertEquals(List.of(Cancellation.Cause.STOPPING), gate.asked());
            assertFree(runtime);
            gate.release();
            told.await(Evidence.class);
            assertEquals(EvidenceKind.LATE_OUTCOME, Read.only(runtime, "b", Evidence.class).what());
        }
    }

    @Test
    void an_answer_that_is_there_when_the_wait_throws_is_given_to_the_caller_and_kept() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("paid for"));
        try (Counterfoil runtime = Counterfoil.settings()
                .listener(told)
                .time(SystemTime.wall(), SystemTime.ticker(), (atMost, wake) -> {
                    gate.release();
                    SystemTime.waiter().await(atMost, wake);
                    throw new IllegalStateException("no time");
                })
                .open(directory.resolve("j.db"))) {
            RunOutcome.Unavailable outcome = (RunOutcome.Unavailable) runtime.run(invocation(gate));
            assertEquals("paid for", outcome.response().orElseThrow().utf8());
            assertEquals("opening intent evidence", Read.story(runtime, "b"));
        }
    }

    /** Hands nothing over, and throws something while it is told to. */
    private static final class Threads extends AbstractExecutorService {
        private final Throwable thrown;

        private Threads(Throwable thrown) {
            this.thrown = thrown;
        }

        @Override
        public void execute(Runnable task) {
            Threads.<RuntimeException>fail(thrown);
        }

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> void fail(Throwable any) throws T {
            throw (T) any;
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    @Test
    void a_thread_that_cannot_be_made_is_no_doubt_and_the_error_is_thrown_to_the_caller() {
        AtomicInteger calls = new AtomicInteger();
        Error none = new OutOfMemoryError("unable to create native thread");
        Invocation invocation = invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet()));
        try (Counterfoil runtime = Counterfoil.settings().threads(new Threads(none)).open(directory.resolve("j.db"))) {
            assertSame(none, assertThrows(OutOfMemoryError.class, () -> runtime.run(invocation)));
            assertEquals(OutcomeClass.NOT_DISPATCHED, Read.only(runtime, "b", Outcome.class).outcomeClass());
            assertFree(runtime);
        }
        assertEquals(0, calls.get());
        try (Counterfoil next = Counterfoil.open(directory.resolve("j.db"))) {
            assertEquals("call 1", next.run(invocation).result().response().orElseThrow().utf8());
        }
    }

    @Test
    void an_executor_that_throws_anything_else_is_no_doubt_either() {
        AtomicInteger calls = new AtomicInteger();
        for (Throwable thrown : List.of(new IllegalStateException("bug"), new Throwable("sneaky"))) {
            Path file = directory.resolve(thrown.getClass().getSimpleName());
            try (Counterfoil runtime = Counterfoil.settings().threads(new Threads(thrown)).open(file)) {
                InvocationResult result =
                        runtime.run(invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet()))).result();
                assertEquals("calls_exhausted", result.reason());
                assertEquals("opening intent outcome intent outcome closing", Read.story(runtime, "b"));
            }
        }
        assertEquals(0, calls.get());
    }
}
