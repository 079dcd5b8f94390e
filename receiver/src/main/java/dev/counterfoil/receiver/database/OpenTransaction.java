// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * One transaction, from its beginning to its end. Confined.
 *
 * <p>SQLite's is begun and ended by statements: the driver's own {@code commit} begins the next transaction at once, takes the write lock
 * for it, and where it does not get it tells of a failure although everything is durable.
 */
final class OpenTransaction {
    private static final System.Logger LOG = System.getLogger(OpenTransaction.class.getName());

    private final Connection connection;
    private final boolean byStatements;

    private OpenTransaction(Connection connection, boolean byStatements) {
        this.connection = connection;
        this.byStatements = byStatements;
    }

    /** Begins it; where that fails nothing is open. */
    static OpenTransaction on(Connection connection, Dialect dialect) throws SQLException {
        OpenTransaction begun = new OpenTransaction(connection, dialect == Dialect.SQLITE);
        connection.setAutoCommit(begun.byStatements);
        if (begun.byStatements) {
            begun.say("begin immediate");
        }
        return begun;
    }

    /** Makes it last. Where this throws nobody knows whether it lasts, unless the failure says so. */
    void commit() throws SQLException {
        if (byStatements) {
            say("commit");
        } else {
            connection.commit();
        }
        switchBack();
    }

    /** Undoes it. */
    void rollback() throws SQLException {
        if (byStatements) {
            say("rollback");
        } else {
            connection.rollback();
        }
        switchBack();
    }

    /** Undoes what failed. A connection that cannot is ended: given back as it is, its next user would commit our half. */
    void abandon(Throwable cause) {
        try {
            rollback();
        } catch (SQLException e) {
            suppress(cause, e);
            abort(cause);
        }
    }

    private void abort(Throwable cause) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            suppress(cause, e);
        }
    }

    /** A driver may throw the same exception twice. */
    private static void suppress(Throwable cause, SQLException behind) {
        if (behind != cause) {
            cause.addSuppressed(behind);
        }
    }

    /** Only behind the end, for it commits whatever is open. What ended has ended, so a failure is nobody's any more. */
    private void switchBack() {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "behind its transaction a connection failed: SQLSTATE {0}, code {1}", e.getSQLState(), e.getErrorCode());
        }
    }

    private void say(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
