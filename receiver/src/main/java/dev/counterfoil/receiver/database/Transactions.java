// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Runs work in transactions, each on a connection of its own that is given back afterwards. What the database undid or did not begin for
 * others' sake is done again, a bounded number of times; it waits for nothing but the database. Thread-safe where the data source is.
 */
public final class Transactions {
    /** How often a transaction that others overtook is tried. Each time one of those others got through, so many callers need few tries. */
    static final int TRIES = 32;

    /**
     * How often the database is asked for a lock, for as long each time as it waits by itself: a minute for a receiver's file. Who waits
     * for SQLite asks again and again and stands in no queue, so among many one may find the lock taken for long although nobody keeps it.
     */
    static final int WAITS = 6;

    private static final System.Logger LOG = System.getLogger(Transactions.class.getName());

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
     * @return what it gives; what is committed then stays, whatever becomes of the connection
     * @throws ReceiverException where the database fails; an exception of the work's own comes through as it is, behind a rollback
     */
    public <T> T within(Step.Work<T> work) {
        return patiently(connection -> ended(OpenTransaction.on(connection, dialect), connection, work));
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
        return patiently(connection -> {
            connection.setAutoCommit(true);
            return reading.from(new Rows(connection, dialect));
        });
    }

    /**
     * Takes what was overwritten out of the database's log, where that log keeps it within reach of whoever reads files: SQLite's does. It
     * waits for readers and writers as long as for any lock.
     *
     * @throws ReceiverException where it is not out, {@link dev.counterfoil.receiver.failure.ReceiverProblem#BUSY} where others were in the
     *     way
     */
    public void scrub() {
        if (dialect == Dialect.SQLITE) {
            reading(rows -> {
                rows.emptyLog();
                return dialect;
            });
        }
    }

    /** What is done with a connection; again, with another, where others were in the way. */
    private interface Use<T> {
        T of(Connection connection) throws SQLException;
    }

    private <T> T patiently(Use<T> use) {
        int waits = 0;
        for (int tries = 1;; tries++) {
            try (Lent lent = new Lent(source.getConnection())) {
                return use.of(lent.connection());
            } catch (SQLException e) {
                Failure failure = Failure.of(dialect, e);
                waits += failure == Failure.LOCKED ? 1 : 0;
                boolean again = failure == Failure.OVERTAKEN && tries < TRIES || failure == Failure.LOCKED && waits < WAITS;
                if (!again) {
                    throw failure.exception(place, e);
                }
            }
        }
    }

    private <T> T ended(OpenTransaction transaction, Connection connection, Step.Work<T> work) throws SQLException {
        try {
            Step<T> step = work.on(new Rows(connection, dialect));
            if (step.fate() == Step.Fate.COMMITTED) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
            return step.value();
        } catch (SQLException | RuntimeException | Error e) {
            transaction.abandon(e);
            throw e;
        }
    }

    /** A connection until it is given back; where that fails, what was done with it is done all the same. */
    private record Lent(Connection connection) implements AutoCloseable {
        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.log(Level.DEBUG, "a connection could not be given back: SQLSTATE {0}, code {1}", e.getSQLState(), e.getErrorCode());
            }
        }
    }
}
