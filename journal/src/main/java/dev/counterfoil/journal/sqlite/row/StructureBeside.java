// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The structure of a file, checked by a second connection while the first one reads the rows: with a million invocations either takes
 * about as long as the other. The second view may be a later one of the same journal, whose structure is as good. Confined.
 */
public final class StructureBeside {
    private final JournalFile file;
    private final FutureTask<List<Damage>> task;

    private StructureBeside(JournalFile file, Callable<List<Damage>> second) {
        this.file = file;
        this.task = new FutureTask<>(second);
    }

    /**
     * Begins, where the file is so large that it pays and a thread can be had.
     *
     * @param second checks through a connection of its own, which it closes
     */
    public static Optional<StructureBeside> begin(JournalFile file, Link link, Callable<List<Damage>> second) throws SQLException {
        if (!StructureCheck.isLarge(link)) {
            return Optional.empty();
        }
        StructureBeside beside = new StructureBeside(file, second);
        Thread thread = new Thread(beside.task, "counterfoil-structure");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError noThread) {
            return Optional.empty();
        }
        return Optional.of(beside);
    }

    /** What was found. Where the second connection could not say, for whatever reason, the first one checks and tells why. */
    List<Damage> damages(Link link) throws SQLException {
        Optional<List<Damage>> found = awaited();
        return found.isPresent() ? found.get() : StructureCheck.atOpen(file, link);
    }

    /** Waits until the second connection is closed, whatever it found: whoever fails to open has nothing open. */
    void end() {
        awaited();
    }

    /** An interrupt ends nothing and stays set: the check ends by itself, and until then the file is open. */
    private Optional<List<Damage>> awaited() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return Optional.of(task.get());
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    return Optional.empty();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
