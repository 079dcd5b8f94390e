// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Many invocations at once, and a process that stops in the middle of them.
 *
 * <p>Half of them are answered at once. The others are turned away and would wait an hour for their second try. Closing the runtime waits
 * for nobody's hour: what is not finished stays open, cancelled by nobody, and the next process goes on with it.
 *
 * <p>Confined to the thread that runs it.
 */
public final class ManyThreadsAndShutdown {
    private static final int INVOCATIONS = 32;

    private ManyThreadsAndShutdown() {}

    /**
     * Tells the story.
     *
     * @param arguments the journal's file
     * @throws IOException where no directory can be made for it
     * @throws InterruptedException where it is interrupted while it waits
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path file = arguments.length > 0
                ? Path.of(arguments[0])
                : Files.createTempDirectory("counterfoil").resolve("many.journal");
        story(file).forEach(System.out::println);
    }

    static List<String> story(Path file) throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch called = new CountDownLatch(INVOCATIONS);
        List<CompletableFuture<RunOutcome>> first = new ArrayList<>();
        try (Counterfoil runtime = Counterfoil.open(file)) {
            for (int i = 0; i < INVOCATIONS; i++) {
                boolean busy = i % 2 == 1;
                first.add(runtime.submit(Invocation.of("job-" + i)
                        .limit(Dimension.MAX_CALLS, 2)
                        .backoff(Backoff.fixed(Duration.ofHours(1)))
                        .provider("worker", dispatch -> {
                            calls.incrementAndGet();
                            called.countDown();
                            return busy ? Answer.retryable() : Answer.completed("done");
                        })
                        .build()));
            }
            called.await();
        }
        long done = first.stream().map(CompletableFuture::join).filter(RunOutcome.Concluded.class::isInstance).count();
        return List.of(
                "finished before the process stopped: " + done,
                "left open: " + (INVOCATIONS - done),
                "finished by the next process: " + again(file, calls),
                "calls made: " + calls.get());
    }

    /** The next process brings another pace along: backoff is not bound. */
    private static long again(Path file, AtomicInteger calls) {
        try (Counterfoil runtime = Counterfoil.open(file)) {
            return IntStream.range(0, INVOCATIONS)
                    .filter(i -> i % 2 == 1)
                    .mapToObj(i -> runtime.run(Invocation.of("job-" + i)
                            .limit(Dimension.MAX_CALLS, 2)
                            .backoff(Backoff.NONE)
                            .provider("worker", dispatch -> Answer.completed("done by call " + calls.incrementAndGet()))
                            .build()))
                    .filter(RunOutcome.Concluded.class::isInstance)
                    .count();
        }
    }
}
