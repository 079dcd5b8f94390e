// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;

/**
 * A receiver's SQLite file: write-ahead log, full synchronisation, foreign keys, and a wait of 10 s for others' locks, six times at most.
 * Opening it copies a log that was left into the file. Any number of processes may have it open. Thread-safe.
 *
 * <p>While it is open it holds one connection, so that closing another does not copy the log into the file each time. The last process
 * to close it does, and leaves no log.
 */
public final class ReceiverFile implements AutoCloseable {
    private final SameFileSource source;
    private final Connection held;

    private ReceiverFile(SameFileSource source, Connection held) {
        this.source = source;
        this.held = held;
    }

    /**
     * Opens a receiver's file, and makes one where nothing is.
     *
     * @param path where; its directory must exist
     * @return the open file
     * @throws ReceiverException where it is a file of something else or of another version, or it cannot be opened or made
     */
    public static ReceiverFile open(Path path) {
        try {
            ReceiverNames.require(path);
            Path real = real(path);
            ReceiverNames.require(real);
            if (!Files.exists(real)) {
                ReceiverBirth.makeUnlessThere(real);
            }
            return opened(real);
        } catch (IOException e) {
            throw SqliteLink.failed(path, e);
        }
    }

    /**
     * Opens a receiver's file that is there.
     *
     * @param path where
     * @return the open file
     * @throws ReceiverException where there is none, it is a file of something else or of another version, or it cannot be opened
     */
    public static ReceiverFile existing(Path path) {
        try {
            return opened(real(path));
        } catch (IOException e) {
            throw SqliteLink.failed(path, e);
        }
    }

    /**
     * Asks a receiver's file that is there, and leaves it and its log as they are, wherever it lies. Not for a file that this process has
     * open: that one has a receiver to ask.
     *
     * @param <T> what is asked for
     * @param path where
     * @param question asks over connections that only read; asked again where the file changed under it
     * @return what the question gave
     * @throws ReceiverException where there is none, it is a file of something else or of another version, or it cannot be read
     */
    public static <T> T asked(Path path, Function<DataSource, T> question) {
        try {
            return FileReading.asked(real(path), question);
        } catch (IOException e) {
            throw SqliteLink.failed(path, e);
        }
    }

    private static ReceiverFile opened(Path path) throws IOException {
        FileMarks.require(path);
        if (!Files.isWritable(path) || !Files.isWritable(path.getParent())) {
            throw new ReceiverException(ReceiverProblem.READ_ONLY, path.toString(), "it or its directory cannot be written; check owner,"
                    + " mode and mount");
        }
        SQLiteDataSource source = SqliteLink.source(path);
        try {
            Connection held = source.getConnection();
            try {
                SqliteLink.requireSettings(path, held);
                SqliteLink.index(held);
                SqliteLink.copyLog(held);
                force(path.getParent());
                return new ReceiverFile(SameFileSource.of(source, path), held);
            } catch (SQLException | RuntimeException | Error e) {
                held.close();
                throw e;
            }
        } catch (SQLException e) {
            throw SqliteLink.failed(path, e);
        }
    }

    /**
     * Makes the names last: the file's, which may be new, and the log's, which stays as long as a connection is held. SQLite forces the
     * directory with a log's first commit, and passes over it where that fails.
     */
    private static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Without symbolic links, since SQLite names the log after the path that it is given. */
    private static Path real(Path given) throws IOException {
        Path absolute = given.toAbsolutePath();
        if (Files.exists(absolute)) {
            return absolute.toRealPath();
        }
        if (Files.isSymbolicLink(absolute)) {
            throw new ReceiverException(ReceiverProblem.MISSING, given.toString(), "it is a symbolic link that leads to no file; give the"
                    + " path of the file itself");
        }
        Path parent = absolute.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new ReceiverException(ReceiverProblem.MISSING, given.toString(), "its directory does not exist; make it first");
        }
        return parent.toRealPath().resolve(absolute.getFileName());
    }

    /**
     * Connections to it, each new; to be closed by whoever asked.
     *
     * @return what {@link dev.counterfoil.receiver.Receiver#on} takes
     */
    public DataSource dataSource() {
        return source.guarded();
    }

    /** Gives the held connection back; others stay as they are. */
    @Override
    public void close() {
        try {
            held.close();
        } catch (SQLException e) {
            throw SqliteLink.failed(source.path(), e);
        }
    }
}
