// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands of the idempotent receiver. Confined. */
@Command(name = "receiver", sortOptions = false, synopsisSubcommandLabel = "COMMAND", commandListHeading = "%nCommands:%n",
        description = "The idempotent receiver: does what an operation asks for once, and says the same again to whoever asks again.")
public final class ReceiverCommand implements Callable<Integer> {
    private ReceiverCommand() {}

    /**
     * The command with those below it.
     *
     * @param console where they print
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        CommandLine line = new CommandLine(new ReceiverCommand());
        line.addSubcommand("serve", ReceiverServe.line(console));
        line.addSubcommand("lookup", ReceiverLookup.line(console));
        line.addSubcommand("count", ReceiverCount.line(console));
        line.addSubcommand("settle", ReceiverSettle.line(console));
        line.addSubcommand("purge", ReceiverPurge.line(console));
        line.addSubcommand("retention", ReceiverRetention.line(console));
        return line;
    }

    @Override
    public Integer call() {
        throw CommandException.usage("receiver: give a command: serve, lookup, count, settle, purge or retention; see: counterfoil receiver"
                + " --help");
    }
}
