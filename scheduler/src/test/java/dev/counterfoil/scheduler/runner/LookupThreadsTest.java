// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.lookup.Lookup;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import dev.counterfoil.scheduler.lookup.ReceiptLookup;
import dev.counterfoil.scheduler.time.SystemTime;
import dev.counterfoil.scheduler.time.Ticker;
import dev.counterfoil.scheduler.time.Waiter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A look-up never holds its run: whoever stops, cancels or interrupts is heard, and so is its time. */
@Timeout(240)
final class LookupThreadsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path directory;

    private final HeldBook book = new HeldBook();

    /** A book that answers nobody until it is interrupted; it counts what it is asked and how it is asked to end. */
    private static final class HeldBook implements ReceiptLookup {
        private final CountDownLatch called = new CountDownLatch(1);
        private final CountDownLatch ended = new CountDownLatch(1);
        private final List<Cancellation.Cause> causes = new CopyOnWriteArrayList<>();

        @Override
        public LookupAnswer lookUp(Lookup lookup) throws InterruptedException {
            lookup.cancellation().onRequest(() -> causes.add(lookup.cancellation().cause().orElseThrow()));
            called.countDown();
            try {
                assertTrue(new CountDownLatch(1).await(Caller.SECONDS, TimeUnit.SECONDS), "interrupted");
                return LookupAnswer.completed();
            } finally {
                ended.countDown();
            }
        }

        void awaitCall() throws InterruptedException {
            assertTrue(called.await(Caller.SECONDS, TimeUnit.SECONDS), "called");
        }

        void awaitEnd() throws InterruptedException {
            assertTrue(ended.await(Caller.SECONDS, TimeUnit.SECONDS), "ended");
        }
    }

    private Invocation invocation(Duration timeout) {
        return invocation(ReceiptBook.claims(book).within(timeout));
    }

    private static Invocation invocation(ReceiptBook asked) {
        return Invocation.of("l")
                .limit(Dimension.MAX_CALLS, 5)
                .operation(new Operation(Contract.NON_IDEMPOTENT, Optional.of("s"), Optional.of("k")))
                .doubt(DoubtProfile.RECONCILE)
                .provider(Provider.of("p", dispatch -> Answer.uncertain()).withReceipts(asked))
                .build();
    }

    /** Time begins when the book is called: a look-up whose time is over before its thread comes to it is never made. */
    private Counterfoil runtime() {
        long began = SystemTime.ticker().nanos();
        Ticker ticker = () -> book.called.getCount() == 0 ? SystemTime.ticker().nanos() - began : 0;
        return Counterfoil.settings().time(SystemTime.wall(), ticker, SystemTime.waiter()).open(directory.resolve("j.db"));
    }

    private static void assertDoubt(RunOutcome outcome) {
        assertEquals("UNCERTAIN uncertain_outcome", outcome.result().status() + " " + outcome.result().reason());
    }

    @Test
    void one_that_hangs_is_left_when_its_time_is_over() throws InterruptedException {
        try (Counterfoil runtime = runtime()) {
            assertDoubt(runtime.run(invocation(Duration.ofMillis(1))));
            book.awaitEnd();
            assertEquals("opening intent outcome evidence", Read.story(runtime, "l"));
        }
        assertEquals(List.of(Cancellation.Cause.TIMEOUT), book.causes);
    }

    @Test
    void a_cancellation_ends_it_and_the_doubt_stays() throws InterruptedException {
        try (Counterfoil runtime = runtime()) {
            CompletableFuture<RunOutcome> run = runtime.submit(invocation(HOUR));
            book.awaitCall();
            runtime.cancel(new InvocationId("l"), "somebody");
            book.awaitEnd();
            assertDoubt(run.join());
            assertEquals("opening intent outcome cancellation evidence", Read.story(runtime, "l"));
        }
        assertEquals(List.of(Cancellation.Cause.CANCELLED), book.causes);
    }

    /** The run looks into the journal while it waits, and finds there only what it knew. */
    @Test
    void what_was_cancelled_before_ends_no_look_up() throws InterruptedException {
        try (Counterfoil runtime = runtime()) {
            runtime.run(invocation(Duration.ofMillis(1)));
            book.awaitEnd();
            runtime.cancel(new InvocationId("l"), "somebody");
        }
        CountDownLatch hasLooked = new CountDownLatch(1);
        AtomicBoolean waited = new AtomicBoolean();
        Waiter hurried = (atMost, wake) -> {
            if (!waited.getAndSet(true)) {
                return false;
            }
            hasLooked.countDown();
            return SystemTime.waiter().await(atMost, wake);
        };
        ReceiptBook slow = ReceiptBook.claims(lookup -> {
            assertTrue(hasLooked.await(Caller.SECONDS, TimeUnit.SECONDS), "it was waited for");
            return LookupAnswer.completed();
        }).within(HOUR);
        try (Counterfoil runtime = Counterfoil.settings().time(SystemTime.wall(), SystemTime.ticker(), hurried)
                .open(directory.resolve("j.db"))) {
            assertEquals("SETTLED", runtime.run(invocation(slow)).result().status().toString());
        }
    }

    @Test
    void the_end_of_the_process_ends_it() throws InterruptedException {
        try (Counterfoil runtime = runtime()) {
            CompletableFuture<RunOutcome> run = runtime.submit(invocation(HOUR));
            book.awaitCall();
            runtime.stopNow();
            book.awaitEnd();
            assertDoubt(run.join());
        }
        assertEquals(List.of(Cancellation.Cause.STOPPING), book.causes);
    }

    @Test
    void an_interrupt_ends_it_cancels_and_is_restored() throws InterruptedException {
        AtomicReference<RunOutcome> outcome = new AtomicReference<>();
        AtomicReference<Boolean> restored = new AtomicReference<>(false);
        try (Counterfoil runtime = runtime()) {
            Thread caller = new Thread(() -> {
                outcome.set(runtime.run(invocation(HOUR)));
                restored.set(Thread.currentThread().isInterrupted());
            });
            caller.start();
            book.awaitCall();
            caller.interrupt();
            caller.join();
            assertDoubt(outcome.get());
            assertEquals(Optional.of("interrupt"), Read.cancelledBy(runtime, "l"));
        }
        assertEquals(true, restored.get());
    }

    @Test
    void nobody_is_asked_while_the_process_stops() {
        Counterfoil[] slot = new Counterfoil[1];
        try (Counterfoil runtime = Counterfoil.settings().listener(step -> {
            if (step.record() instanceof Outcome) {
                slot[0].stop();
            }
        }).open(directory.resolve("j.db"))) {
            slot[0] = runtime;
            assertInstanceOf(RunOutcome.LeftOpen.class, runtime.run(invocation(HOUR)));
        }
        assertEquals(1, book.called.getCount());
    }

    @Test
    void a_book_is_asked_by_who_resumes_from_the_journal_alone_and_not_where_its_providers_are_not_known() throws InterruptedException {
        try (Counterfoil runtime = runtime()) {
            runtime.run(invocation(Duration.ofMillis(1)));
            book.awaitEnd();
        }
        Invocation again = Invocation.of("l")
                .limit(Dimension.MAX_CALLS, 5)
                .operation(new Operation(Contract.NON_IDEMPOTENT, Optional.of("s"), Optional.of("k")))
                .provider(Provider.of("p", dispatch -> Answer.uncertain()).withReceipts(ReceiptBook.claims(l -> LookupAnswer.rejected())))
                .build();
        try (Counterfoil runtime = runtime()) {
            assertInstanceOf(RunOutcome.ProvidersUnknown.class,
                    runtime.resume(new InvocationId("l"), (id, opening, configuration) -> Optional.empty()));
            InvocationResult found = runtime.resume(
                    new InvocationId("l"), (id, opening, configuration) -> Optional.of(again.means())).result();
            assertEquals("STOPPED permanent not_applied", found.status() + " " + found.reason() + " " + found.businessState().code());
        }
    }
}
