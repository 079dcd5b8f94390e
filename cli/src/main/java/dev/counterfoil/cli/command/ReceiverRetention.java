// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.spec.Durations;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.receipt.Retention;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how long receipts are kept. Confined. */
@Command(name = "retention", sortOptions = false,
        description = "Says how long the file keeps receipts from their commit. With --set it is that from now on, for operations that end "
                + "later, whoever ends them; without it nothing is written.")
final class ReceiverRetention implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ReceiverFileOption db = new ReceiverFileOption();

    @Option(names = "--set", paramLabel = "D", description = "A duration as 720h, or forever.")
    private Optional<String> changed = Optional.empty();

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private ReceiverRetention(Console console) {
        this.console = console;
    }

    static CommandLine line(Console console) {
        return new CommandLine(new ReceiverRetention(console));
    }

    /** The settings that an option asks for: a duration, or for ever, or what the file says. */
    static ReceiverSettings settings(String option, Optional<String> text) {
        return ReceiverFileOption.read(option, () -> text.map(ReceiverRetention::retention)
                .map(ReceiverSettings.STAND_ALONE::retaining).orElse(ReceiverSettings.STAND_ALONE));
    }

    private static Retention retention(String text) {
        return text.equals("forever") ? Retention.FOR_EVER : Retention.of(Durations.parse(text));
    }

    @Override
    public Integer call() {
        Format printed = Format.of(format, Format.TEXT, Format.JSON);
        ReceiverSettings settings = settings("--set", changed);
        Optional<Duration> found = changed.isPresent() ? db.asked(settings, Receiver::retention) : db.seen(Receiver::retention);
        console.line(printed == Format.JSON ? new JsonLine().put("retention_millis", millis(found)).toString() : text(found));
        return (changed.isPresent() ? Terminal.recorded(console) : Terminal.written(console)).code();
    }

    private static OptionalLong millis(Optional<Duration> limit) {
        return limit.map(each -> OptionalLong.of(each.toMillis())).orElse(OptionalLong.empty());
    }

    private static String text(Optional<Duration> limit) {
        return limit.map(each -> "receipts are kept for " + each.toMillis() + " ms from their commit").orElse("receipts are kept for ever");
    }
}
