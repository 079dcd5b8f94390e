// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.answer.RunAnswer;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.question.ScenarioQuestion;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The retry controller on its logical clock. Opens no journal, waits for nothing and calls nobody. Confined. */
@Command(name = "simulate", sortOptions = false, commandListHeading = "%nOther simulations:%n",
        description = "Runs retry layers over a scripted endpoint, on a clock of ticks; calls nobody.")
public final class SimulateCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Asking asking = new Asking();

    private SimulateCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options and {@code deadline} below it.
     *
     * @param console where it reads and prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new SimulateCommand(console)).addSubcommand("deadline", SimulateDeadlineCommand.line(console));
    }

    @Override
    public Integer call() {
        return asking.answer(console, question -> RunAnswer.of(ScenarioQuestion.run(question))).code();
    }
}
