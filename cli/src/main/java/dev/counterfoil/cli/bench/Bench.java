// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One run: the runtime and the naive loop by turns, so that both meet the same disk. Confined.
 *
 * <p>It will not compare with another machine or another hour: only numbers of one run belong together.
 */
public final class Bench {
    /** Code is compiled while it runs: what is measured first would pay for it. */
    private static final int WARMING_INVOCATIONS = 6_000;

    /** For each slice the disk, the runtime, the loop; and the warming before. */
    private static final int STEPS = 3 * Plan.SLICES + 1;

    private final Plan plan;
    private final Watcher watcher;
    private final Pause pause;
    private final double[] forces = new double[Plan.SLICES];
    private final double[] ours = new double[Plan.SLICES];
    private final double[] naive = new double[Plan.SLICES];
    private final long[] nanos;
    private int done;

    private Bench(Plan plan, Watcher watcher) {
        this.plan = plan;
        this.watcher = watcher;
        this.pause = new Pause(plan.forceDelay());
        this.nanos = new long[plan.invocations()];
    }

    /**
     * Measures. The journal is made and stays; what the other sides need lies in a directory beside it, which is removed.
     *
     * @param plan what is measured
     * @param watcher is told how far it is
     * @return the numbers; empty where the watcher ended it
     * @throws StoreException where something is there under the journal's name, or the disk fails
     */
    public static Optional<Measurement> run(Plan plan, Watcher watcher) {
        requireFree(plan.journal());
        try {
            Path scratch = Files.createTempDirectory(directory(plan.journal()), "counterfoil-bench-");
            try {
                return new Bench(plan, watcher).measured(scratch);
            } finally {
                remove(scratch);
            }
        } catch (AccessDeniedException e) {
            throw new StoreException(StoreProblem.READ_ONLY, plan.journal().toString(), "its directory cannot be written", e);
        } catch (IOException | SQLException e) {
            throw new StoreException(StoreProblem.IO_FAILED, plan.journal().toString(),
                    "files for the measuring could not be made or written beside it (" + e.getClass().getSimpleName()
                            + "); look at the disk, and whether files can be made in that directory", e);
        }
    }

    private static void requireFree(Path journal) {
        requireNothing(journal);
        requireNothing(journal.resolveSibling(journal.getFileName() + "-wal"));
        if (!Files.isDirectory(directory(journal))) {
            throw new StoreException(StoreProblem.MISSING, journal.toString(), "its directory does not exist; make it first");
        }
    }

    private static void requireNothing(Path there) {
        if (Files.exists(there) || Files.isSymbolicLink(there)) {
            throw new StoreException(StoreProblem.TAKEN, there.toString(),
                    "something is there; bench makes a journal of its own, give a name that nothing has");
        }
    }

    private static Path directory(Path journal) {
        return Optional.ofNullable(journal.toAbsolutePath().getParent()).orElse(journal.toAbsolutePath());
    }

    private Optional<Measurement> measured(Path scratch) throws IOException, SQLException {
        begin();
        warm(scratch);
        if (!watcher.goesOn()) {
            return Optional.empty();
        }
        try (RuntimeSide runtime = RuntimeSide.over(plan.journal(), plan.forceDelay());
                ForcedFile file = new ForcedFile(scratch.resolve("forced"), pause)) {
            slices(scratch, runtime, file);
        }
        return watcher.goesOn() ? Optional.of(numbers()) : Optional.empty();
    }

    /** In journals of its own, which go. */
    private void warm(Path scratch) throws SQLException {
        int count = Math.min(plan.invocations(), WARMING_INVOCATIONS);
        try (RuntimeSide runtime = RuntimeSide.over(scratch.resolve("warming"), plan.forceDelay())) {
            long elapsed = runtime.slice(0, count, plan.callers(), new long[count], watcher::goesOn);
            if (watcher.goesOn()) {
                try (NaiveSide loop = new NaiveSide(scratch.resolve("warming-naive"), runtime.sizes(0), pause)) {
                    loop.slice(count, elapsed, watcher::goesOn);
                }
            }
        }
    }

    private void slices(Path scratch, RuntimeSide runtime, ForcedFile file) throws IOException, SQLException {
        Optional<NaiveSide> loop = Optional.empty();
        try {
            for (int slice = 0; slice < Plan.SLICES && watcher.goesOn(); slice++) {
                begin();
                forces[slice] = file.slice();
                begin();
                int count = plan.begin(slice + 1) - plan.begin(slice);
                long elapsed = runtime.slice(plan.begin(slice), plan.begin(slice + 1), plan.callers(), nanos, watcher::goesOn);
                ours[slice] = Rates.perSecond(count, elapsed);
                if (!watcher.goesOn()) {
                    return;
                }
                begin();
                if (loop.isEmpty()) {
                    loop = Optional.of(new NaiveSide(scratch.resolve("naive"), runtime.sizes(0), pause));
                }
                naive[slice] = loop.get().slice(count, elapsed, watcher::goesOn);
            }
        } finally {
            if (loop.isPresent()) {
                loop.get().close();
            }
        }
    }

    private void begin() {
        watcher.begins(done++, STEPS);
    }

    private Measurement numbers() throws IOException {
        Arrays.sort(nanos);
        return new Measurement(plan.callers(), plan.invocations(), Rates.median(ours), Rates.median(naive), Rates.median(forces),
                Rates.quantileMicros(nanos, 500), Rates.quantileMicros(nanos, 990), Files.size(plan.journal()) / plan.invocations());
    }

    private static void remove(Path scratch) throws IOException {
        try (Stream<Path> files = Files.list(scratch)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(scratch);
    }
}
