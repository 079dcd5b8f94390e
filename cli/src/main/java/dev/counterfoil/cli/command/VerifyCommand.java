// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.Paint;
import dev.counterfoil.journal.dump.Verification;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a whole journal and names each damage; repairs and writes nothing. Confined. */
@Command(name = "verify", sortOptions = false,
        description = "Checks every chain, record, payload and rule, and what the anchor counts; a line for each damage. Writes nothing.%n"
                + "With --batch stdin names, one a line, journals or DIRECTORY, ACKS, EFFECTS and ID with tabs between; each is answered"
                + " with OK, or FAIL and why: whether the journal is whole, holds what the --events and result lines in ACKS say,"
                + " and has an intent for each INVOCATION ORDINAL in EFFECTS.")
public final class VerifyCommand implements Callable<Integer> {
    private static final String JOURNAL = "j.db";

    private final Console console;

    @Parameters(index = "0", arity = "0..1", paramLabel = "J", description = "The journal's file; not with --batch.")
    private Optional<Path> journal = Optional.empty();

    @Option(names = "--batch", description = "Judge each journal that stdin names; ends with 0 when every line was answered.")
    private boolean batch;

    @Option(names = "--name", paramLabel = "NAME", description = "The journal's name in DIRECTORY; " + JOURNAL + " by default.")
    private Optional<String> name = Optional.empty();

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
        if (batch && journal.isPresent()) {
            throw CommandException.usage("--batch: journals are named on stdin; leave out J");
        }
        if (batch) {
            return new VerifyBatch(console, name.orElse(JOURNAL)).judgeAll().code();
        }
        if (name.isPresent()) {
            throw CommandException.usage("--name: only with --batch");
        }
        JournalReading reading = new JournalReading();
        reading.journal = journal.orElseThrow(() -> CommandException.usage("verify: give J, the journal's file, or --batch"));
        return verify(reading).code();
    }

    private ExitStatus verify(JournalReading reading) {
        UnaryOperator<String> red = Paint.RED.on(console);
        Verification verification = new Verification((id, damage) -> console.line(red.apply(DamageText.of(id, damage))));
        reading.show(Optional.empty(), JournalReading.Scope.EVERYTHING, verification, console, WalkProgress.Place.BEFORE_RESULTS);
        if (verification.damages() == 0) {
            console.line(Paint.GREEN.on(console).apply("OK") + "  " + verification.invocations() + " invocations, " + verification.records()
                    + " records, " + verification.payloads() + " payloads compared, " + verification.unseenPayloads()
                    + " erased or sealed"
                    + (verification.tombstones() == 0 ? "" : ", " + verification.tombstones() + " pruned") + ", the anchor agrees");
        }
        return reading.ending(verification.damages(), console);
    }
}
