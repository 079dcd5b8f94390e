// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.PlainFiles;
import dev.counterfoil.journal.sqlite.file.Publication;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.row.AnchorRow;
import dev.counterfoil.journal.sqlite.row.JournalRow;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.JournalIdentity;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Copies a journal, living or not, into a file that is marked as its backup. Confined to one call.
 *
 * <p>One SQLite statement copies one consistent view: what is reachable, row by row, and nothing of what was erased or pruned. Writers go
 * on meanwhile; their log begins anew only when the copy is done. The journal, its -wal and their times stay as they were. The copy is
 * built beside the file's name, marked, shown to a check, forced, and then given its name at once. Whoever cannot read the journal cannot
 * read it either.
 */
public final class SqliteBackup {
    /** SQLITE_IOERR_WRITE, _FSYNC, _DIR_FSYNC, _TRUNCATE and _DELETE: the journal is only read. */
    private static final Set<Integer> WRITING = Set.of(10 | 3 << 8, 10 | 4 << 8, 10 | 5 << 8, 10 | 6 << 8, 10 | 10 << 8);

    private final JournalFile journal;
    private final Path target;
    private final Progress progress;

    private SqliteBackup(JournalFile journal, Path target, Progress progress) {
        this.journal = journal;
        this.target = target;
        this.progress = progress;
    }

    /** Is told how far the copy is, and says whether it goes on. */
    public interface Progress {
        /** To the end. */
        Progress TO_THE_END = (done, whole) -> true;

        /**
         * Some more was copied.
         *
         * @param doneBytes how much
         * @param wholeBytes about how much there is
         * @return whether it goes on
         */
        boolean goesOn(long doneBytes, long wholeBytes);
    }

    /** Looks at the finished copy before it gets its name. */
    public interface Check {
        /**
         * Looks.
         *
         * @param copy the copy; closed by the caller
         * @return whether it is sound
         */
        boolean isSound(JournalSource copy);
    }

    /**
     * What was copied. Immutable.
     *
     * @param identity which journal it is a backup of
     * @param bytes size of the file
     * @param lastDigest digest of the last record; zeros where there is none
     */
    public record Copy(JournalIdentity identity, long bytes, Sha256 lastDigest) {}

    /**
     * Makes a backup.
     *
     * @param journal the journal
     * @param file the backup's name; nothing may be there
     * @param check looks at the copy
     * @param progress is told, and may end it
     * @return what was copied; empty where the check or the progress said no: then there is no file
     * @throws StoreException where the journal is not available, the name is not for backups, something is there under it, or the file
     *     cannot be made
     * @throws DamagedJournalException where the journal cannot be read, or its own row is damaged
     */
    public static Optional<Copy> write(Path journal, Path file, Check check, Progress progress) {
        return write(journal, file, check, progress, Files::createLink);
    }

    static Optional<Copy> write(Path journal, Path file, Check check, Progress progress, Publication.Linking linking) {
        try {
            Path target = JournalFile.named(file);
            return new SqliteBackup(JournalFile.find(journal), target, progress).made(check, linking);
        } catch (IOException e) {
            throw cannot(file, e);
        } catch (UncheckedIOException e) {
            throw cannot(file, e.getCause());
        }
    }

    private Optional<Copy> made(Check check, Publication.Linking linking) throws IOException {
        requireFree();
        try (Publication publication = Publication.of(target, linking)) {
            if (!isCopied(publication.fresh())) {
                return Optional.empty();
            }
            publication.build(Link.Mode.READ_WRITE, this::mark);
            Optional<Copy> copy = checked(publication.fresh(), check);
            if (copy.isPresent()) {
                PlainFiles.forceFile(publication.fresh());
                requireFree();
                if (!publication.publish()) {
                    throw taken(target);
                }
            }
            return copy;
        } catch (SQLException e) {
            throw unfinished(target, e);
        }
    }

    /** A copy that cannot be read back before it has its name is no damage of anything that anybody has: its disk failed. */
    static StoreException unfinished(Path target, SQLException failure) {
        return SqliteFailure.exception(target, failure) instanceof StoreException problem ? problem
                : new StoreException(StoreProblem.IO_FAILED, target.toString(),
                        "the copy could not be finished (" + SqliteFailure.words(failure) + "); look at its disk", failure);
    }

    /** What lies beside the name counts too: a log of another file would be taken for the backup's. */
    private void requireFree() {
        for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
            Path path = JournalFile.beside(target, suffix);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw taken(path);
            }
        }
    }

    private static StoreException taken(Path path) {
        return new StoreException(StoreProblem.TAKEN, path.toString(),
                "it is there already, and nothing is written over; give another name");
    }

    /** False where it was told to end. */
    private boolean isCopied(Path fresh) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal.path())) {
            reader.identity();
            return reader.inOneStatement(link -> {
                makeEmpty(fresh);
                long pages = link.number("pragma page_count") - link.number("pragma freelist_count");
                long wholeBytes = pages * link.number("pragma page_size");
                link.whileRunning(() -> progress.goesOn(fresh.toFile().length(), wholeBytes));
                try {
                    link.update("vacuum into ?", fresh.toString());
                    return true;
                } catch (SQLException e) {
                    if (SqliteFailure.of(e) == SqliteFailure.INTERRUPT) {
                        return false;
                    }
                    if (isOfTarget(e, fresh)) {
                        throw unfinished(target, e);
                    }
                    throw e;
                }
            });
        }
    }

    /** Whether a failed copy is told of the copy: what only writing meets, and what opening met where the copy cannot be opened now. */
    static boolean isOfTarget(SQLException failure, Path fresh) {
        return switch (SqliteFailure.of(failure)) {
            case FULL, READONLY, PERM -> true;
            case CANTOPEN -> !Files.isWritable(fresh);
            default -> WRITING.contains(SqliteFailure.code(failure));
        };
    }

    /** SQLite would make the file readable for everybody; it writes into one that is there and empty. */
    private void makeEmpty(Path fresh) {
        try {
            Files.deleteIfExists(fresh);
            Optional<Set<PosixFilePermission>> permissions =
                    Optional.ofNullable(Files.getFileAttributeView(journal.path(), PosixFileAttributeView.class)).isPresent()
                            ? Optional.of(Files.getPosixFilePermissions(journal.path()))
                            : Optional.empty();
            Files.createFile(fresh);
            if (permissions.isPresent()) {
                Files.setPosixFilePermissions(fresh, permissions.get());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void mark(Link link) throws SQLException {
        JournalRow.write(link, JournalRow.read(link).requireSound(journal.path()).asBackup());
    }

    private static Optional<Copy> checked(Path fresh, Check check) throws IOException {
        try (SqliteJournalReader copy = SqliteJournalReader.open(fresh)) {
            if (!check.isSound(copy)) {
                return Optional.empty();
            }
            AnchorRow anchor = copy.anchor().orElseThrow();
            return Optional.of(new Copy(copy.identity(), Files.size(fresh), anchor.lastDigest()));
        }
    }

    private static StoreException cannot(Path file, IOException e) {
        String reason = e instanceof FileSystemException known ? String.valueOf(known.getReason()) : "";
        if (e instanceof AccessDeniedException || reason.equals("Read-only file system") || reason.equals("Operation not permitted")) {
            return new StoreException(StoreProblem.READ_ONLY, file.toString(), "its directory cannot be written", e);
        }
        if (reason.equals("No space left on device") || reason.equals("Disk quota exceeded")) {
            return new StoreException(StoreProblem.FULL, file.toString(), "no space is left; free some and try again", e);
        }
        return JournalFile.failed(file, e);
    }
}
