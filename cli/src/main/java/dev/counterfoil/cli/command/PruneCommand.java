// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.spec.Durations;
import dev.counterfoil.journal.Pruner;
import dev.counterfoil.journal.dump.JournalWalk;
import dev.counterfoil.journal.ownership.Lease;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.Scrubbing;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import dev.counterfoil.scheduler.time.Signal;
import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replaces invocations that were closed long enough ago by tombstones. Confined. */
@Command(name = "prune", sortOptions = false,
        description = "Removes the records and payloads of invocations that were closed long enough ago, settled and stopped ones alike, "
                + "and keeps a tombstone of each: id, digests, how it ended. The id stays taken. Open and uncertain ones stay, and damaged "
                + "ones. May be interrupted at any instant and given again; works beside running processes.")
public final class PruneCommand implements Callable<Integer> {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Console console;

    @Parameters(index = "0", paramLabel = "J", description = "The journal's file.")
    private Path journal = Path.of("");

    @Option(names = "--settled-before", required = true, paramLabel = "D",
            description = "Closed longer ago than this (as 720h), or before this instant (as 2026-01-31T00:00:00Z), by the instant that "
                    + "the closing record carries.")
    private String settledBefore = "";

    @Option(names = "--dry-run", description = "Say what would be pruned, and write nothing.")
    private boolean dryRun;

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private PruneCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new PruneCommand(console));
    }

    /** Tells of damage, and how far it is. */
    private final class Told implements Pruner.Watcher {
        private final WalkProgress progress;
        private final StopSignals signals;

        Told(JournalSource source, StopSignals signals) {
            this.progress = new WalkProgress(console, WalkProgress.Place.BEFORE_RESULTS, new JournalWalk(source, RecordedLaw.ADMISSION));
            this.signals = signals;
        }

        @Override
        public boolean goesOn(long number) {
            progress.goesOn(number);
            return signals.status().isEmpty();
        }

        @Override
        public void damaged(Optional<InvocationId> id, Damage damage) {
            console.complain(DamageText.of(id, damage));
        }
    }

    /** Waits for rows of runtimes whose process cannot be asked, as long as it takes to see that they are silent. */
    private final class Patience {
        private final StopSignals signals;
        private int pauses;

        Patience(StopSignals signals) {
            this.signals = signals;
        }

        boolean pause() {
            if (pauses == 0) {
                console.complain(journal + ": other runtimes are known in it; looking for "
                        + Lease.SILENCE.toSeconds() + " s whether they live");
            }
            try {
                return pauses++ < Lease.SILENCE.toSeconds() + 2 && signals.status().isEmpty()
                        && !SystemTime.waiter().await(PAUSE, new Signal());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    @Override
    public Integer call() {
        printed();
        Instant before = before();
        try (StopSignals signals = StopSignals.listening()) {
            ExitStatus status = dryRun ? rehearsed(before, signals) : pruned(before, signals);
            ExitStatus signal = signals.told(console, "what was pruned stays so, prune again for the rest");
            return status.and(signal).and(Terminal.recorded(console)).code();
        }
    }

    private Format printed() {
        return Format.of(format, Format.TEXT, Format.JSON);
    }

    private Instant before() {
        try {
            return SystemTime.wall().instant().minus(Durations.parse(settledBefore));
        } catch (IllegalArgumentException noDuration) {
            return instant();
        } catch (DateTimeException | ArithmeticException longAgo) {
            return Instant.MIN;
        }
    }

    private Instant instant() {
        try {
            return OffsetDateTime.parse(settledBefore).toInstant();
        } catch (DateTimeException neither) {
            throw CommandException.usage("--settled-before: must be a duration as 720h, or an instant as 2026-01-31T00:00:00Z");
        }
    }

    private ExitStatus rehearsed(Instant before, StopSignals signals) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            Told told = new Told(reader, signals);
            Pruner.Report report = Pruner.rehearse(reader, RecordedLaw.ADMISSION, before, told);
            told.progress.end();
            return summary(report, before);
        }
    }

    private ExitStatus pruned(Instant before, StopSignals signals) {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
            Told told = new Told(store, signals);
            Pruner.Report report = Pruner.prune(store, RecordedLaw.ADMISSION, before, told);
            told.progress.end();
            // What was done is said before what may yet fail.
            ExitStatus status = summary(report, before);
            Scrubbing scrubbing = Pruner.scrub(store, new Patience(signals)::pause);
            if (scrubbing == Scrubbing.IN_USE) {
                console.complain(journal + ": other processes, or open invocations of runtimes that have ended, are in the way of "
                        + "removing every copy of what was pruned from the file and its -wal; prune again when they have ended, or "
                        + "were recovered");
            }
            return status;
        }
    }

    private ExitStatus summary(Pruner.Report report, Instant before) {
        console.line(printed() == Format.TEXT ? text(report, before) : json(report, before));
        if (report.moved() > 0) {
            console.complain(journal + ": " + report.moved() + " were written to meanwhile and stay; prune again");
        }
        if (report.damaged() > 0) {
            console.complain(journal + ": damaged, " + report.damaged()
                    + " cannot be pruned and stay as they are; look with: counterfoil verify");
        }
        if (report.damagedTombstones() > 0) {
            console.complain(journal + ": damaged, " + report.damagedTombstones()
                    + " tombstones of what was pruned before; look with: counterfoil verify");
        }
        return report.damaged() + report.damagedTombstones() == 0 ? ExitStatus.DONE : ExitStatus.DAMAGED;
    }

    private String text(Pruner.Report report, Instant before) {
        return (dryRun ? "would prune " : "pruned ") + report.pruned() + " invocations (" + report.records() + " records) closed before "
                + before + ", kept " + (report.kept() + report.moved() + report.damaged());
    }

    private String json(Pruner.Report report, Instant before) {
        JsonLine line = new JsonLine()
                .put("pruned", report.pruned())
                .put("records", report.records())
                .put("kept", report.kept() + report.moved() + report.damaged())
                .put("damaged", report.damaged() + report.damagedTombstones())
                .put("before", before.toString());
        return (dryRun ? line.yes("dry_run") : line.no("dry_run")).toString();
    }
}
