// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.output.ResultLine;
import dev.counterfoil.cli.output.TotalsTable;
import dev.counterfoil.journal.dump.Grouping;
import dev.counterfoil.journal.dump.ListedState;
import dev.counterfoil.journal.dump.Replay;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.InvocationId;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Rebuilds budget totals from a journal alone; sends nothing and writes nothing. Confined. */
@Command(name = "replay", sortOptions = false,
        description = "Folds the records and prints what was charged; sends nothing and writes nothing.")
public final class ReplayCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private JournalReading reading = new JournalReading();

    @Parameters(index = "1", arity = "0..1", paramLabel = "ID", description = "One invocation only.")
    private Optional<String> id = Optional.empty();

    @Option(names = "--by", paramLabel = "G",
            description = "Split the totals: invocation, provider, account or day (UTC day of the intent).")
    private Optional<String> by = Optional.empty();

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private ReplayCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new ReplayCommand(console));
    }

    @Override
    public Integer call() {
        Format printed = Format.of(format, Format.TEXT, Format.JSON);
        Optional<InvocationId> one = JournalReading.id(id);
        Optional<Grouping> grouping = by.map(ReplayCommand::grouping);
        Replay replay = new Replay(grouping, (damaged, damage) -> console.complain(DamageText.of(damaged, damage)));
        try {
            reading.show(one, grouping.filter(each -> each != Grouping.INVOCATION).isPresent()
                    ? JournalReading.Scope.GROUPS : JournalReading.Scope.EVERYTHING, replay, console, WalkProgress.Place.BEFORE_RESULTS);
        } catch (ArithmeticException tooMuch) {
            throw new CommandException(ExitStatus.UNEXPECTED, reading.journal + ": the totals of all invocations leave 64 bits; replay them"
                    + " one by one, with their ID");
        }
        console.line(printed == Format.JSON ? json(replay) : TotalsTable.of(replay));
        return reading.ending(replay.damages(), console).code();
    }

    private static Grouping grouping(String word) {
        return Coded.find(Grouping.class, word)
                .orElseThrow(() -> CommandException.usage("--by: must be invocation, provider, account or day"));
    }

    private static String json(Replay replay) {
        return new JsonLine()
                .put("invocations", replay.invocations())
                .put("open", replay.count(ListedState.OPEN))
                .put("uncertain", replay.count(ListedState.UNCERTAIN))
                .put("totals", ResultLine.totals(replay.totals()))
                .put("groups", replay.groups().stream()
                        .map(group -> new JsonLine()
                                .put("by", group.by().code())
                                .put("key", group.key())
                                .put("invocations", group.invocations())
                                .put("totals", ResultLine.totals(group.totals())))
                        .toList())
                .toString();
    }
}
