// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.commit.GroupCommit;
import dev.counterfoil.journal.sqlite.commit.LogWatch;
import dev.counterfoil.journal.sqlite.commit.Scrub;
import dev.counterfoil.journal.sqlite.commit.Session;
import dev.counterfoil.journal.sqlite.commit.SlowDisk;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.NetworkFileSystems;
import dev.counterfoil.journal.sqlite.file.Publication;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.row.Admittance;
import dev.counterfoil.journal.sqlite.row.AnchorCheck;
import dev.counterfoil.journal.sqlite.row.OwnershipStep;
import dev.counterfoil.journal.sqlite.row.PruneStep;
import dev.counterfoil.journal.sqlite.row.Rows;
import dev.counterfoil.journal.store.Acquisition;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.PruneResult;
import dev.counterfoil.journal.store.Pruning;
import dev.counterfoil.journal.store.Scrubbing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.store.StoredTombstone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A journal in one SQLite file, for any number of threads and processes of one host. Thread-safe.
 *
 * <p>Write-ahead log, full synchronisation, no exclusive locking; every setting is read back on every connection. One connection writes
 * and one reads, each under a fair lock; appends that wait at the same time share a commit, and nobody's failure with it. The last process
 * that closes it copies the log into the file and removes -wal and -shm. The log
 * is copied every 1,000 pages and cut back to 4 MiB; it grows beyond that only while somebody reads in one long transaction, and a warning
 * is logged while it is over 64 MiB.
 *
 * <p>A journal that is refused, or that nothing is appended to, is left as it was: until the first change everything is read without
 * harm, since a connection that may write copies the log into the file by its closing alone.
 *
 * <p>It will not: work on a network file system (the -shm is shared memory), which is refused where the system names it so; see that a
 * host opened the same file through a driver of its own, whose plain closing of a descriptor would drop our locks; repair anything.
 */
public final class SqliteCheckpointStore implements CheckpointStore {
    private final Session writing;
    private final GroupCommit groups;
    private final Session reading;
    private final SqliteJournalReader before;
    private final LogWatch watch;
    private final Scrub scrub;

    private SqliteCheckpointStore(JournalFile file, Session.Committing committing) {
        writing = new Session(file, committing);
        groups = new GroupCommit(writing);
        reading = new Session(file, Session.Committing.PLAIN);
        before = SqliteJournalReader.over(file);
        scrub = new Scrub(writing);
        watch = new LogWatch(file, LogWatch.BOUND_BYTES);
    }

    /**
     * Opens an existing journal for writing.
     *
     * @param journal its path
     * @return the store
     * @throws StoreException where there is none, or it is not available
     * @throws DamagedJournalException where it cannot be read or differs from its anchor; nothing is opened then
     */
    public static SqliteCheckpointStore open(Path journal) {
        return open(journal, Session.Committing.PLAIN);
    }

    static SqliteCheckpointStore open(Path journal, Session.Committing committing) {
        return open(journal, committing, SchemaSteps.KNOWN);
    }

    static SqliteCheckpointStore open(Path journal, Session.Committing committing, SchemaSteps known) {
        return open(journal, committing, known, NetworkFileSystems.Look.SYSTEM);
    }

    static SqliteCheckpointStore open(Path journal, Session.Committing committing, SchemaSteps known, NetworkFileSystems.Look look) {
        JournalFile file = JournalFile.findNamed(journal, known);
        NetworkFileSystems.refuse(file.path(), look);
        boolean done = false;
        SqliteCheckpointStore store = new SqliteCheckpointStore(file, committing);
        try {
            requireWritable(file);
            Admittance found = store.before.admittance();
            found.require(file);
            if (found.version() != known.newest()) {
                store.writing.bringUp();
            }
            done = true;
            return store;
        } finally {
            if (!done) {
                store.close();
            }
        }
    }

    /** What the system forbids is said before anything is done; what else hinders writing is found when it is tried. */
    private static void requireWritable(JournalFile file) {
        if (!Files.isWritable(file.path()) || !Files.isWritable(file.directory())) {
            throw new StoreException(StoreProblem.READ_ONLY, file.path().toString(),
                    "the file or its directory cannot be written; check owner, mode and mount");
        }
    }

    /**
     * Opens a journal for writing, and makes it where nothing is.
     *
     * @param journal its path; the directory must exist
     * @return the store
     * @throws StoreException where it is not available or cannot be made
     * @throws DamagedJournalException as {@link #open}, and where a -wal lies there without its journal
     */
    public static SqliteCheckpointStore openOrCreate(Path journal) {
        return openOrCreate(journal, Files::createLink);
    }

    static SqliteCheckpointStore openOrCreate(Path journal, Publication.Linking linking) {
        return openOrCreate(journal, linking, NetworkFileSystems.Look.SYSTEM);
    }

    /**
     * A store as on a slower disk, made where nothing is: each commit takes longer by a delay. For measuring how much one force carries;
     * of no other use.
     *
     * @param journal its path; the directory must exist
     * @param delay how much longer a commit takes, not negative
     * @return the store
     * @throws StoreException as {@link #openOrCreate}
     * @throws DamagedJournalException as {@link #openOrCreate}
     * @throws IllegalArgumentException where the delay is negative; nothing is made then
     */
    public static SqliteCheckpointStore slowed(Path journal, Duration delay) {
        SlowDisk disk = new SlowDisk(delay);
        openOrCreate(journal).close();
        return open(journal, disk);
    }

