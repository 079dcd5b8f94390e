// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import dev.counterfoil.receiver.database.Dialect;
import dev.counterfoil.receiver.database.ReceiverTables;
import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.sqlite.JDBC;

/**
 * Makes a receiver's file: whole under another name in the same directory, then under its own by a hard link, which fails where the name is
 * taken. So under its name it is never seen half made, nothing is written over, and of two that make it at once both open the winner's.
 * What a process left that died meanwhile is ignored. The name lasts when the file was opened ({@link ReceiverFile}).
 */
final class ReceiverBirth {
    private static final List<String> BESIDE = List.of("", "-wal", "-shm", "-journal");

    private ReceiverBirth() {}

    /**
     * Makes one, or leaves the one that another made meanwhile.
     *
     * @throws ReceiverException where it cannot be made
     */
    static void makeUnlessThere(Path name) throws IOException {
        if (Files.exists(beside(name, "-wal"))) {
            throw new ReceiverException(ReceiverProblem.DAMAGED, name.toString(), "its -wal is there and the file is gone; look for the"
                    + " file, or move the -wal away");
        }
        try {
            Path fresh = beside(name, ".new-" + random());
            try {
                build(fresh);
                publish(name, fresh);
            } finally {
                for (String suffix : BESIDE) {
                    Files.deleteIfExists(beside(fresh, suffix));
                }
            }
        } catch (SQLException e) {
            throw SqliteLink.failed(name, e);
        }
    }

    private static void build(Path fresh) throws SQLException {
        try (Connection connection = SqliteLink.creating(fresh)) {
            SqliteLink.execute(connection, "pragma journal_mode = wal");
            SqliteLink.execute(connection, "begin immediate");
            SqliteLink.execute(connection, "pragma application_id = " + FileMarks.APPLICATION_ID);
            SqliteLink.execute(connection, "pragma user_version = " + ReceiverTables.VERSION);
            for (String table : Dialect.SQLITE.tables()) {
                SqliteLink.execute(connection, table);
            }
            SqliteLink.index(connection);
            SqliteLink.execute(connection, "commit");
            if (!SqliteLink.text(connection, "pragma wal_checkpoint(truncate)").equals("0")) {
                throw new SQLException("the log of a new file could not be copied into it");
            }
        }
    }

    private static void publish(Path name, Path fresh) throws IOException {
        try {
            Files.createLink(name, fresh);
        } catch (FileAlreadyExistsException e) {
            // Another was faster: its file is as good.
            return;
        } catch (AccessDeniedException e) {
            throw new ReceiverException(ReceiverProblem.READ_ONLY, name.toString(), "its directory cannot be written", e);
        } catch (UnsupportedOperationException | FileSystemException e) {
            throw new ReceiverException(ReceiverProblem.NO_HARD_LINKS, name.toString(), "the file system has no hard links, by which the"
                    + " file gets its name at once, or no space for one; use another directory", e);
        }
    }

    /** SQLite's own random numbers, which it seeds from the operating system. */
    private static String random() throws SQLException {
        try (Connection connection = DriverManager.getConnection(JDBC.PREFIX + ":memory:")) {
            return SqliteLink.text(connection, "select lower(hex(randomblob(8)))");
        }
    }

    private static Path beside(Path path, String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }
}
