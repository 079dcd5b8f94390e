// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.scheduler.runner.RestoreOutcome;
import dev.counterfoil.scheduler.runner.RestoredInvocation;
import dev.counterfoil.scheduler.runner.Restorer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a journal of a backup, and doubts of what was open in it. Confined. */
@Command(name = "restore", sortOptions = false,
        description = {"Makes a journal of a backup, in place: it gets a name of its own, and what was open in it becomes doubtful, because"
                + " the original may have gone on after the copy. Copy the file first to keep the backup. Sends nothing.",
            "It cannot know of invocations that were opened after the copy: under the same id they would be sent again. End the original"
                + " first, and keep what it printed (run --events) elsewhere."})
public final class RestoreCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "J", description = "The backup's file.")
    private Path journal = Path.of("");

    @Option(names = "--format", paramLabel = "F", defaultValue = "text",
            description = "text (default) or json (a line for each invocation that is not closed, and one of counts).")
    private String format = "text";

    private RestoreCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new RestoreCommand(console));
    }

    @Override
    public Integer call() {
        boolean text = Format.of(format, Format.TEXT, Format.JSON) == Format.TEXT;
        try (StopSignals signals = StopSignals.listening()) {
            WorkProgress work = new WorkProgress(console, signals);
            RestoreOutcome done;
            try {
                done = Restorer.system().restore(journal, (id, damage) -> console.complain(DamageText.of(id, damage)), work);
            } finally {
                work.end();
            }
            if (done instanceof RestoreOutcome.Restored restored) {
                restored.open().forEach(each -> console.line(text ? PlainText.line(text(each)) : json(each)));
                console.line(text ? PlainText.line(text(restored)) : json(restored));
                warn(restored);
                return Terminal.recorded(console).code();
            }
            if (done instanceof RestoreOutcome.Damaged damaged) {
                throw new CommandException(ExitStatus.DAMAGED, journal + ": damaged, " + damaged.damages()
                        + (damaged.damages() == 1 ? " damage" : " damages") + " found; nothing was restored, use another backup");
            }
            return signals.told(console, journal + " is the backup that it was").and(ExitStatus.UNEXPECTED).code();
        }
    }

    private void warn(RestoreOutcome.Restored restored) {
        long doubts = restored.count(RestoredInvocation.Found.MADE_DOUBTFUL) + restored.count(RestoredInvocation.Found.IN_DOUBT);
        if (doubts > 0) {
            console.complain(journal + ": " + doubts + (doubts == 1 ? " invocation is" : " invocations are")
                    + " in doubt and may need reconciliation; see: counterfoil list " + journal + " --state uncertain");
            console.complain(journal + ": a verdict not_applied must hold for what the original did to its end, at every provider, not only"
                    + " until the backup");
        }
        console.complain(journal + ": what the original opened after the backup is not known here, and would be sent again under its id");
    }

    private static String text(RestoredInvocation each) {
        return each.id() + ": " + each.found().code() + (each.ordinal().isPresent() ? ", attempt " + each.ordinal().getAsInt() : "");
    }

    private static String json(RestoredInvocation each) {
        JsonLine line = new JsonLine().put("invocation", each.id().value()).put("found", each.found().code());
        each.ordinal().ifPresent(ordinal -> line.put("ordinal", ordinal));
        return line.toString();
    }

    private String text(RestoreOutcome.Restored restored) {
        return journal + ": restored as " + restored.identity().name() + ", was a " + restored.backup() + "; " + restored.open().size()
                + " not closed, " + restored.count(RestoredInvocation.Found.MADE_DOUBTFUL) + " made doubtful, "
                + restored.count(RestoredInvocation.Found.IN_DOUBT) + " in doubt before, "
                + restored.count(RestoredInvocation.Found.NOTHING_TO_SEND) + " with nothing to send";
    }

    private static String json(RestoreOutcome.Restored restored) {
        JsonLine counts = new JsonLine().put("journal", restored.identity().name()).put("backup_of", restored.backup().name())
                .put("open", restored.open().size());
        for (RestoredInvocation.Found found : RestoredInvocation.Found.values()) {
            counts.put(found.code(), restored.count(found));
        }
        return new JsonLine().put("restored", counts).toString();
    }
}