    static SqliteCheckpointStore openOrCreate(Path journal, Publication.Linking linking, NetworkFileSystems.Look look) {
        try {
            Path path = JournalFile.named(journal);
            JournalFile.requireNoLinkToNothing(path);
            if (!Files.exists(path) && !Files.exists(JournalFile.beside(path, "-wal"))) {
                NetworkFileSystems.refuse(path, look);
                JournalBirth.makeUnlessThere(path, linking);
            }
        } catch (IOException e) {
            throw JournalFile.failed(journal, e);
        }
        return open(journal, Session.Committing.PLAIN, SchemaSteps.KNOWN, look);
    }

    @Override
    public boolean isTaken(InvocationId invocation) {
        if (!writing.hasBegun()) {
            return before.inOneLook(link -> Rows.isTaken(link, invocation));
        }
        writing.requireSettled();
        return reading.glance(link -> Rows.isTaken(link, invocation));
    }

    @Override
    public AppendResult append(Append append) {
        watch.count();
        return groups.append(append);
    }

    @Override
    public PruneResult prune(List<Pruning> batch) {
        watch.count();
        PruneStep step = new PruneStep(batch);
        return writing.write(step::run, new Session.Doubt<>() {
            @Override
            public Optional<PruneResult> look(Link fresh) throws SQLException {
                return step.look(fresh);
            }

            @Override
            public PruneResult unknown(SQLException cause) {
                return new PruneResult.Unknown("the commit failed with " + SqliteFailure.words(cause) + " and cannot be looked for");
            }
        });
    }

    @Override
    public Scrubbing scrub() {
        return scrub.run();
    }

    @Override
    public Optional<StoredInvocation> read(InvocationId invocation) {
        return looked(link -> Rows.invocation(link, invocation));
    }

    @Override
    public Optional<InvocationRow> row(InvocationId invocation) {
        return looked(link -> Rows.place(link, invocation).map(Rows.Place::row));
    }

    @Override
    public Optional<StoredRecord> last(InvocationId invocation) {
        return looked(link -> Rows.last(link, invocation));
    }

    @Override
    public List<InvocationRow> invocations(long after, int limit, Scope scope) {
        return looked(link -> Rows.page(link, after, limit, scope));
    }

    @Override
    public Optional<StoredTombstone> tombstone(InvocationId invocation) {
        return looked(link -> Rows.tombstone(link, invocation));
    }

    @Override
    public List<StoredTombstone> tombstones(long after, int limit) {
        return looked(link -> Rows.tombstones(link, after, limit));
    }

    @Override
    public List<AnchorDifference> checkAnchor() {
        return looked(AnchorCheck::whole);
    }

    private <T> T looked(Link.Work<T> work) {
        if (!writing.hasBegun()) {
            return before.inOneLook(work);
        }
        writing.requireSettled();
        return reading.read(work);
    }

    @Override
    public void register(Owner owner) {
        writing.write(link -> link.update("insert into owner values (?, ?, ?, ?, ?, 0) on conflict (id) do nothing", owner.id().value(),
                owner.bootId(), owner.pidNamespace(), owner.pid(), owner.started()), new NoLook<>());
    }

    @Override
    public Optional<Long> beat(OwnerId owner) {
        return writing.write(link -> link.first("update owner set beat = beat + 1 where id = ? returning beat", row -> row.getLong(1),
                owner.value()), new NoLook<>());
    }

    @Override
    public Optional<OwnerBeat> owner(OwnerId owner) {
        return looked(link -> Rows.owner(link, owner));
    }

    @Override
    public List<Owner> idleOwners(int limit) {
        return looked(link -> Rows.idleOwners(link, limit));
    }

    @Override
    public Acquisition acquire(InvocationId invocation, OwnerId owner, Holder seen) {
        return writing.write(link -> OwnershipStep.acquire(link, invocation, owner, seen), new Session.Doubt<>() {
            @Override
            public Optional<Acquisition> look(Link fresh) throws SQLException {
                Holder ours = new Holder(Optional.of(owner), seen.epoch() + 1);
                return Rows.place(fresh, invocation).filter(place -> place.row().holder().equals(ours))
                        .map(place -> new Acquisition.Acquired(ours.epoch()));
            }

            @Override
            public Acquisition unknown(SQLException cause) {
                throw SqliteFailure.exception(writing.path(), cause);
            }
        });
    }

    @Override
    public void release(InvocationId invocation, Holder holder) {
        writing.write(link -> OwnershipStep.release(link, invocation, holder), new NoLook<>());
    }

    @Override
    public void unregister(OwnerId owner) {
        writing.write(link -> OwnershipStep.unregister(link, owner), new NoLook<>());
    }

    @Override
    public void forget(OwnerBeat seen) {
        writing.write(link -> OwnershipStep.forget(link, seen), new NoLook<>());
    }

    @Override
    public void close() {
        try {
            before.close();
        } finally {
            try {
                reading.close();
            } finally {
                writing.close();
            }
        }
    }

    /** For steps that may be repeated: nobody needs to know whether the first try is there. */
    private final class NoLook<T> implements Session.Doubt<T> {
        @Override
        public Optional<T> look(Link fresh) {
            return Optional.empty();
        }

        @Override
        public T unknown(SQLException cause) {
            throw SqliteFailure.exception(writing.path(), cause);
        }
    }
}
