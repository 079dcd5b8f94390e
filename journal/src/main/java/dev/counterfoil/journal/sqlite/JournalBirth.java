// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/**
 * Makes a journal where nothing is. The whole database is built under another name, its log copied into it and removed, and then given
 * its name by a hard link, which fails where another was faster: so under its name it is never seen half made. Leftovers of a process
 * that died meanwhile lie beside it under {@code NAME.new-…} and are ignored.
 */
final class JournalBirth {
    private final Path path;
    private final Linking linking;

    private JournalBirth(Path path, Linking linking) {
        this.path = path;
        this.linking = linking;
    }

    /** Gives a file a second name; the file system's, or a test's. */
    interface Linking {
        /** Makes the name, or fails where it is taken. */
        void link(Path name, Path existing) throws IOException;
    }

    /**
     * Makes a journal, or leaves the one that another made meanwhile.
     *
     * @throws StoreException where it cannot be made
     */
    static void makeUnlessThere(Path path, Linking linking) {
        new JournalBirth(path, linking).make();
    }

    private void make() {
        Path directory = JournalFile.directoryOf(path);
        if (!Files.isDirectory(directory)) {
            throw new StoreException(StoreProblem.MISSING, path.toString(), "its directory does not exist; make it first");
        }
        try {
            Path fresh = JournalFile.beside(path, ".new-" + random());
            try {
                build(fresh);
                publish(fresh);
            } finally {
                for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
                    Files.deleteIfExists(JournalFile.beside(fresh, suffix));
                }
            }
            PlainFiles.forceDirectory(directory);
        } catch (SQLException e) {
            throw cannot(directory, e);
        } catch (IOException e) {
            throw JournalFile.failed(path, e);
        }
    }

    private StoreException cannot(Path directory, SQLException e) {
        boolean forbidden = SqliteFailure.of(e) == SqliteFailure.CANTOPEN && !Files.isWritable(directory);
        if (forbidden) {
            return new StoreException(StoreProblem.READ_ONLY, path.toString(), "its directory cannot be written", e);
        }
        return SqliteFailure.exception(path, e) instanceof StoreException problem ? problem
                : new StoreException(StoreProblem.IO_FAILED, path.toString(), "a new journal could not be built", e);
    }

    private void build(Path fresh) throws SQLException {
        try (Link link = Link.open(fresh, fresh, Link.Mode.CREATE)) {
            Settings.make(link, fresh);
            link.execute("begin immediate");
            link.execute("pragma application_id = " + SqliteFormat.APPLICATION_ID);
            link.execute("pragma user_version = " + SqliteFormat.USER_VERSION);
            for (String statement : SqliteFormat.SCHEMA) {
                link.execute(statement);
            }
            JournalRow.begin(link);
            link.execute("commit");
            long busy = link.number("pragma wal_checkpoint(truncate)");
            if (busy != 0) {
                throw new SQLException("the log of a new journal could not be copied", "", SqliteFailure.BUSY.primary());
            }
        }
        if (Files.exists(JournalFile.beside(fresh, "-wal"))) {
            throw new SQLException("a -wal stayed beside a new journal", "", SqliteFailure.IOERR.primary());
        }
    }

    private void publish(Path fresh) throws IOException {
        try {
            linking.link(path, fresh);
        } catch (FileAlreadyExistsException e) {
            return;
        } catch (AccessDeniedException e) {
            throw new StoreException(StoreProblem.READ_ONLY, path.toString(), "its directory cannot be written", e);
        } catch (UnsupportedOperationException | FileSystemException e) {
            throw noLink(fresh, e);
        }
    }

    private StoreException noLink(Path fresh, Exception e) throws IOException {
        if (!Files.exists(fresh)) {
            return new StoreException(StoreProblem.IO_FAILED, path.toString(), "the new file vanished before it got its name", e);
        }
        if (Files.getFileStore(fresh).getUsableSpace() == 0) {
            return new StoreException(StoreProblem.FULL, path.toString(), "no space is left for a name in the directory", e);
        }
        return new StoreException(StoreProblem.NO_HARD_LINKS, path.toString(),
                "the file system has no hard links, by which a journal gets its name at once; use another directory", e);
    }

    /** SQLite's own random numbers, which it seeds from the operating system. */
    private String random() throws SQLException {
        try (Link link = Link.memory(path)) {
            return link.text("select lower(hex(randomblob(8)))");
        }
    }
}
