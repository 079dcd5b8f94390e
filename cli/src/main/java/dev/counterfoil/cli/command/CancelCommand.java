// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.cli.output.PrunedText;
import dev.counterfoil.cli.output.ReconcileLine;
import dev.counterfoil.journal.Amendment;
import dev.counterfoil.journal.dump.ListedState;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.scheduler.Counterfoil;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cancels an invocation durably, whoever owns it. Confined. */
@Command(name = "cancel", sortOptions = false,
        description = "Cancels an invocation durably, whoever owns it: nothing starts from then on, a running attempt is asked to end.")
public final class CancelCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "J", description = "The journal's file.")
    private Path journal = Path.of("");

    @Parameters(index = "1", paramLabel = "ID", description = "The invocation.")
    private String id = "";

    @Option(names = "--by", paramLabel = "NAME", defaultValue = "command line",
            description = "Who wishes it; \"${DEFAULT-VALUE}\" by default.")
    private String by = "command line";

    @Mixin
    private EventsOption events = new EventsOption();

    private CancelCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new CancelCommand(console));
    }

    @Override
    public Integer call() {
        InvocationId invocation = JournalReading.id(Optional.of(id)).orElseThrow();
        try {
            Bounds.name("by", by);
        } catch (IllegalArgumentException wrong) {
            throw CommandException.usage("--by: " + wrong.getMessage());
        }
        try (Counterfoil runtime = events.settings(console).over(SqliteCheckpointStore.open(journal))) {
            return told(runtime.cancel(invocation, by)).and(Terminal.recorded(console)).code();
        }
    }

    private ExitStatus told(Amendment amendment) {
        if (amendment instanceof Amendment.Absent) {
            throw new CommandException(ExitStatus.CONFLICT, id + ": unknown, no such invocation in " + journal + "; check the id");
        }
        if (amendment instanceof Amendment.Pruned pruned) {
            throw new CommandException(ExitStatus.CONFLICT, PrunedText.of(pruned.tombstone()));
        }
        if (amendment instanceof Amendment.Failed failed) {
            throw new CommandException(ExitStatus.UNAVAILABLE, id + ": not_cancelled, " + failed.cause() + "; cancel it again");
        }
        if (amendment instanceof Amendment.Amended amended) {
            return standing("cancelled", amended.state());
        }
        InvocationState state = ((Amendment.Unchanged) amendment).state();
        return standing(state.closing().isPresent() ? "nothing to cancel" : "cancelled before", state);
    }

    private ExitStatus standing(String done, InvocationState state) {
        ListedState stands = ListedState.of(state);
        String reason = state.closing().map(closing -> " (" + closing.reason().code() + ")").orElse("");
        console.line(PlainText.line(id) + ": " + done + ", " + stands.code() + reason + ", business state " + state.businessState().code());
        if (stands != ListedState.UNCERTAIN) {
            return ExitStatus.DONE;
        }
        int ordinal = state.attempts().count() - 1;
        boolean open = state.attempts().newest().filter(attempt -> attempt.outcome().isEmpty()).isPresent();
        console.complain(id + ": uncertain, attempt " + ordinal
                + (open ? " runs or ended unseen; where nothing runs, find out what happened" : " is in doubt; find out what happened")
                + ", then: " + ReconcileLine.of(journal, new InvocationId(id), ordinal));
        return ExitStatus.UNCERTAIN;
    }
}
