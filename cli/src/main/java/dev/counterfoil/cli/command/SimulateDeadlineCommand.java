// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.answer.CalculationAnswer;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.question.CalculationQuestion;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Attempts of known duration under a deadline, and two small calculations. Confined. */
@Command(name = "deadline", sortOptions = false,
        description = "Attempts of known duration under a deadline; independent attempts; attempts in layers.")
final class SimulateDeadlineCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Asking asking = new Asking();

    private SimulateDeadlineCommand(Console console) {
        this.console = console;
    }

    static CommandLine line(Console console) {
        return new CommandLine(new SimulateDeadlineCommand(console));
    }

    @Override
    public Integer call() {
        return asking.answer(console, question -> CalculationAnswer.of(CalculationQuestion.read(question))).code();
    }
}
