// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.permit.Verified;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.commit.Session;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.LogFile;
import dev.counterfoil.journal.sqlite.file.NetworkFileSystems;
import dev.counterfoil.journal.sqlite.file.PlainFiles;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.row.Admittance;
import dev.counterfoil.journal.sqlite.row.AppendStep;
import dev.counterfoil.journal.sqlite.row.JournalEnd;
import dev.counterfoil.journal.sqlite.row.JournalRow;
import dev.counterfoil.journal.sqlite.row.Rows;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalIdentity;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Turns a backup into a journal of its own, in one transaction: each open invocation loses its owner, its epoch grows, and it gets the
 * records that an author gives; all runtimes are forgotten; the file gets a new name and loses its mark. Interrupted at any instant it is
 * still the backup, or the journal. Confined to one call.
 */
public final class SqliteRestoration {
    private static final int PAGE = 256;

    private final JournalFile file;
    private final Author author;

    private SqliteRestoration(JournalFile file, Author author) {
        this.file = file;
        this.author = author;
    }

    /** Says what is recorded about an open invocation. */
    public interface Author {
        /**
         * Writes.
         *
         * @param stored the invocation, released and at its new epoch
         * @param backup which journal the backup is of
         * @return records behind its head that leave it open; there may be none
         */
        List<StoredRecord> records(StoredInvocation stored, JournalIdentity backup);
    }

    /**
     * Restores. Whether the backup is whole is the caller's to verify first, so only this module can call it.
     *
     * @param file the backup
     * @param author asked once for each open invocation, in the order of opening; what it throws undoes everything
     * @param verified the caller's word
     * @return the new identity
     * @throws StoreException where there is no backup, or it cannot be written; where a commit's fate cannot be found out, restoring again
     *     tells: what was restored is no backup any more
     * @throws DamagedJournalException where it is damaged; nothing was changed
     */
    @SuppressWarnings("exports")
    public static JournalIdentity restore(Path file, Author author, Verified verified) {
        Objects.requireNonNull(verified, "verified");
        return restore(file, author);
    }

    static JournalIdentity restore(Path file, Author author) {
        return restore(file, author, Session.Committing.PLAIN);
    }

    /**
     * Checks that a file is a backup that may be restored, as far as an opener looks.
     *
     * @param file the backup
     * @return which journal it is of
     * @throws StoreException where there is none, no journal may have its name, it is no backup, it lies on a network file system, or a
     *     log lies beside it that cannot be its own
     * @throws DamagedJournalException where it is damaged
     */
    public static JournalIdentity requireBackup(Path file) {
        return requireBackup(file, NetworkFileSystems.Look.SYSTEM);
    }

    static JournalIdentity requireBackup(Path file, NetworkFileSystems.Look look) {
        JournalFile found = JournalFile.findNamed(file, SchemaSteps.KNOWN);
        NetworkFileSystems.refuse(found.path(), look);
        JournalIdentity backup;
        try {
            backup = SqliteJournalReader.admittance(found).requireBackup(found);
        } catch (DamagedJournalException damaged) {
            requireNoForeignLog(found);
            throw damaged;
        }
        requireNoForeignLog(found);
        return backup;
    }

    /**
     * A backup has no log. An interrupted restoration leaves one without a commit, or one that makes it a journal; any other is of another
     * file, and what it holds would be taken for the backup's.
     */
    private static void requireNoForeignLog(JournalFile file) {
        try {
            Path rollback = JournalFile.beside(file.path(), "-journal");
            if (Files.exists(rollback, LinkOption.NOFOLLOW_LINKS) || LogFile.holdsCommit(file.wal())) {
                throw new StoreException(StoreProblem.TAKEN, file.path().toString(), "beside the backup lies a log (-wal or -journal) of"
                        + " another file; move that one away with its -shm, and copy the backup anew");
            }
        } catch (IOException e) {
            throw JournalFile.failed(file.path(), e);
        }
    }

    static JournalIdentity restore(Path path, Author author, Session.Committing committing) {
        return restore(path, author, committing, NetworkFileSystems.Look.SYSTEM);
    }

    static JournalIdentity restore(Path path, Author author, Session.Committing committing, NetworkFileSystems.Look look) {
        requireBackup(path, look);
        JournalFile file = JournalFile.find(path);
        SqliteRestoration restoration = new SqliteRestoration(file, author);
        Session session = new Session(file, committing);
        try {
            PlainFiles.forceDirectory(file.directory());
            session.bringUp();
            JournalIdentity fresh = session.read(JournalRow::random);
            return session.write(link -> restoration.write(link, fresh), new Session.Doubt<>() {
                @Override
                public Optional<JournalIdentity> look(Link link) throws SQLException {
                    return Optional.of(JournalRow.read(link).requireSound(file.path())).filter(fresh::equals);
                }

                @Override
                public JournalIdentity unknown(SQLException cause) {
                    throw SqliteFailure.exception(file.path(), cause);
                }
            });
        } catch (IOException e) {
            throw JournalFile.failed(path, e);
        } finally {
            session.close();
        }
    }

    private JournalIdentity write(Link link, JournalIdentity fresh) throws SQLException {
        // Another restoration may have been faster.
        JournalIdentity backup = Admittance.read(file, link).requireBackup(file);
        long after = 0;
        List<InvocationRow> page;
        do {
            page = Rows.page(link, after, PAGE, Scope.OPEN);
            for (InvocationRow row : page) {
                one(link, row, backup);
                after = row.number();
            }
        } while (page.size() == PAGE);
        link.execute("delete from owner");
        JournalRow.write(link, fresh);
        return fresh;
    }

    private void one(Link link, InvocationRow row, JournalIdentity backup) throws SQLException {
        link.update("update invocation set owner = null, epoch = epoch + 1 where number = ?", row.number());
        InvocationId id = row.id();
        StoredInvocation stored = Rows.invocation(link, id).orElseThrow();
        List<StoredRecord> records = author.records(stored, backup);
        if (records.isEmpty()) {
            return;
        }
        StoredRecord last = stored.records().get(stored.records().size() - 1);
        Head head = new Head(last.sequence() + 1, last.digest());
        JournalEnd end = new JournalEnd(link);
        AppendResult result = new AppendStep(link, end, new Append(id, head, new Authority.Anyone(), records, Standing.OPEN)).run();
        if (!(result instanceof AppendResult.Appended)) {
            throw new IllegalStateException("an invocation moved inside our own transaction: " + result);
        }
        end.write();
    }
}
