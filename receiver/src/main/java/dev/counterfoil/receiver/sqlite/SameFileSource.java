// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Connections to the file that was opened, and to no other that has its name since: under the name SQLite would open whatever is there, and
 * take the log that lies beside it for that file's. Thread-safe.
 *
 * @param source gives connections to what has the name now
 * @param path the name
 * @param key device and inode of the file, where the system has them
 */
record SameFileSource(DataSource source, Path path, Optional<Object> key) implements DataSource {
    /** Of the file that has the name now, which a connection of ours holds open. */
    static SameFileSource of(DataSource source, Path path) throws IOException {
        return new SameFileSource(source, path, FileReading.Look.at(path).flatMap(FileReading.Look::key));
    }

    @Override
    public Connection getConnection() throws SQLException {
        requireSame();
        try {
            return source.getConnection();
        } catch (SQLException e) {
            requireSame();
            throw e;
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    private void requireSame() {
        try {
            Optional<FileReading.Look> found = FileReading.Look.at(path);
            if (found.isEmpty() || !found.get().key().equals(key)) {
                throw new ReceiverException(ReceiverProblem.MISSING, path.toString(), "the file that was opened was moved, removed or"
                        + " replaced; put it back, or start again");
            }
        } catch (IOException e) {
            throw SqliteLink.failed(path, e);
        }
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }
}
