// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ReceiptLine;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.receipt.Receipt;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what is known of an operation. Confined. */
@Command(name = "lookup", sortOptions = false, description = "Says what is known of an operation. Writes nothing.")
final class ReceiverLookup implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ReceiverFileOption db = new ReceiverFileOption();

    @Mixin
    private ReceiverOperationOption named = new ReceiverOperationOption();

    @Option(names = "--payload-sha256", paramLabel = "H",
            description = "The payload that is meant: 64 lower-case hex digits. Bound to another, the operation is a conflict.")
    private Optional<String> payload = Optional.empty();

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private ReceiverLookup(Console console) {
        this.console = console;
    }

    static CommandLine line(Console console) {
        return new CommandLine(new ReceiverLookup(console));
    }

    @Override
    public Integer call() {
        Format printed = Format.of(format, Format.TEXT, Format.JSON);
        Operation operation = named.operation();
        Optional<PayloadDigest> asked = payload.map(hex -> ReceiverFileOption.read("--payload-sha256", () -> PayloadDigest.ofHex(hex)));
        Receipt receipt = db.seen(receiver -> asked.map(digest -> receiver.lookup(operation, digest))
                .orElseGet(() -> receiver.lookup(operation)));
        console.line(printed == Format.JSON ? receipt.json() : ReceiptLine.text(receipt));
        return Terminal.written(console).code();
    }
}
