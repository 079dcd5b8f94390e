// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.Damage;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The structure of a file, checked by a second connection while the first one reads the rows: with a million invocations either takes
 * about as long as the other. The second view may be a later one of the same journal, whose structure is as good. Confined.
 */
final class StructureBeside {
    private final JournalFile file;
    private final FutureTask<List<Damage>> task;

    private StructureBeside(JournalFile file) {
        this.file = file;
        this.task = new FutureTask<>(() -> {
            try (SqliteJournalReader second = SqliteJournalReader.over(file)) {
                return second.inOneLook(link -> StructureCheck.atOpen(file, link));
            }
        });
    }

    /** Begins, where the file is so large that it pays. */
    static Optional<StructureBeside> begin(JournalFile file, Link link) throws SQLException {
        if (!StructureCheck.isLarge(link)) {
            return Optional.empty();
        }
        StructureBeside beside = new StructureBeside(file);
        Thread thread = new Thread(beside.task, "counterfoil-structure");
        thread.setDaemon(true);
        thread.start();
        return Optional.of(beside);
    }

    /** What was found. Where the second connection could not say, for whatever reason, the first one checks and tells why. */
    List<Damage> damages(Link link) throws SQLException {
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return StructureCheck.atOpen(file, link);
        } catch (ExecutionException e) {
            return StructureCheck.atOpen(file, link);
        }
    }
}
