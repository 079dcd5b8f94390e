// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An existing journal file that is ours: its real path and which file it was when it was first looked at. Immutable.
 *
 * @param path its real path, free of symbolic links: SQLite names -wal and -shm after it
 * @param key device and inode
 */
public record JournalFile(Path path, Object key, SchemaSteps known) {
    /**
     * Finds a journal, without opening it for writing and without changing it or what lies beside it.
     *
     * @throws StoreException where there is none, or the file is of something else or of another version
     * @throws DamagedJournalException where it has no bytes, cannot be read, or is gone while its -wal is there
     */
    public static JournalFile find(Path given) {
        return find(given, SchemaSteps.KNOWN);
    }

    /** The same for one that is written, and so has a name of its own. */
    public static JournalFile findNamed(Path given, SchemaSteps known) {
        try {
            named(given);
            return find(given, known);
        } catch (IOException e) {
            throw failed(given, e);
        }
    }

    /** The same for a program that knows these versions. */
    public static JournalFile find(Path given, SchemaSteps known) {
        try {
            Path path = real(given);
            Optional<PlainFiles.Look> look = PlainFiles.look(path);
            if (look.isEmpty()) {
                requireNoLinkToNothing(path);
                if (Files.exists(beside(path, "-wal"))) {
                    throw unreadable(path, "a journal beside its -wal", "no file");
                }
                throw new StoreException(StoreProblem.MISSING, path.toString(), "there is no journal; check the path");
            }
            if (!Files.isRegularFile(path)) {
                throw new StoreException(StoreProblem.NOT_A_JOURNAL, path.toString(), "it is not a regular file");
            }
            if (look.get().size() == 0) {
                throw unreadable(path, "a database", "0 bytes");
            }
            JournalFile file = new JournalFile(path, look.get().key(), known);
            SqliteHeader.require(file);
            return file;
        } catch (IOException e) {
            throw failed(given, e);
        }
    }

    /**
     * Refuses a symbolic link that leads nowhere: neither is its target made, nor something in its place.
     *
     * @throws StoreException where the path is one
     * @throws DamagedJournalException where what it leads to left its -wal behind
     */
    public static void requireNoLinkToNothing(Path path) throws IOException {
        if (!Files.isSymbolicLink(path) || Files.exists(path)) {
            return;
        }
        Path target = path.resolveSibling(Files.readSymbolicLink(path));
        if (Files.exists(beside(target, "-wal"))) {
            throw unreadable(target, "a journal beside its -wal", "no file");
        }
        throw new StoreException(StoreProblem.MISSING, path.toString(), "it is a symbolic link to " + target + ", and no file is reached"
                + " there; give the path of the journal itself, or correct or remove the link");
    }

    /**
     * The path of what is written, without symbolic links.
     *
     * @throws StoreException where it, or what it leads to, has a name that no journal may have
     */
    public static Path named(Path given) throws IOException {
        JournalNames.require(given);
        Path real = real(given);
        JournalNames.require(real);
        return real;
    }

    /** The path without symbolic links; of a file that is not there, its directory's. */
    static Path real(Path given) throws IOException {
        Path absolute = given.toAbsolutePath();
        if (Files.exists(absolute)) {
            return absolute.toRealPath();
        }
        Path parent = absolute.getParent();
        Path name = absolute.getFileName();
        return parent == null || name == null || !Files.isDirectory(parent) ? absolute : parent.toRealPath().resolve(name);
    }

    /** The write-ahead log. */
    public Path wal() {
        return beside(path, "-wal");
    }

    /** The index of the write-ahead log, shared by all connections. */
    public Path shm() {
        return beside(path, "-shm");
    }

    /** The directory. */
    public Path directory() {
        return directoryOf(path);
    }

    /**
     * Checks that the file under the path is still the one that was opened.
     *
     * @throws StoreException where it is not
     */
    public void requireUnmoved() {
        try {
            if (PlainFiles.look(path).filter(look -> look.key().equals(key)).isEmpty()) {
                throw new StoreException(StoreProblem.REPLACED, path.toString(),
                        "the file was removed or replaced while it was open; open it again");
            }
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    /** Damage of the whole file. */
    static DamagedJournalException unreadable(Path path, String expected, String found) {
        return new DamagedJournalException(path.toString(), List.of(Damage.of(DamageReason.UNREADABLE, "the file", expected, found)));
    }

    /** A failure of the file system. */
    public static StoreException failed(Path path, IOException cause) {
        return new StoreException(StoreProblem.IO_FAILED, path.toString(), "the file system failed: " + reason(cause), cause);
    }

    /** The system's own words where it gave some, else the name of the failure in words: {@code no such file}. */
    private static String reason(IOException cause) {
        String words = cause instanceof FileSystemException failed ? failed.getReason() : cause.getMessage();
        return words != null && !words.isBlank() ? words
                : cause.getClass().getSimpleName().replaceFirst("Exception$", "").replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                        .toLowerCase(Locale.ROOT);
    }

    /** A file in the same directory whose name begins with this one's. */
    public static Path beside(Path path, String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }

    /** The directory of a real path. */
    public static Path directoryOf(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }
}
