// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A connection until it is given back; where that fails, what was done with it is done all the same. Confined. */
record Lent(Connection connection) implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Lent.class.getName());

    /**
     * Borrows one.
     *
     * @throws ReceiverException where it would read what others did not commit: a receipt could be told of what is undone then
     */
    static Lent of(DataSource source, Dialect dialect) throws SQLException {
        Lent lent = new Lent(source.getConnection());
        try {
            lent.requireCommitted(dialect);
            return lent;
        } catch (SQLException | RuntimeException | Error e) {
            lent.close();
            throw e;
        }
    }

    private void requireCommitted(Dialect dialect) throws SQLException {
        // PostgreSQL reads nothing that is not committed, whatever it is told, and would be asked over the wire each time.
        if (dialect != Dialect.POSTGRESQL && connection.getTransactionIsolation() < Connection.TRANSACTION_READ_COMMITTED) {
            throw new ReceiverException(ReceiverProblem.WEAK_ISOLATION, "the data source", "its connections read what others did not"
                    + " commit, and a receipt could be told of what is undone then; have it give READ_COMMITTED or more");
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "a connection could not be given back: SQLSTATE {0}, code {1}", e.getSQLState(), e.getErrorCode());
        }
    }
}
