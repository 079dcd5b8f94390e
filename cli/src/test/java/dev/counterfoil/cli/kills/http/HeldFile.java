// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database that nobody can write until it is let go. Its connection stays open until it is closed: the last one to close would tidy up
 * behind whoever was killed. Used by one thread at a time.
 */
final class HeldFile implements AutoCloseable {
    private final Connection connection;

    private HeldFile(Connection connection) {
        this.connection = connection;
    }

    static HeldFile of(Path database) throws IOException {
        try {
            HeldFile held = new HeldFile(DriverManager.getConnection("jdbc:sqlite:" + database));
            held.say("PRAGMA busy_timeout = 60000");
            held.say("BEGIN IMMEDIATE");
            return held;
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private void say(String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    void letGo() {
        try {
            say("ROLLBACK");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
