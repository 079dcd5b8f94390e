// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.receiver.Receiver;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes tombstones of what is over. Confined. */
@Command(name = "purge", sortOptions = false,
        description = "Erases the payloads of operations whose retention is over, and keeps a tombstone of each: names, fingerprint, the "
                + "number of the effect. No answer changes by it, and no tombstone is ever removed. May be interrupted and given again.")
final class ReceiverPurge implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ReceiverFileOption db = new ReceiverFileOption();

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private ReceiverPurge(Console console) {
        this.console = console;
    }

    static CommandLine line(Console console) {
        return new CommandLine(new ReceiverPurge(console));
    }

    @Override
    public Integer call() {
        Format printed = Format.of(format, Format.TEXT, Format.JSON);
        long purged = db.asked(Receiver::purge);
        console.line(printed == Format.JSON ? new JsonLine().put("purged", purged).toString() : "purged " + purged + " operations");
        return Terminal.recorded(console).code();
    }
}
