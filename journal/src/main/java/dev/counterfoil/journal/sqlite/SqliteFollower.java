// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads what a journal gains, from its first record on, without harm: each look is a short read of a reader of its own, so that nothing
 * keeps the log from beginning anew, and the last writer takes -wal and -shm along as ever. The journal may be closed, opened and pruned
 * meanwhile; what was pruned before it was seen is not seen. Confined.
 */
public final class SqliteFollower {
    private static final int RECORDS_AT_A_LOOK = 512;

    private static final int LOOKS_THAT_FIND_NOTHING = 2;

    private final JournalFile file;
    private final Optional<InvocationId> only;
    private long after;
    private Optional<Glance> glance = Optional.empty();
    private int quiet;

    private SqliteFollower(JournalFile file, Optional<InvocationId> only) {
        this.file = file;
        this.only = only;
    }

    /** File and log as their directory entries show them. */
    private record Glance(Optional<PlainFiles.Look> journal, Optional<PlainFiles.Look> wal) {}

    /**
     * Begins before the first record.
     *
     * @param journal the journal
     * @param only one invocation; empty for all
     * @return the follower
     * @throws StoreException where there is no journal, or it is not available
     * @throws dev.counterfoil.journal.store.DamagedJournalException where it cannot be read at all
     */
    public static SqliteFollower open(Path journal, Optional<InvocationId> only) {
        return new SqliteFollower(JournalFile.find(journal), only);
    }

    /**
     * What is new since the last call. Behind a call that found nothing the caller waits, for longer than a tick of the file system's
     * clock.
     *
     * @return records in the order in which they became durable; none where there is nothing new
     * @throws StoreException where the journal is not available, is another file than at the beginning, or is an earlier state of itself
     * @throws dev.counterfoil.journal.store.DamagedJournalException where it cannot be read
     */
    public Arrivals next() {
        file.requireUnmoved();
        if (isUntouched()) {
            return Arrivals.NONE;
        }
        ArrivalRows.Found found;
        try (SqliteJournalReader reader = SqliteJournalReader.open(file.path())) {
            found = only.isPresent()
                    ? reader.inOneLook(link -> ArrivalRows.one(link, after, only.get()))
                    : reader.inOneLook(link -> ArrivalRows.all(link, after, RECORDS_AT_A_LOOK));
        }
        if (found.highestKey() < after) {
            throw new StoreException(StoreProblem.REPLACED, file.path().toString(),
                    "records that were shown are gone: it is an earlier state of itself; look into it with a dump");
        }
        after = found.lastKey();
        quiet = found.arrivals().places().isEmpty() ? quiet + 1 : 0;
        return found.arrivals();
    }

    /**
     * Whether nothing can have been written since the last look. A write in the same tick of the file system's clock as a glance does not
     * change what the next glance shows; so two looks must have found nothing under the same glance, with a wait between them.
     */
    private boolean isUntouched() {
        try {
            Optional<Glance> now = Optional.of(new Glance(PlainFiles.look(file.path()), PlainFiles.look(file.wal())));
            quiet = now.equals(glance) ? quiet : 0;
            glance = now;
            return quiet >= LOOKS_THAT_FIND_NOTHING;
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        }
    }
}
