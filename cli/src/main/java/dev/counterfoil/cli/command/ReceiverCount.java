// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.receiver.operation.OperationScope;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Counts effects. Confined. */
@Command(name = "count", sortOptions = false, description = "Counts the effects that there are. Writes nothing.")
final class ReceiverCount implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ReceiverFileOption db = new ReceiverFileOption();

    @Option(names = "--scope", paramLabel = "S", description = "Only those of this scope.")
    private Optional<String> scope = Optional.empty();

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private ReceiverCount(Console console) {
        this.console = console;
    }

    static CommandLine line(Console console) {
        return new CommandLine(new ReceiverCount(console));
    }

    @Override
    public Integer call() {
        Format printed = Format.of(format, Format.TEXT, Format.JSON);
        Optional<OperationScope> wanted = scope.map(ReceiverFileOption::scope);
        long effects = db.seen(receiver -> wanted.map(receiver::countEffects).orElseGet(receiver::countEffects));
        console.line(printed == Format.JSON ? new JsonLine().put("effects", effects).toString() : effects + " effects");
        return Terminal.written(console).code();
    }
}
