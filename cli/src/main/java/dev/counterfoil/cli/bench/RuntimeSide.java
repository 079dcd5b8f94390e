// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.OutcomeLine;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationResult;
import dev.counterfoil.scheduler.runner.RunOutcome;
import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * The runtime whole, as a host embeds it: each invocation is opened and charged, dispatched to a provider that answers at once, and
 * settled. Confined to one thread, which starts the callers and waits for them.
 */
final class RuntimeSide implements AutoCloseable {
    private static final int INTENT = 1;
    private static final int OUTCOME = 2;
    private static final Bytes REQUEST = Bytes.utf8("{\"quantity\":1,\"sku\":\"P7\"}");
    private static final Bytes RESPONSE = Bytes.utf8("{\"order\":4711}");

    private final Path journal;
    private final CheckpointStore store;
    private final Counterfoil runtime;

    private RuntimeSide(Path journal, CheckpointStore store) {
        this.journal = journal;
        this.store = store;
        this.runtime = Counterfoil.settings().over(store);
    }

    /** A runtime over a new journal. */
    static RuntimeSide over(Path journal, Duration forceDelay) {
        return new RuntimeSide(journal, forceDelay.isZero()
                ? SqliteCheckpointStore.openOrCreate(journal) : SqliteCheckpointStore.slowed(journal, forceDelay));
    }

    /**
     * Runs the invocations from one number to before another, all callers at once, and notes what each took.
     *
     * @return nanoseconds from the start of the first to the end of the last
     */
    long slice(int begin, int end, int callers, long[] nanos, BooleanSupplier goesOn) {
        AtomicInteger next = new AtomicInteger(begin);
        AtomicReference<Optional<Throwable>> failure = new AtomicReference<>(Optional.empty());
        CountDownLatch ready = new CountDownLatch(callers);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(callers);
        Runnable caller = () -> {
            try {
                ready.countDown();
                go.await();
                for (int number = next.getAndIncrement(); number < end && goesOn.getAsBoolean(); number = next.getAndIncrement()) {
                    nanos[number] = one(number);
                }
            } catch (Throwable thrown) {
                failure.set(Optional.of(thrown));
                next.set(end);
            } finally {
                over.countDown();
            }
        };
        for (int i = 0; i < callers; i++) {
            Thread thread = new Thread(caller, "caller-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        return elapsed(ready, go, over, failure);
    }

    private static long elapsed(CountDownLatch ready, CountDownLatch go, CountDownLatch over,
            AtomicReference<Optional<Throwable>> failure) {
        try {
            ready.await();
            long start = SystemTime.ticker().nanos();
            go.countDown();
            over.await();
            long elapsed = SystemTime.ticker().nanos() - start;
            failure.get().ifPresent(RuntimeSide::rethrow);
            return elapsed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitStatus.UNEXPECTED, "interrupted while measuring");
        }
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
    }

    private long one(int number) {
        long start = SystemTime.ticker().nanos();
        RunOutcome outcome = runtime.run(invocation(number));
        long elapsed = SystemTime.ticker().nanos() - start;
        boolean settled = outcome instanceof RunOutcome.Concluded concluded
                && concluded.result().status() == InvocationResult.Status.SETTLED;
        if (!settled) {
            OutcomeLine told = OutcomeLine.of(outcome, journal, Optional.empty());
            throw new CommandException(told.status(), told.line().orElseThrow());
        }
        return elapsed;
    }

    private static Invocation invocation(int number) {
        return Invocation.of(name(number)).request(REQUEST)
                .limit(Dimension.MAX_CALLS, 1)
                .provider("bench", dispatch -> Answer.completed(RESPONSE))
                .build();
    }

    /** Names that sort by time. */
    private static String name(int number) {
        return String.format(Locale.ROOT, "bench-%08d", number);
    }

    /** What an invocation that was run here takes. */
    RowSizes sizes(int number) {
        List<StoredRecord> records = store.read(new InvocationId(name(number))).orElseThrow().records();
        return new RowSizes(records.get(INTENT).body().size(), payload(records.get(0)),
                records.get(OUTCOME).body().size(), payload(records.get(OUTCOME)));
    }

    private static int payload(StoredRecord record) {
        return record.payload().map(StoredPayload::bytes).map(Bytes::size).orElse(0);
    }

    @Override
    public void close() {
        runtime.close();
    }
}
