// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

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
 * Gives a finished database its name. It was built under {@code NAME.new-} and random digits in the same directory, and gets its name by a
 * hard link, which fails where the name is taken: so under its name it is never seen half made, and nothing is ever written over.
 * Leftovers of a process that died meanwhile are ignored. Confined.
 */
public final class Publication implements AutoCloseable {
    private final Path name;
    private final Path fresh;
    private final Linking linking;

    private Publication(Path name, Path fresh, Linking linking) {
        this.name = name;
        this.fresh = fresh;
        this.linking = linking;
    }

    /** Gives a file a second name; the file system's, or a test's. */
    public interface Linking {
        /** Makes the name, or fails where it is taken. */
        void link(Path name, Path existing) throws IOException;
    }

    /** Fills a new file, in one transaction. */
    public interface Building {
        /** Writes. */
        void write(Link link) throws SQLException;
    }

    /**
     * Chooses the name to build under; nothing is there yet.
     *
     * @throws StoreException where the directory does not exist
     */
    public static Publication of(Path name, Linking linking) throws SQLException {
        if (!Files.isDirectory(JournalFile.directoryOf(name))) {
            throw new StoreException(StoreProblem.MISSING, name.toString(), "its directory does not exist; make it first");
        }
        try (Link link = Link.memory(name)) {
            // SQLite's own random numbers, which it seeds from the operating system.
            String random = link.text("select lower(hex(randomblob(8)))");
            return new Publication(name, JournalFile.beside(name, ".new-" + random), linking);
        }
    }

    /** Where it is built. */
    public Path fresh() {
        return fresh;
    }

    /** Writes it through a connection of its own, and leaves no log beside it. */
    public void build(Link.Mode mode, Building building) throws SQLException {
        try (Link link = Link.open(fresh, fresh, mode)) {
            Settings.make(link, fresh);
            link.execute("begin immediate");
            building.write(link);
            link.execute("commit");
            if (link.number("pragma wal_checkpoint(truncate)") != 0) {
                throw new SQLException("the log of a new file could not be copied", "", SqliteFailure.BUSY.primary());
            }
        }
        if (Files.exists(JournalFile.beside(fresh, "-wal"))) {
            throw new SQLException("a -wal stayed beside a new file", "", SqliteFailure.IOERR.primary());
        }
    }

    /**
     * Gives it its name, durably.
     *
     * @return false where the name is taken
     * @throws StoreException where there can be no such name
     */
    public boolean publish() throws IOException {
        boolean named = link();
        close();
        PlainFiles.forceDirectory(JournalFile.directoryOf(name));
        return named;
    }

    private boolean link() throws IOException {
        try {
            linking.link(name, fresh);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (AccessDeniedException e) {
            throw new StoreException(StoreProblem.READ_ONLY, name.toString(), "its directory cannot be written", e);
        } catch (UnsupportedOperationException | FileSystemException e) {
            throw noLink(e);
        }
    }

    private StoreException noLink(Exception e) throws IOException {
        if (!Files.exists(fresh)) {
            return new StoreException(StoreProblem.IO_FAILED, name.toString(), "the new file vanished before it got its name", e);
        }
        if (Files.getFileStore(fresh).getUsableSpace() == 0) {
            return new StoreException(StoreProblem.FULL, name.toString(), "no space is left for a name in the directory", e);
        }
        return new StoreException(StoreProblem.NO_HARD_LINKS, name.toString(),
                "the file system has no hard links, by which a journal gets its name at once; use another directory", e);
    }

    /** Removes the name that it was built under, and what lies beside it. */
    @Override
    public void close() throws IOException {
        for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
            Files.deleteIfExists(JournalFile.beside(fresh, suffix));
        }
    }
}
