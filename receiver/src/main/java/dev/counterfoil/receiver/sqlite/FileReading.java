// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Asks a receiver's file and leaves it, and its log, as they are: nothing is written, no log copied into the file, and a directory or mount
 * that cannot be written is read too. Only the -shm, SQLite's index of the log, may be written where it is there. What changed while it was
 * read without a lock is read again. Immutable.
 */
final class FileReading {
    private static final int TRIES = 100;
    private static final String COPY_NAME = "receiver.db";

    private FileReading() {}

    /** How a file is read. */
    enum Mode {
        /** There is no log with anything in it: the file by itself, without a lock. */
        ALONE,
        /** Through the log and its index, as writers do. */
        BESIDE_WRITERS,
        /** From a private copy of file and log: nobody has it open, and SQLite would have to make an index where it must not, or cannot. */
        COPY;

        /** Chooses. Whoever has the file open keeps an index beside it, so what has none may be opened and closed without SQLite. */
        static Mode of(long logBytes, boolean hasIndex) {
            if (logBytes == 0) {
                return ALONE;
            }
            return hasIndex ? BESIDE_WRITERS : COPY;
        }
    }

    /**
     * What a directory entry says of a file.
     *
     * @param key device and inode, where the system has them
     * @param size in bytes
     * @param modified last change
     */
    record Look(Optional<Object> key, long size, FileTime modified) {
        static Optional<Look> at(Path path) throws IOException {
            try {
                BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
                return Optional.of(new Look(Optional.ofNullable(attributes.fileKey()), attributes.size(), attributes.lastModifiedTime()));
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * File and log.
     *
     * @param file the file
     * @param log its log, where it holds anything
     */
    private record Glance(Optional<Look> file, Optional<Look> log) {
        static Glance at(Path path) throws IOException {
            return new Glance(Look.at(path), Look.at(beside(path, "-wal")).filter(look -> look.size() > 0));
        }
    }

    /** Asks a question, again where the file changed under it. */
    static <T> T asked(Path path, Function<DataSource, T> question) throws IOException {
        for (int tries = 1;; tries++) {
            FileMarks.require(path);
            Glance before = Glance.at(path);
            Mode mode = Mode.of(before.log().map(Look::size).orElse(0L), Files.exists(beside(path, "-shm")));
            try {
                T answer = asked(path, mode, question);
                if (mode == Mode.BESIDE_WRITERS || Glance.at(path).equals(before)) {
                    return answer;
                }
            } catch (ReceiverException e) {
                if (tries == TRIES || mode == Mode.BESIDE_WRITERS && e.problem() == ReceiverProblem.BUSY
                        || Glance.at(path).equals(before)) {
                    throw e;
                }
            } catch (NoSuchFileException e) {
                // The last writer closed between the look and the copy, and took the log along.
            }
            if (tries == TRIES) {
                throw new ReceiverException(ReceiverProblem.BUSY, path.toString(), "it changed each time that it was read; try again");
            }
        }
    }

    private static <T> T asked(Path path, Mode mode, Function<DataSource, T> question) throws IOException {
        return switch (mode) {
            case ALONE -> question.apply(SqliteLink.immutableSource(path));
            case BESIDE_WRITERS -> question.apply(SqliteLink.readingSource(path));
            case COPY -> copied(path, question);
        };
    }

    private static <T> T copied(Path path, Function<DataSource, T> question) throws IOException {
        Path directory = Files.createTempDirectory("counterfoil-");
        Path copy = directory.resolve(COPY_NAME);
        try {
            Files.copy(path, copy);
            Files.copy(beside(path, "-wal"), beside(copy, "-wal"));
            return question.apply(SqliteLink.source(copy));
        } finally {
            for (String suffix : List.of("", "-wal", "-shm")) {
                Files.deleteIfExists(beside(copy, suffix));
            }
            Files.deleteIfExists(directory);
        }
    }

    private static Path beside(Path path, String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }
}
