// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.PrunedText;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.dump.JournalWalk;
import dev.counterfoil.journal.dump.Verification;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Parameters;

/** The journal of a command that only reads, and the walk through it. Confined. */
final class JournalReading {
    @Parameters(index = "0", paramLabel = "J", description = "The journal's file.")
    Path journal = Path.of("");

    /** Whether the walk through the whole journal goes on. */
    BooleanSupplier goesOn = () -> true;

    /** What of the journal is shown. */
    enum Scope {
        /** The invocations; of those that were pruned only how many. */
        INVOCATIONS,
        /** The pruned ones too, and how many they are is told, since they are in the total alone. */
        GROUPS,
        /** The pruned ones too. */
        EVERYTHING
    }

    /** An id as it was given. */
    static Optional<InvocationId> id(Optional<String> given) {
        try {
            return given.map(InvocationId::new);
        } catch (IllegalArgumentException wrong) {
            throw CommandException.usage("ID: " + wrong.getMessage());
        }
    }

    /** Shows everything, or one invocation; what cannot be read is shown as damage, where the store is there at all. */
    void show(Optional<InvocationId> id, Scope scope, JournalVisitor visitor, Console console, WalkProgress.Place place) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            JournalWalk walk = new JournalWalk(reader, RecordedLaw.ADMISSION);
            if (id.isPresent()) {
                one(reader, walk, id.get(), visitor);
                return;
            }
            WalkProgress progress = new WalkProgress(console, place, walk);
            DamageCount shown = new DamageCount(visitor);
            walk.all(shown, number -> progress.goesOn(number) && goesOn.getAsBoolean());
            progress.end();
            if (scope == Scope.INVOCATIONS && shown.prunedCount() > 0) {
                console.complain(PrunedText.notShown(journal.toString(), shown.prunedCount()));
            }
            if (scope == Scope.GROUPS && shown.prunedCount() > 0) {
                console.complain(PrunedText.inNoGroup(journal.toString(), shown.prunedCount()));
            }
            // A list or a sum over what somebody took away would be wrong without a word.
            if (!console.isOutputLost() && goesOn.getAsBoolean()) {
                walk.anchor(visitor);
            }
        } catch (DamagedJournalException whole) {
            whole.damages().forEach(damage -> visitor.damage(Optional.empty(), damage));
        }
    }

    /** Shows those of some invocations that are there. */
    void some(List<InvocationId> ids, JournalVisitor visitor) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            JournalWalk walk = new JournalWalk(reader, RecordedLaw.ADMISSION);
            ids.forEach(id -> walk.one(id, visitor));
        } catch (DamagedJournalException whole) {
            whole.damages().forEach(damage -> visitor.damage(Optional.empty(), damage));
        }
    }

    /** Recounts what the anchor counts. */
    void anchor(JournalVisitor visitor) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            new JournalWalk(reader, RecordedLaw.ADMISSION).anchor(visitor);
        }
    }

    /** Ends with what is told of an id that was pruned, where it was. */
    void requireUnpruned(InvocationId id) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            requireUnpruned(new JournalWalk(reader, RecordedLaw.ADMISSION), id);
        }
    }

    private static void requireUnpruned(JournalWalk walk, InvocationId id) {
        walk.tombstone(id).ifPresent(tombstone -> {
            throw new CommandException(ExitStatus.CONFLICT, PrunedText.of(tombstone));
        });
    }

    /** Ends with what is told of an id that is not there, where it is not. */
    void requireKnown(InvocationId id, Console console) {
        show(Optional.of(id), Scope.INVOCATIONS, new Verification((damaged, damage) -> { }), console, WalkProgress.Place.BETWEEN_RESULTS);
    }

    /** What is not there, or whose end may be gone without a trace in its own row, is for the whole journal to say. */
    private void one(SqliteJournalReader reader, JournalWalk walk, InvocationId id, JournalVisitor visitor) {
        boolean there = walk.one(id, visitor);
        if (there && reader.headsAgree()) {
            return;
        }
        DamageCount asked = new DamageCount(visitor);
        if (!there) {
            requireUnpruned(walk, id);
        }
        walk.anchor(asked);
        if (!there && asked.damages() == 0) {
            throw new CommandException(ExitStatus.CONFLICT, id.value() + ": unknown, no such invocation in " + journal + "; check the id,"
                    + " or see: counterfoil list");
        }
    }

    /** How a command ends that met so many damages. */
    ExitStatus ending(long damages, Console console) {
        return damage(damages, console).and(Terminal.written(console));
    }

    /** What so many damages are, apart from how results were written. */
    ExitStatus damage(long damages, Console console) {
        if (damages > 0) {
            console.complain(journal + ": damaged, " + damages + (damages == 1 ? " damage" : " damages")
                    + " found; nothing was changed, keep the file, and restore a sound copy beside it");
        }
        return damages > 0 ? ExitStatus.DAMAGED : ExitStatus.DONE;
    }
}
