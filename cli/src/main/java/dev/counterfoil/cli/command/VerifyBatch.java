// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.batch.BatchLine;
import dev.counterfoil.cli.batch.ByteLines;
import dev.counterfoil.cli.batch.Judgement;
import dev.counterfoil.cli.batch.Memory;
import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.journal.dump.JournalWalk;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Judges one journal after another, each with one line, {@code OK} or {@code FAIL} and why. A line that cannot be judged fails, and the
 * next one follows. Writes nothing. Confined.
 */
final class VerifyBatch {
    private static final int REQUEST_BYTES = 1 << 16;

    /** Of the greatest response, each byte may be printed as six. */
    private static final int ACKNOWLEDGEMENT_BYTES = 1 << 29;

    private final Console console;
    private final String name;

    VerifyBatch(Console console, String name) {
        this.console = console;
        this.name = name;
    }

    ExitStatus judgeAll() {
        ByteLines lines = new ByteLines(console.in(), REQUEST_BYTES);
        try {
            for (Optional<ByteLines.Piece> line = lines.next(); line.isPresent() && !console.isOutputLost(); line = lines.next()) {
                if (line.get().bytes().length == 0 || line.get().bytes()[0] != '#') {
                    console.line(reason(line.get()).map(why -> "FAIL " + why.replaceAll("\\p{Cntrl}", "?")).orElse("OK"));
                }
            }
        } catch (IOException e) {
            throw CommandException.usage("stdin: " + SpecFile.reason(e));
        }
        return Terminal.written(console);
    }

    private Optional<String> reason(ByteLines.Piece line) {
        try {
            if (line.ending() == ByteLines.Ending.TOO_LONG) {
                return Optional.of("the line is longer than " + REQUEST_BYTES + " bytes");
            }
            return judge(BatchLine.parse(new String(line.bytes(), StandardCharsets.UTF_8), name));
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
            return Optional.of(Failures.of(failure).getMessage());
        }
    }

    private static Optional<String> judge(BatchLine line) {
        Memory memory = new Memory();
        line.acknowledged().ifPresent(file -> read(file, ACKNOWLEDGEMENT_BYTES, piece -> {
            // Who was killed while printing has not said it.
            if (piece.ending() != ByteLines.Ending.CUT) {
                memory.printed(piece.bytes());
            }
        }));
        line.effects().ifPresent(file -> read(file, REQUEST_BYTES, piece -> memory.happened(piece.bytes())));
        Judgement judgement = new Judgement(memory);
        try (SqliteJournalReader reader = SqliteJournalReader.open(line.journal())) {
            JournalWalk walk = new JournalWalk(reader, RecordedLaw.ADMISSION);
            walk.all(judgement, JournalWalk.Progress.TO_THE_END);
            walk.anchor(judgement);
        } catch (DamagedJournalException whole) {
            whole.damages().forEach(damage -> judgement.damage(Optional.empty(), damage));
        } catch (StoreException away) {
            boolean mayBeAway = line.naming() == BatchLine.Naming.WITH_MEMORY && memory.isEmpty();
            if (away.problem() != StoreProblem.MISSING || !mayBeAway) {
                throw away;
            }
        }
        return judgement.reason();
    }

    private static void read(Path file, int bound, Consumer<ByteLines.Piece> taken) {
        try (InputStream in = Files.newInputStream(file)) {
            ByteLines lines = new ByteLines(in, bound);
            for (Optional<ByteLines.Piece> line = lines.next(); line.isPresent(); line = lines.next()) {
                if (line.get().ending() == ByteLines.Ending.TOO_LONG) {
                    throw CommandException.usage(file.getFileName() + ": a line is longer than " + bound + " bytes");
                }
                taken.accept(line.get());
            }
        } catch (IOException e) {
            throw CommandException.usage(file.getFileName() + ": " + SpecFile.reason(e));
        }
    }
}
