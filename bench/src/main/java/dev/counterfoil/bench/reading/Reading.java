// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.reading;

import dev.counterfoil.bench.reading.Shelf.Chains;
import dev.counterfoil.bench.report.Scratch;
import dev.counterfoil.bench.report.Section;
import dev.counterfoil.bench.report.Settings;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.dump.JournalWalk;
import dev.counterfoil.journal.dump.Replay;
import dev.counterfoil.journal.dump.Verification;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What reading costs. Rates are per second of processor time of the one thread that reads, which neighbours disturb less than the clock;
 * opening and starts are by the clock, as somebody waits for them. First rounds, in which code is compiled, do not count. Immutable.
 */
public final class Reading implements Section {
    private static final int ATTEMPTS = 1_000;
    private static final int HUNDRED = 100;
    private static final int HEAP_MIB = 1_024;

    /** A million records are read in few calls, and two cores compile slowly beside them: the rate still grows in the third round. */
    private static final int WARMING = 4;
    private static final double NANOS_A_SECOND = 1e9;
    private static final Path LAUNCHER = Path.of("counterfoil");

    @Override
    public String name() {
        return "reading";
    }

    @Override
    public Object measure(Settings settings, Scratch scratch) throws Exception {
        long records = settings.growthRecords();
        List<Map<String, Object>> figures = new ArrayList<>();
        Path directory = scratch.fresh();
        try {
            Path settled = directory.resolve("settled.db");
            settings.say("reading: a journal of " + records + " records");
            Shelf.write(settled, records / Chains.SETTLED.records(), Chains.SETTLED);
            figures.add(figure("records replayed in a second of processor time", "wanted_at_least", 300_000,
                    rates(settings, settled, records, () -> new Replay(Optional.empty(), (id, damage) -> { }))));
            figures.add(figure("records verified in a second of processor time", "wanted_at_least", 200_000,
                    rates(settings, settled, records, () -> new Verification((id, damage) -> { }))));
            figures.add(figure("MiB of heap in which they are read", "wanted_at_most", HEAP_MIB,
                    List.of((double) (Runtime.getRuntime().maxMemory() >> 20))));
            settings.say("reading: a journal of " + records + " open invocations");
            Path open = directory.resolve("open.db");
            Shelf.write(open, records, Chains.OPEN);
            figures.add(figure("seconds to open a journal of " + records + " open invocations", "wanted_at_most", 1,
                    repeated(settings, () -> opening(open))));
            settings.say("reading: attempts");
            figures.add(figure("time of the last hundred of " + ATTEMPTS + " attempts over that of the first hundred", "wanted_at_most",
                    1.2, repeated(settings, () -> growth(scratch))));
            if (Files.isExecutable(LAUNCHER)) {
                settings.say("reading: starts");
                figures.add(figure("seconds of --version", "wanted_at_most", 0.35, repeated(settings, () -> start("--version"))));
                figures.add(figure("seconds of run -- true", "wanted_at_most", 0.9, repeated(settings, () -> start("run",
                        "--journal", directory.resolve("run.db").toString(), "--id", "start" + System.nanoTime(), "--", "true"))));
            }
        } finally {
            scratch.remove(directory);
        }
        return figures;
    }

    private static Map<String, Object> figure(String what, String side, double wanted, List<Double> found) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("what", what);
        members.put(side, wanted);
        members.put("found", found);
        return members;
    }

    /** Measures one figure. */
    @FunctionalInterface
    private interface Measure {
        double once() throws Exception;
    }

    private static List<Double> repeated(Settings settings, Measure measure) throws Exception {
        measure.once();
        List<Double> found = new ArrayList<>();
        for (int i = 0; i < settings.runs(); i++) {
            found.add(Math.round(measure.once() * 1_000) / 1_000.0);
        }
        return found;
    }

    private static List<Double> rates(Settings settings, Path journal, long records, Supplier<JournalVisitor> visitor) throws Exception {
        for (int i = 1; i < (settings.isFull() ? WARMING : 1); i++) {
            rate(journal, records, visitor);
        }
        return repeated(settings, () -> rate(journal, records, visitor));
    }

    private static double rate(Path journal, long records, Supplier<JournalVisitor> visitor) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            JournalWalk walk = new JournalWalk(reader, RecordedLaw.ADMISSION);
            JournalVisitor one = visitor.get();
            walk.all(one, JournalWalk.Progress.TO_THE_END);
            walk.anchor(one);
        }
        return Math.rint(records * NANOS_A_SECOND / (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before));
    }

    private static double opening(Path journal) {
        long before = System.nanoTime();
        SqliteCheckpointStore store = SqliteCheckpointStore.open(journal);
        double seconds = (System.nanoTime() - before) / NANOS_A_SECOND;
        store.close();
        return seconds;
    }

    /** One invocation whose provider fails without an effect again and again, at once. */
    private static double growth(Scratch scratch) throws Exception {
        Path directory = scratch.fresh();
        List<Long> starts = new ArrayList<>();
        try (Counterfoil runtime = Counterfoil.settings().over(SqliteCheckpointStore.openOrCreate(directory.resolve("j.db")))) {
            runtime.run(Invocation.of("one").request(Bytes.utf8("{}")).limit(Dimension.MAX_CALLS, ATTEMPTS).backoff(Backoff.NONE)
                    .provider("bench", dispatch -> {
                        starts.add(System.nanoTime());
                        return Answer.retryable();
                    }).build());
        } finally {
            scratch.remove(directory);
        }
        double first = starts.get(HUNDRED) - starts.get(0);
        return (starts.get(ATTEMPTS - 1) - starts.get(ATTEMPTS - 1 - HUNDRED)) / first;
    }

    private static double start(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(LAUNCHER.toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        long before = System.nanoTime();
        int status = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        if (status != 0) {
            throw new IllegalStateException(String.join(" ", arguments) + " ended with " + status);
        }
        return (System.nanoTime() - before) / NANOS_A_SECOND;
    }
}
