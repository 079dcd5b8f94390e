// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.Paint;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.cli.output.PrunedText;
import dev.counterfoil.journal.canonical.CompactWriter;
import dev.counterfoil.journal.dump.DumpLines;
import dev.counterfoil.journal.dump.DumpText;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.dump.TextLine;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.scheduler.time.SystemTime;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints every record, digest and link of a journal, up to and including damage; writes nothing. Confined. */
@Command(name = "dump", sortOptions = false,
        description = "Prints every record, digest and link; of a damaged journal too, up to and including the damage. Writes nothing.")
public final class DumpCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private JournalReading reading = new JournalReading();

    @Parameters(index = "1", arity = "0..1", paramLabel = "ID", description = "One invocation only.")
    private Optional<String> id = Optional.empty();

    @Option(names = "--payloads", description = "Show requests, responses, evidence and operation keys too.")
    private boolean payloads;

    @Option(names = "--format", paramLabel = "F", defaultValue = "text",
            description = "text (default), jsonl, or html, a page for a browser with what is in doubt first.")
    private String format = "text";

    @Option(names = "--follow", description = "Then go on with what is recorded, in the order in which it becomes durable, until SIGINT or"
            + " SIGTERM, damage, or, with ID, its closing.")
    private boolean follow;

    private DumpCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new DumpCommand(console));
    }

    @Override
    public Integer call() {
        Optional<InvocationId> one = JournalReading.id(id);
        Payloads shown = payloads ? Payloads.SHOWN : Payloads.HIDDEN;
        Format printed = Format.of(format, Format.TEXT, Format.JSONL, Format.HTML);
        if (printed == Format.HTML) {
            if (follow) {
                throw CommandException.usage("--follow: not with --format html, a page is made once; give text or jsonl");
            }
            return new PagedDump(reading, shown, console).print(one).code();
        }
        DamageCount counted = new DamageCount(printer(printed, shown));
        if (follow) {
            one.ifPresent(id -> reading.requireKnown(id, console));
            return new FollowedDump(reading, counted, FollowedDump.of(reading, shown), console, SystemTime.waiter())
                    .follow(one).code();
        }
        reading.show(one, JournalReading.Scope.EVERYTHING, counted, console, WalkProgress.Place.BETWEEN_RESULTS);
        if (counted.prunedCount() > 0) {
            console.complain(PrunedText.notShown(reading.journal.toString(), counted.prunedCount()));
        }
        return reading.ending(counted.damages(), console).code();
    }

    private JournalVisitor printer(Format printed, Payloads shown) {
        return printed == Format.TEXT
                ? new DumpText(shown, text(console))
                : new DumpLines(shown, line -> console.line(CompactWriter.write(line)));
    }

    private static Consumer<TextLine> text(Console console) {
        Map<TextLine.Tone, UnaryOperator<String>> brushes = new EnumMap<>(TextLine.Tone.class);
        brushes.put(TextLine.Tone.HEADING, Paint.BOLD.on(console));
        brushes.put(TextLine.Tone.RECORD, Paint.PLAIN.on(console));
        brushes.put(TextLine.Tone.DETAIL, Paint.FAINT.on(console));
        brushes.put(TextLine.Tone.DAMAGE, Paint.RED.on(console));
        return line -> console.line(brushes.get(line.tone()).apply(PlainText.line(line.text())));
    }
}
