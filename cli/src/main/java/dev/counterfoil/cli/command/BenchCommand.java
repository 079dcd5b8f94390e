// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.bench.Bench;
import dev.counterfoil.cli.bench.Measurement;
import dev.counterfoil.cli.bench.Plan;
import dev.counterfoil.cli.bench.Watcher;
import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.output.PlainText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the runtime on a disk, beside the disk and a naive loop. Confined. */
@Command(name = "bench", sortOptions = false,
        description = "Measures on the disk of J how many invocations of one attempt the runtime makes in a second, beside how many forces"
                + " the disk makes and how many invocations a naive loop of one thread, with two plain transactions for each. Three slices"
                + " of each, by turns; the middle one counts. J is made, must not exist, and stays: a journal as any other. Compare"
                + " numbers of one run only.")
public final class BenchCommand implements Callable<Integer> {
    /** In one slice; with fewer a single disturbance makes the number. */
    private static final int PAIRS_THAT_SAY_SOMETHING = 100;

    private final Console console;

    @Option(names = "--journal", required = true, paramLabel = "J", description = "The journal to make; nothing may be there.")
    private Path journal = Path.of("");

    @Option(names = "--callers", paramLabel = "N", defaultValue = "64",
            description = "Threads that run invocations at once; ${DEFAULT-VALUE} by default.")
    private int callers;

    @Option(names = "--invocations", paramLabel = "N", defaultValue = "15000",
            description = "Invocations in all; ${DEFAULT-VALUE} by default.")
    private int invocations;

    @Option(names = "--force-delay", paramLabel = "D", defaultValue = "0ms",
            description = "What each force of the disk takes longer, on every side: a slower disk, as 1ms or 250us.")
    private String forceDelay = "0ms";

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private BenchCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new BenchCommand(console));
    }

    /** A bar, drawn between what is measured. */
    private static final class Bar implements Watcher {
        private static final int WIDTH = 30;
        private static final int LINE = WIDTH + 10;

        private final Console console;
        private final StopSignals signals;

        Bar(Console console, StopSignals signals) {
            this.console = console;
            this.signals = signals;
        }

        @Override
        public void begins(int done, int whole) {
            if (console.isErrorTerminal()) {
                int bar = WIDTH * done / whole;
                console.progress("[" + "#".repeat(bar) + " ".repeat(WIDTH - bar) + "] " + done + "/" + whole + " ");
            }
        }

        @Override
        public boolean goesOn() {
            return signals.status().isEmpty();
        }

        void end() {
            if (console.isErrorTerminal()) {
                console.progress(" ".repeat(LINE));
            }
        }
    }

    @Override
    public Integer call() {
        boolean text = Format.of(format, Format.TEXT, Format.JSON) == Format.TEXT;
        Plan plan = plan();
        try (StopSignals signals = StopSignals.listening()) {
            Bar bar = new Bar(console, signals);
            Optional<Measurement> measured;
            try {
                measured = Bench.run(plan, bar);
            } finally {
                bar.end();
            }
            if (measured.isEmpty()) {
                return signals.told(console, "there are no numbers; what " + journal + " holds, if it was made, is whole")
                        .and(ExitStatus.UNEXPECTED).code();
            }
            if (invocations < Plan.SLICES * PAIRS_THAT_SAY_SOMETHING) {
                console.complain("--invocations: so few say little, a slice has " + invocations / Plan.SLICES + "; give "
                        + Plan.SLICES * PAIRS_THAT_SAY_SOMETHING + " or more");
            }
            console.line(text ? text(measured.get(), plan.forceDelay()) : json(measured.get()));
            return Terminal.recorded(console).code();
        }
    }

    private Plan plan() {
        if (callers < 1 || callers > Plan.CALLERS_AT_MOST) {
            throw CommandException.usage("--callers: must be 1 to " + Plan.CALLERS_AT_MOST);
        }
        if (invocations < Plan.SLICES || invocations > Plan.INVOCATIONS_AT_MOST) {
            throw CommandException.usage("--invocations: must be " + Plan.SLICES + " to " + Plan.INVOCATIONS_AT_MOST);
        }
        return new Plan(journal, callers, invocations, ForceDelay.parse("--force-delay", forceDelay));
    }

    private static String json(Measurement measured) {
        return new JsonLine()
                .put("callers", measured.callers())
                .put("invocations", measured.invocations())
                .put("pairs_per_second", Math.round(measured.pairsPerSecond()))
                .put("naive_pairs_per_second", Math.round(measured.naivePairsPerSecond()))
                .put("ratio_to_naive", ratio(measured))
                .put("forces_per_second", Math.round(measured.forcesPerSecond()))
                .put("p50_micros", measured.p50Micros())
                .put("p99_micros", measured.p99Micros())
                .put("journal_bytes_per_invocation", measured.journalBytesPerInvocation())
                .toString();
    }

    private static BigDecimal ratio(Measurement measured) {
        return BigDecimal.valueOf(measured.ratioToNaive()).setScale(2, RoundingMode.HALF_UP);
    }

    private String text(Measurement measured, Duration delay) {
        return String.join("\n",
                ratio(measured) + " times a naive loop",
                Math.round(measured.pairsPerSecond()) + " invocations a second with " + measured.callers()
                        + (measured.callers() == 1 ? " caller" : " callers") + "; the naive loop makes "
                        + Math.round(measured.naivePairsPerSecond()) + ", alone and without digests",
                Math.round(measured.forcesPerSecond()) + " forced appends a second are what this disk makes for one who waits"
                        + (delay.isZero() ? "" : ", with the delay that was asked for"),
                measured.p50Micros() + " microseconds or less for half of the invocations, " + measured.p99Micros()
                        + " or less for 99 of 100",
                measured.journalBytesPerInvocation() + " bytes an invocation, " + measured.invocations() + " of them in "
                        + PlainText.line(journal.toString()));
    }
}
