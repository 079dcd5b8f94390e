// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A process dies in the middle of a call that costs money. What the next process is told, and what it does not do.
 *
 * <p>The first process is a child JVM. Its primary provider turns the call away, its fallback does the work, writes the effect into a
 * ledger, and the machine is switched off before the answer arrives. The second process runs the same invocation again.
 *
 * <p>Confined to the thread that runs it.
 */
public final class CrashAndRunAgain {
    private static final int SWITCHED_OFF = 42;

    private CrashAndRunAgain() {}

    /**
     * Tells the story, or plays the process that dies.
     *
     * @param arguments a directory; and {@code die} for the process that dies
     * @throws IOException where the directory cannot be written
     * @throws InterruptedException where it is interrupted while it waits for the child
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("counterfoil");
        if (arguments.length > 1) {
            run(directory, dispatch -> {
                write(directory, "charged by attempt " + dispatch.ordinal());
                Runtime.getRuntime().halt(SWITCHED_OFF);
                return Answer.uncertain();
            });
        } else {
            story(directory).forEach(System.out::println);
        }
    }

    static List<String> story(Path directory) throws IOException, InterruptedException {
        int exit = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp", System.getProperty("java.class.path"),
                        CrashAndRunAgain.class.getName(), directory.toString(), "die")
                .inheritIO()
                .start()
                .waitFor();
        InvocationResult result = run(directory, dispatch -> {
            write(directory, "charged by attempt " + dispatch.ordinal());
            return Answer.completed("done");
        });
        return List.of(
                "the first process ended with " + exit,
                "the second is told: " + result.status() + ", " + result.reason() + ", " + result.businessState(),
                "attempts so far: " + result.attempts() + ", calls charged: " + result.totals().calls()
                        + ", cost in micros: " + result.totals().costMicros(),
                "effects in the world: " + Files.readAllLines(ledger(directory)).size());
    }

    private static InvocationResult run(Path directory, Dispatcher fallback) {
        Invocation charge = Invocation.of("charge-1")
                .request("{\"amount_micros\":5000000,\"card\":\"on file\"}")
                .limit(Dimension.MAX_CALLS, 4)
                .limit(Dimension.MAX_COST_MICROS, 5_000)
                .quote(new Quote(0, 0, 1_200))
                .backoff(Backoff.NONE)
                .limit(Dimension.MAX_RETRIES, 0)
                .provider("primary", dispatch -> Answer.rejected())
                .provider("fallback", fallback)
                .build();
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("charges.journal"))) {
            return runtime.run(charge).result();
        }
    }

    private static Path ledger(Path directory) {
        return directory.resolve("effects.txt");
    }

    private static void write(Path directory, String line) {
        try {
            Files.write(ledger(directory), List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
