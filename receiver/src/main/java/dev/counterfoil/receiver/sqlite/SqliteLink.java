// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import dev.counterfoil.receiver.database.Dialect;
import dev.counterfoil.receiver.database.Failure;
import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteOpenMode;

/** How connections to a receiver's file are made: what each of them has set, and reading it back. */
final class SqliteLink {
    /** How long a connection waits for another's lock. */
    static final int BUSY_TIMEOUT_MILLIS = 10_000;

    /** Asked of the held connection after each opening; all others are made of the same configuration. */
    private static final Map<String, String> READ_BACK = Map.of("journal_mode", "wal", "synchronous", "2", "foreign_keys", "1",
            "busy_timeout", Integer.toString(BUSY_TIMEOUT_MILLIS), "secure_delete", "1", "mmap_size", "0");

    private static final int NO_DATABASE = 26;

    private SqliteLink() {}

    /** Connections to a file that is there. */
    static SQLiteDataSource source(Path path) {
        SQLiteConfig config = settings();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl(url(path, "rw"));
        return source;
    }

    /** A connection that creates the file. */
    static Connection creating(Path path) throws SQLException {
        return JDBC.createConnection(url(path, "rwc"), settings().toProperties());
    }

    /** Connections that read a file beside its writers. */
    static SQLiteDataSource readingSource(Path path) {
        return readOnly(path, "ro");
    }

    /** Connections that read a file by itself and take no lock, whatever lies beside it. */
    static SQLiteDataSource immutableSource(Path path) {
        return readOnly(path, "ro&immutable=1");
    }

    private static SQLiteDataSource readOnly(Path path, String mode) {
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.resetOpenMode(SQLiteOpenMode.READWRITE);
        config.setOpenMode(SQLiteOpenMode.READONLY);
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, "0");
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl(url(path, mode));
        return source;
    }

    private static SQLiteConfig settings() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        config.enforceForeignKeys(true);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        // What is purged is overwritten in the file.
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "1");
        // A failing disk shows as an error, not as a signal.
        config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, "0");
        return config;
    }

    /** The file as a URI: every byte but letters, digits and {@code / - _ . ~} percent-encoded. */
    private static String url(Path path, String mode) {
        StringBuilder url = new StringBuilder(JDBC.PREFIX).append("file:");
        for (byte each : path.toString().getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (each & 0xff);
            if (letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z' || letter >= '0' && letter <= '9'
                    || "/-_.~".indexOf(letter) >= 0) {
                url.append(letter);
            } else {
                url.append('%').append(Character.forDigit(letter >> 4, 16)).append(Character.forDigit(letter & 15, 16));
            }
        }
        return url.append("?mode=").append(mode).toString();
    }

    /**
     * Reads the settings back.
     *
     * @throws ReceiverException where one could not be made
     */
    static void requireSettings(Path path, Connection connection) throws SQLException {
        for (Map.Entry<String, String> setting : READ_BACK.entrySet()) {
            String found = text(connection, "pragma " + setting.getKey());
            if (!setting.getValue().equals(found)) {
                throw new ReceiverException(ReceiverProblem.NOT_DURABLE, path.toString(), "SQLite's setting " + setting.getKey()
                        + " must be " + setting.getValue() + " and is " + found);
            }
        }
    }

    /**
     * Copies the log into the file, as far as no reader is in the way, and forces both. A commit whose force failed shows to nobody, but a
     * crash may make it part of the log that is found; the kernel may take such pages for written though the disk never got them. What is
     * read here is told as final, so it is made to last first.
     */
    static void copyLog(Connection connection) throws SQLException {
        execute(connection, "pragma wal_checkpoint(passive)");
    }

    /** Makes the indexes, unless they are there: files of older programs have none. */
    static void index(Connection connection) throws SQLException {
        for (String index : Dialect.SQLITE.indexes()) {
            execute(connection, index);
        }
    }

    /** Runs a statement. */
    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first value of a query; empty where there is none. */
    static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    /** A failure of SQLite, by its result code; the driver's text may quote values. */
    static ReceiverException failed(Path path, SQLException e) {
        int code = e.getErrorCode() & 0xff;
        // Of a file that is open these bytes would be damage; of one that is given to us they are somebody's.
        ReceiverProblem problem = code == NO_DATABASE ? ReceiverProblem.NOT_A_RECEIVER : Failure.of(Dialect.SQLITE, e).problem();
        return new ReceiverException(problem, path.toString(), "SQLite could not open or make it (result code " + code + "); check path,"
                + " owner, mode and space", e);
    }

    /** A failure of the file system. */
    static ReceiverException failed(Path path, IOException e) {
        return new ReceiverException(ReceiverProblem.IO_FAILED, path.toString(), "the file system failed with "
                + e.getClass().getSimpleName() + "; check path, owner and mode", e);
    }
}
