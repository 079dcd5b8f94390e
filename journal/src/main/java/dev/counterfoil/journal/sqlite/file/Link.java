// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.sqlite.JDBC;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.SQLiteOpenMode;

/** One connection with its prepared statements. Confined to one thread at a time. */
public final class Link implements AutoCloseable {
    /** Steps of SQLite's machine; a row that is copied takes a few. */
    private static final int STEPS_BETWEEN_QUESTIONS = 500;

    private final SQLiteConnection connection;
    private final Optional<Object> key;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    private long rowsRead;

    private Link(SQLiteConnection connection, Optional<Object> key) {
        this.connection = connection;
        this.key = key;
    }

    /** How a file is opened. */
    public enum Mode {
        /** Reads and writes; never creates. */
        READ_WRITE("rw", SQLiteOpenMode.READWRITE),
        /** Creates and writes a file that nobody else knows yet. */
        CREATE("rwc", SQLiteOpenMode.READWRITE),
        /** Reads beside writers. */
        READ_ONLY("ro", SQLiteOpenMode.READONLY),
        /** Reads a file that nobody writes, and nothing beside it. */
        IMMUTABLE("ro&immutable=1", SQLiteOpenMode.READONLY);

        private final String parameters;
        private final SQLiteOpenMode flag;

        Mode(String parameters, SQLiteOpenMode flag) {
            this.parameters = parameters;
            this.flag = flag;
        }
    }

    /** Something done with a connection. */
    public interface Work<T> {
        /** Does it. */
        T on(Link link) throws SQLException;
    }

    /** Reads one row. */
    public interface Row<T> {
        /** Reads the row that the result stands on. */
        T read(ResultSet row) throws SQLException;
    }

    /**
     * Opens a file with the busy timeout set before anything else, and no other setting. An immutable one takes no locks, so none can be
     * dropped, and it is not entered among the open files.
     */
    public static Link open(Path path, Object key, Mode mode) throws SQLException {
        requireLibrary(path);
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.resetOpenMode(SQLiteOpenMode.READWRITE);
        config.setOpenMode(mode.flag);
        if (mode == Mode.CREATE) {
            config.setOpenMode(SQLiteOpenMode.CREATE);
        }
        config.setBusyTimeout(Settings.BUSY_TIMEOUT_MILLIS);
        // The driver would ask for the last row's id after each insert.
        config.setGetGeneratedKeys(false);
        Optional<Object> locking = mode == Mode.IMMUTABLE ? Optional.empty() : Optional.of(key);
        locking.ifPresent(OpenFiles::enter);
        Optional<Link> link = Optional.empty();
        try {
            link = Optional.of(new Link(JDBC.createConnection(JDBC.PREFIX + uri(path, mode), config.toProperties()), locking));
            return link.get();
        } finally {
            if (link.isEmpty()) {
                locking.ifPresent(OpenFiles::leave);
            }
        }
    }

    /** A connection to an empty database in memory. The path is for the message where that fails. */
    public static Link memory(Path path) throws SQLException {
        requireLibrary(path);
        return new Link(JDBC.createConnection(JDBC.PREFIX + ":memory:", new SQLiteConfig().toProperties()), Optional.empty());
    }

    /** The file as a URI: every byte but letters, digits and {@code / - _ . ~} percent-encoded. */
    static String uri(Path path, Mode mode) {
        StringBuilder uri = new StringBuilder("file:");
        for (byte each : path.toString().getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (each & 0xff);
            if (letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z' || letter >= '0' && letter <= '9'
                    || "/-_.~".indexOf(letter) >= 0) {
                uri.append(letter);
            } else {
                uri.append('%').append(Character.forDigit(letter >> 4, 16)).append(Character.forDigit(letter & 15, 16));
            }
        }
        return uri.append("?mode=").append(mode.parameters).toString();
    }

    private static void requireLibrary(Path path) {
        try {
            SQLiteJDBCLoader.initialize();
        } catch (Exception | LinkageError e) {
            throw new StoreException(StoreProblem.LIBRARY_MISSING, path.toString(), "SQLite's native library cannot be loaded;"
                    + " its place is java.io.tmpdir, or org.sqlite.lib.path where that is set; it must be writable and allow execution", e);
        }
    }

    /** Runs a statement without parameters or result. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The same for one that is run again and again. */
    public void perform(String sql) throws SQLException {
        bound(sql).execute();
    }

    /** Runs a changing statement; gives the number of changed rows. */
    public int update(String sql, Object... values) throws SQLException {
        PreparedStatement statement = bound(sql, values);
        int changed = statement.executeUpdate();
        // A prepared statement lives as long as the connection, and would hold a large payload as long.
        statement.clearParameters();
        return changed;
    }

    /** The first row of a query. */
    public <T> Optional<T> first(String sql, Row<T> row, Object... values) throws SQLException {
        try (ResultSet rows = bound(sql, values).executeQuery()) {
            if (!rows.next()) {
                return Optional.empty();
            }
            rowsRead++;
            return Optional.of(row.read(rows));
        }
    }

    /** Every row of a query, in turn. */
    public void each(String sql, Row<?> row, Object... values) throws SQLException {
        try (ResultSet rows = bound(sql, values).executeQuery()) {
            while (rows.next()) {
                rowsRead++;
                row.read(rows);
            }
        }
    }

    /** The rows of a query in turn, until one of them is enough. */
    public void eachUntil(String sql, Row<Boolean> isEnough, Object... values) throws SQLException {
        try (ResultSet rows = bound(sql, values).executeQuery()) {
            while (rows.next()) {
                rowsRead++;
                if (isEnough.read(rows)) {
                    return;
                }
            }
        }
    }

    /** How many rows its queries have given so far. */
    public long rowsRead() {
        return rowsRead;
    }

    /** The number that a query or pragma answers; 0 where it answers nothing. */
    public long number(String sql) throws SQLException {
        return first(sql, row -> row.getLong(1)).orElse(0L);
    }

    /** The text that a pragma answers; empty where it answers nothing. */
    public String text(String sql) throws SQLException {
        return first(sql, row -> String.valueOf(row.getString(1))).orElse("");
    }

    /** Asks again and again, while statements run, whether they go on; a no ends them with an interrupt of SQLite's. */
    public void whileRunning(BooleanSupplier goesOn) throws SQLException {
        ProgressHandler.setHandler(connection, STEPS_BETWEEN_QUESTIONS, new ProgressHandler() {
            @Override
            protected int progress() {
                return goesOn.getAsBoolean() ? 0 : 1;
            }
        });
    }

    /** An empty {@link Optional} among the values is NULL. */
    private PreparedStatement bound(String sql, Object... values) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i] instanceof Optional<?> optional ? optional.orElse(null) : values[i]);
        }
        return statement;
    }

    /** Ends the connection; whatever was not committed is gone. */
    @Override
    public void close() throws SQLException {
        try {
            for (PreparedStatement statement : statements.values()) {
                statement.close();
            }
        } finally {
            statements.clear();
            try {
                connection.close();
            } finally {
                key.ifPresent(OpenFiles::leave);
            }
        }
    }
}
