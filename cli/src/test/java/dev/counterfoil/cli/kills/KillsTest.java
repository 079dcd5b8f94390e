// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real command, and holds what is left against the promises. {@code make kills N=1000} kills more often, and writes the report.
 */
@Tag("once")
class KillsTest {
    private static final int KILLS = Integer.getInteger("counterfoil.kills", 24);
    private static final long SEED = Long.getLong("counterfoil.kills.seed", 20_260_101L);
    private static final String REPORT = System.getProperty("counterfoil.kills.report", "");
    private static final int AT_ONCE = 2;
    private static final int KILLS_A_CASE = 3;

    @TempDir
    private Path directory;

    @Test
    void every_promise_holds_after_kills_of_the_real_command() throws Exception {
        KillTally tally = new KillTally();
        ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
        AtomicInteger place = new AtomicInteger();
        Callable<Void> worker = () -> {
            while (isNeeded(tally, place.get()) && violations.isEmpty()) {
                KillCase next = KillCase.of(SEED, place.getAndIncrement(), KILLS_A_CASE);
                check(next, tally, violations);
            }
            return null;
        };
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Future<Void> each : workers.invokeAll(List.of(worker, worker))) {
                each.get();
            }
        } finally {
            workers.shutdownNow();
        }
        String report = tally.report(SEED, violations.size());
        if (!REPORT.isEmpty()) {
            Files.createDirectories(Path.of(REPORT).getParent());
            Files.writeString(Path.of(REPORT), report);
        }
        assertEquals(List.of(), List.copyOf(violations), report);
        assertTrue(tally.isComplete(), "kinds of kills that came: " + report);
        assertTrue(tally.of("settled") > 0 && tally.of("stopped") > 0 && tally.of("uncertain") > 0, "endings that came: " + report);
    }

    /** Kills that came too late are made up for, but not for ever. */
    private static boolean isNeeded(KillTally tally, int cases) {
        return cases < KILLS && (tally.kills() < KILLS || !tally.isComplete());
    }

    private void check(KillCase of, KillTally tally, ConcurrentLinkedQueue<String> violations) throws IOException, InterruptedException {
        try {
            KillChecker.violations(CaseRunner.run(of, directory, tally)).forEach(violation -> violations.add(violation + " in " + of));
        } catch (RuntimeException | AssertionError broken) {
            violations.add("broken: " + broken + " in " + of);
        }
    }
}
