// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Runs work in transactions, each on a connection of its own that is given back afterwards. What the database undid for another's sake is
 * done again, a bounded number of times; it waits for nothing but the database. Thread-safe where the data source is.
 */
public final class Transactions {
    /** How often a transaction that others overtook is tried. Each time one of those others got through, so many callers need few tries. */
    static final int TRIES = 32;

    private final DataSource source;
    private final Dialect dialect;
    private final String place;

    private Transactions(DataSource source, Dialect dialect, String place) {
        this.source = source;
        this.dialect = dialect;
        this.place = place;
    }

    /**
     * Transactions on a database.
     *
     * @param source where connections come from
     * @return the transactions
     * @throws ReceiverException where it cannot be reached
     */
    public static Transactions on(DataSource source) {
        try (Connection connection = source.getConnection()) {
            return new Transactions(source, Dialect.of(connection), connection.getMetaData().getDatabaseProductName());
        } catch (SQLException e) {
            throw Failure.of(Dialect.STANDARD, e).exception("the database", e);
        }
    }

    /**
     * Does work in one transaction.
     *
     * @param <T> what it gives
     * @param work done again where the database undid it, so it must leave no trace elsewhere
     * @return what it gives
     * @throws ReceiverException where the database fails; an exception of the work's own comes through as it is, behind a rollback
     */
    public <T> T within(Step.Work<T> work) {
        for (int tries = 1;; tries++) {
            try {
                return once(work);
            } catch (SQLException e) {
                Failure failure = Failure.of(dialect, e);
                if (failure != Failure.OVERTAKEN || tries == TRIES) {
                    throw failure.exception(place, e);
                }
            }
        }
    }

    /**
     * Reads, each statement by itself.
     *
     * @param <T> what it gives
     * @param reading reads
     * @return what it gives
     * @throws ReceiverException where the database fails
     */
    public <T> T reading(Step.Reading<T> reading) {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(true);
            return reading.from(new Rows(connection, dialect));
        } catch (SQLException e) {
            throw Failure.of(dialect, e).exception(place, e);
        }
    }

    private <T> T once(Step.Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            Step<T> step = attempted(connection, work);
            if (step.fate() == Step.Fate.COMMITTED) {
                commit(connection);
            } else {
                connection.rollback();
            }
            // Only with nothing left to commit: switching back commits whatever is open.
            connection.setAutoCommit(true);
            return step.value();
        }
    }

    private <T> Step<T> attempted(Connection connection, Step.Work<T> work) throws SQLException {
        try {
            return work.on(new Rows(connection, dialect));
        } catch (SQLException | RuntimeException | Error e) {
            undo(connection, e);
            throw e;
        }
    }

    private static void commit(Connection connection) throws SQLException {
        try {
            connection.commit();
        } catch (SQLException e) {
            undo(connection, e);
            throw e;
        }
    }

    /** A connection that cannot roll back is ended: given back as it is, its next user would commit our half. */
    private static void undo(Connection connection, Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
            abort(connection, cause);
        }
    }

    private static void abort(Connection connection, Throwable cause) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
