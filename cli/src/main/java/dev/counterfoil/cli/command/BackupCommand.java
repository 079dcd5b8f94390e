// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.JsonLine;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.journal.Backup;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a living journal into a file that is marked as its backup. Confined. */
@Command(name = "backup", sortOptions = false,
        description = "Copies a journal, living or not, into a new file, verifies the copy whole and marks it: until it is restored it can"
                + " be read and not be written. Writers go on meanwhile. A damaged journal gets no backup. Nothing is written over.")
public final class BackupCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "J", description = "The journal's file.")
    private Path journal = Path.of("");

    @Parameters(index = "1", paramLabel = "FILE", description = "The backup; nothing may be there.")
    private Path file = Path.of("");

    @Option(names = "--format", paramLabel = "F", defaultValue = "text", description = "text (default) or json.")
    private String format = "text";

    private BackupCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new BackupCommand(console));
    }

    @Override
    public Integer call() {
        boolean text = Format.of(format, Format.TEXT, Format.JSON) == Format.TEXT;
        try (StopSignals signals = StopSignals.listening()) {
            WorkProgress work = new WorkProgress(console, signals);
            Backup done;
            try {
                done = Backup.write(journal, file, RecordedLaw.ADMISSION,
                        (id, damage) -> console.complain(DamageText.of(id, damage)), work);
            } finally {
                work.end();
            }
            if (done instanceof Backup.Written written) {
                console.line(text ? PlainText.line(text(written)) : json(written));
                return Terminal.recorded(console).code();
            }
            if (done instanceof Backup.Damaged damaged) {
                throw new CommandException(ExitStatus.DAMAGED, journal + ": damaged, " + damaged.damages()
                        + (damaged.damages() == 1 ? " damage" : " damages") + " found in the copy; there is no backup " + file
                        + ", a backup of damage is none; keep the journal and look into it with: counterfoil dump");
            }
            return signals.told(console, "there is no backup " + file).and(ExitStatus.UNEXPECTED).code();
        }
    }

    private String text(Backup.Written written) {
        return file + ": backup of " + written.identity().name() + ", " + written.invocations() + " invocations, " + written.open()
                + " of them not closed, " + written.records() + " records, " + written.bytes() + " bytes, last record "
                + written.lastDigest().hex();
    }

    private static String json(Backup.Written written) {
        return new JsonLine()
                .put("backup_of", written.identity().name())
                .put("invocations", written.invocations())
                .put("open", written.open())
                .put("records", written.records())
                .put("bytes", written.bytes())
                .put("last_digest", written.lastDigest().hex())
                .toString();
    }
}
