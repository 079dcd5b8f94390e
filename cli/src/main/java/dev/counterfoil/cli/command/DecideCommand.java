// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.answer.DecisionAnswer;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.question.RecoveryQuestion;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The published recovery decision. Opens no journal and sends nothing. Confined. */
@Command(name = "decide", sortOptions = false,
        description = "Says what the published recovery decision makes of a failure; sends and writes nothing.")
public final class DecideCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Asking asking = new Asking();

    private DecideCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it reads and prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new DecideCommand(console));
    }

    @Override
    public Integer call() {
        return asking.answer(console, question -> DecisionAnswer.of(RecoveryQuestion.decide(question))).code();
    }
}
