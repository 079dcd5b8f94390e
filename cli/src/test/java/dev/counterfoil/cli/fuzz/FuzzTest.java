// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.output.JsonLine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Broken input at every place where input comes in: refused as it is documented, or taken and then run as any other; never a trace, a
 * hang, a payload in a message, or anything written. {@code make fuzz N=1000000} gives more of it, and writes the report.
 *
 * <p>An input is named by seed, surface and number, and follows from them. Time is that of the processor: other processes do not count.
 */
@Tag("once")
class FuzzTest {
    private static final long INPUTS = Long.getLong("counterfoil.fuzz", 8_000);
    private static final long SEED = Long.getLong("counterfoil.fuzz.seed", 20_260_101L);
    private static final String ONLY = System.getProperty("counterfoil.fuzz.only", "");
    private static final String REPORT = System.getProperty("counterfoil.fuzz.report", "");
    private static final long SLOW_MILLIS = 2_000;
    private static final int FINDINGS_AT_MOST = 10;
    private static final long PATIENCE_SECONDS = 7_200;

    @TempDir
    private Path directory;

    /** The input that is being tried: what hangs can be named. */
    private volatile String current = "";

    @Test
    void no_input_breaks_what_is_promised_of_all() throws Exception {
        List<Tally> tallies = new ArrayList<>();
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread tried = new Thread(task, "fuzz");
            tried.setDaemon(true);
            return tried;
        });
        Future<?> all = thread.submit(() -> {
            for (Surface surface : surfaces()) {
                try (surface) {
                    tallies.add(tried(surface));
                }
            }
            return null;
        });
        try {
            all.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException hangs) {
            throw new AssertionError("hangs, or the machine is slow: " + current, hangs);
        } finally {
            thread.shutdownNow();
        }
        String report = report(tallies);
        if (!REPORT.isEmpty()) {
            Files.createDirectories(Path.of(REPORT).getParent());
            Files.writeString(Path.of(REPORT), report);
        }
        assertEquals(List.of(), tallies.stream().flatMap(each -> each.findings().stream()).toList(), report);
        for (Tally tally : tallies) {
            assertTrue(tally.accepted() > 0 && tally.sawRefusals(), "one answer only: " + tally.json());
        }
    }

    private List<Surface> surfaces() throws IOException {
        ChainSurface chains = new ChainSurface();
        List<Surface> all = List.of(
                new SpecSurface(SpecSurface.Breaking.BYTES), new SpecSurface(SpecSurface.Breaking.MEMBERS), new SpecStreamSurface(),
                new StoredBytesSurface(StoredBytesSurface.Kind.CONFIGURATION, GoodInput.CONFIGURATIONS),
                new StoredBytesSurface(StoredBytesSurface.Kind.REPORT, GoodInput.REPORTS),
                new StoredBytesSurface(StoredBytesSurface.Kind.RECORD, chains.bodies()), chains, new EmbeddedSurface(),
                new CommandLineSurface(Files.createDirectory(directory.resolve("command"))),
                new JournalFileSurface(Files.createDirectory(directory.resolve("journal"))));
        assertEquals(1_000, all.stream().mapToInt(Surface::share).sum());
        return all.stream().filter(each -> ONLY.isEmpty() || each.name().equals(ONLY)).toList();
    }

    private Tally tried(Surface surface) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        Tally tally = new Tally(surface.name());
        long share = Math.max(20, INPUTS * surface.share() / 1_000);
        for (long number = 0; number < share && tally.findings().size() < FINDINGS_AT_MOST; number++) {
            current = surface.name() + " " + number + " of seed " + SEED;
            long began = clock.getCurrentThreadCpuTime();
            try {
                String ending = surface.attempt(new Dice(SEED, surface.name(), number));
                long millis = TimeUnit.NANOSECONDS.toMillis(clock.getCurrentThreadCpuTime() - began);
                Finding.unless(millis <= SLOW_MILLIS, "took " + millis + " ms");
                tally.ended(ending, millis);
            } catch (Throwable broken) {
                StackTraceElement[] trace = broken.getStackTrace();
                String where = broken instanceof Finding || trace.length == 0 ? "" : " at " + trace[0] + " " + within(trace);
                tally.found(broken + where + " in input " + number + " of seed " + SEED);
            }
        }
        return tally;
    }

    private static String within(StackTraceElement[] trace) {
        return List.of(trace).stream()
                .filter(each -> each.getClassName().startsWith("dev.counterfoil") && !each.getClassName().contains(".fuzz."))
                .limit(3).toList().toString();
    }

    private static String report(List<Tally> tallies) {
        JsonLine whole = new JsonLine().put("seed", SEED).put("inputs", tallies.stream().mapToLong(Tally::inputs).sum())
                .put("findings", tallies.stream().mapToLong(each -> each.findings().size()).sum())
                .put("surfaces", tallies.stream().map(Tally::json).toList());
        return whole.toString().replace("\"surfaces\":[", "\"surfaces\":[\n").replace("},{\"surface\"", "},\n{\"surface\"") + "\n";
    }
}
