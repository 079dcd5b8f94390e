// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** Cases, two beside each other, until there were enough or something was found. Stateless. */
public final class Series {
    private static final int AT_ONCE = 2;

    private Series() {}

    /** One case of a series. */
    public interface Case {
        /**
         * Runs it.
         *
         * @param place in the series, from 0
         * @return what was found, each with the name of its case
         * @throws IOException where a process cannot be started
         * @throws InterruptedException never, unless somebody ends the test
         */
        List<String> run(int place) throws IOException, InterruptedException;
    }

    /**
     * Runs them.
     *
     * @param isNeeded whether there is to be a case at that place
     * @param each runs one; what it throws is found too
     * @return all that was found
     */
    public static List<String> run(IntPredicate isNeeded, Case each) throws InterruptedException, ExecutionException {
        ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
        AtomicInteger place = new AtomicInteger();
        Callable<Void> worker = () -> {
            while (isNeeded.test(place.get()) && violations.isEmpty()) {
                violations.addAll(found(each, place.getAndIncrement()));
            }
            return null;
        };
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Future<Void> one : workers.invokeAll(Collections.nCopies(AT_ONCE, worker))) {
                one.get();
            }
        } finally {
            workers.shutdownNow();
        }
        return List.copyOf(violations);
    }

    private static List<String> found(Case each, int place) throws IOException, InterruptedException {
        try {
            return each.run(place);
        } catch (RuntimeException | AssertionError broken) {
            return List.of("broken: " + broken + " in case " + place);
        }
    }

    /** Writes a report, where one is wished for. */
    public static void write(String file, String report) throws IOException {
        if (!file.isEmpty()) {
            Files.createDirectories(Path.of(file).getParent());
            Files.writeString(Path.of(file), report);
        }
    }
}
