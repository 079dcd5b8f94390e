// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.cli.output.PrunedText;
import dev.counterfoil.cli.spec.Durations;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.machine.Finding;
import dev.counterfoil.scheduler.runner.Reconciliation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Records what a person or a look-up found about an attempt in doubt; dispatches nothing. Confined. */
@Command(name = "reconcile", sortOptions = false,
        description = "Records what a person or a look-up found about an attempt in doubt. Dispatches nothing.")
public final class ReconcileCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "J", description = "The journal's file.")
    private Path journal = Path.of("");

    @Parameters(index = "1", paramLabel = "ID", description = "The invocation.")
    private String id = "";

    @Parameters(index = "2", paramLabel = "ORDINAL", description = "The attempt, counted from 0.")
    private int ordinal;

    @Option(names = "--verdict", required = true, paramLabel = "V",
            description = "completed (it happened), not_applied (it did not and will not), redeliver (unknown, and sending it again to the "
                    + "same receiver is harmless) or abandoned (unknown, and it stays so).")
    private String verdict = "";

    @Option(names = "--evidence", required = true, paramLabel = "TEXT", description = "What the verdict rests on; kept in the journal.")
    private String evidence = "";

    @Option(names = "--response", paramLabel = "FILE", description = "The response that was found; with completed only.")
    private Optional<Path> response = Optional.empty();

    @Option(names = "--by", paramLabel = "NAME", description = "Who found it.")
    private Optional<String> by = Optional.empty();

    @Option(names = "--wait", paramLabel = "D", defaultValue = "15s",
            description = "How long to wait for a living owner; ${DEFAULT-VALUE} by default.")
    private String wait = "15s";

    @Mixin
    private EventsOption events = new EventsOption();

    private ReconcileCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new ReconcileCommand(console));
    }

    @Override
    public Integer call() {
        InvocationId invocation = JournalReading.id(Optional.of(id)).orElseThrow();
        Finding finding = finding();
        Duration patience = patience();
        try (Counterfoil runtime = events.settings(console).ownerWait(patience).over(SqliteCheckpointStore.open(journal))) {
            return told(runtime.reconcile(invocation, ordinal, finding)).and(Terminal.recorded(console)).code();
        }
    }

    private Finding finding() {
        if (ordinal < 0) {
            throw CommandException.usage("ORDINAL: attempts are counted from 0");
        }
        VerdictKind kind = Coded.find(VerdictKind.class, verdict)
                .orElseThrow(() -> CommandException.usage("--verdict: must be completed, not_applied, redeliver or abandoned"));
        if (evidence.isBlank()) {
            throw CommandException.usage("--evidence: is empty; say what the verdict rests on");
        }
        try {
            return new Finding(kind, Bytes.utf8(evidence), response.map(ReconcileCommand::bytes), by);
        } catch (IllegalArgumentException wrong) {
            throw CommandException.usage("reconcile: " + wrong.getMessage());
        }
    }

    private static Bytes bytes(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Bytes.of(in.readNBytes(Bounds.RESPONSE_BYTES_AT_MOST + 1));
        } catch (IOException unreadable) {
            throw CommandException.usage("--response: " + file + ": " + SpecFile.reason(unreadable));
        }
    }

    private Duration patience() {
        try {
            return Durations.parse(wait);
        } catch (IllegalArgumentException wrong) {
            throw CommandException.usage("--wait: " + wrong.getMessage());
        }
    }

    private ExitStatus told(Reconciliation done) {
        if (done instanceof Reconciliation.Recorded recorded) {
            return recorded("recorded", recorded.state());
        }
        if (done instanceof Reconciliation.Unchanged unchanged) {
            return recorded("recorded before, nothing was written", unchanged.state());
        }
        throw refused(done);
    }

    private ExitStatus recorded(String how, InvocationState state) {
        console.line(PlainText.line(id) + ": attempt " + ordinal + " " + verdict + ", " + how + "; " + next(state) + ", business state "
                + state.businessState().code());
        return ExitStatus.DONE;
    }

    private static String next(InvocationState state) {
        Optional<Closing> closing = state.closing();
        if (closing.isEmpty() && state.tail() == Tail.DOUBT) {
            int standIn = state.attempts().count() - 1;
            return "restored from a backup, and the original may have gone on: attempt " + standIn + " is charged and in doubt,"
                    + " find out what the original did from there, at every provider";
        }
        if (closing.isEmpty()) {
            return "open, run or recover goes on";
        }
        return refusal(closing.get()) + closing.get().status().code() + " (" + closing.get().reason().code() + ")";
    }

    private static String refusal(Closing closing) {
        if (closing.reason() == RefusalCode.CALLS_EXHAUSTED) {
            return "no call is left for what the verdict permits, ";
        }
        if (closing.reason() == RefusalCode.CANCELLED) {
            return "it was cancelled and nothing more is sent, ";
        }
        return closing.reason() instanceof RefusalCode ? "what the verdict permits is refused, " : "";
    }

    private CommandException refused(Reconciliation done) {
        if (done instanceof Reconciliation.Unknown) {
            return no(ExitStatus.CONFLICT, "unknown, no such invocation in " + journal + "; check the id");
        }
        if (done instanceof Reconciliation.Pruned pruned) {
            return new CommandException(ExitStatus.CONFLICT, PrunedText.of(pruned.tombstone()));
        }
        if (done instanceof Reconciliation.Conflicting conflicting) {
            boolean sameWord = conflicting.verdict().verdict().code().equals(verdict);
            return no(ExitStatus.CONFLICT, "conflict, attempt " + ordinal + " has the verdict " + conflicting.verdict().verdict().code()
                    + (sameWord ? " with another response" : "") + " already; a verdict is never replaced");
        }
        if (done instanceof Reconciliation.NotInDoubt) {
            return no(ExitStatus.STOPPED, "not_in_doubt, attempt " + ordinal + " was not made or is not in doubt; see: counterfoil dump");
        }
        if (done instanceof Reconciliation.OwnedElsewhere) {
            return no(ExitStatus.UNAVAILABLE, "owned_elsewhere, by a living process; wait for it, or give --wait");
        }
        return no(ExitStatus.UNAVAILABLE, "not_recorded, " + ((Reconciliation.Unavailable) done).cause() + "; give the same verdict again");
    }

    private CommandException no(ExitStatus status, String line) {
        return new CommandException(status, id + ": " + line);
    }
}
