// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.Paint;
import dev.counterfoil.journal.dump.Verification;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks a whole journal and names each damage; repairs and writes nothing. Confined. */
@Command(name = "verify", sortOptions = false,
        description = "Checks every chain, record, payload and rule, and what the anchor counts; a line for each damage. Writes nothing.")
public final class VerifyCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private JournalReading reading = new JournalReading();

    private VerifyCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new VerifyCommand(console));
    }

    @Override
    public Integer call() {
        UnaryOperator<String> red = Paint.RED.on(console);
        Verification verification = new Verification((id, damage) -> console.line(red.apply(DamageText.of(id, damage))));
        reading.show(Optional.empty(), JournalReading.Scope.EVERYTHING, verification, console, WalkProgress.Place.BEFORE_RESULTS);
        if (verification.damages() == 0) {
            console.line(Paint.GREEN.on(console).apply("OK") + "  " + verification.invocations() + " invocations, " + verification.records()
                    + " records, " + verification.payloads() + " payloads compared, " + verification.unseenPayloads()
                    + " erased or sealed, the anchor agrees");
        }
        return reading.ending(verification.damages(), console).code();
    }
}
