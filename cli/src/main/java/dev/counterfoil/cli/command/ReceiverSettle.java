// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.ReceiptLine;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.receipt.Ending;
import dev.counterfoil.receiver.receipt.Finding;
import dev.counterfoil.receiver.receipt.Receipt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends a pending operation by what a person found out. Confined. */
@Command(name = "settle", sortOptions = false,
        description = "Ends a pending operation by what a person found out: whoever claimed it can end it no more. Does nothing in the "
                + "world.")
final class ReceiverSettle implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ReceiverFileOption db = new ReceiverFileOption();

    @Mixin
    private ReceiverOperationOption named = new ReceiverOperationOption();

    @Option(names = "--state", required = true, paramLabel = "STATE",
            description = "completed: its effect is there, and later deliveries are told so. rejected: it had none and gets none.")
    private String state = "";

    @Option(names = "--evidence", required = true, paramLabel = "TEXT", description = "How that is known; kept until it is purged.")
    private String evidence = "";

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private ReceiverSettle(Console console) {
        this.console = console;
    }

    static CommandLine line(Console console) {
        return new CommandLine(new ReceiverSettle(console));
    }

    @Override
    public Integer call() {
        Format printed = Format.of(format, Format.TEXT, Format.JSON);
        Operation operation = named.operation();
        Finding.Verdict verdict = Finding.Verdict.of(state)
                .orElseThrow(() -> CommandException.usage("--state: must be completed or rejected"));
        Finding finding = ReceiverFileOption.read("--evidence", () -> new Finding(verdict, evidence));
        Ending ending = db.asked(receiver -> receiver.settle(operation, finding));
        if (ending instanceof Ending.Refused refused) {
            throw refused(refused.receipt());
        }
        String told = ending instanceof Ending.Unchanged ? "it had ended so before: " : "settled: ";
        console.line(printed == Format.JSON ? ending.receipt().json() : told + ReceiptLine.text(ending.receipt()));
        if (ending instanceof Ending.Unchanged) {
            console.complain(db.file() + ": it had ended so before, by a delivery, its claimant or a person; nothing was written, this"
                    + " evidence was not kept");
        }
        return Terminal.recorded(console).code();
    }

    private CommandException refused(Receipt receipt) {
        return switch (receipt.state()) {
            case ABSENT -> new CommandException(ExitStatus.CONFLICT, db.file() + ": unknown, no such operation; check scope and key");
            case COMPLETED, REJECTED -> new CommandException(ExitStatus.CONFLICT, db.file() + ": conflict, the operation is "
                    + receipt.state().code() + " already; what it ended as is never replaced");
            default -> new CommandException(ExitStatus.STOPPED, db.file() + ": not_pending, the operation is " + receipt.state().code()
                    + "; there is nothing to settle");
        };
    }
}
