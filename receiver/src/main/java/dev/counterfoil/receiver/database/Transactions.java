// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
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

    private final DataSource source;
    private final Dialect dialect;
    private final String place;
    private final String url;

    private Transactions(DataSource source, Dialect dialect, String place, String url) {
        this.source = source;
        this.dialect = dialect;
        this.place = place;
        this.url = url;
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
            DatabaseMetaData about = connection.getMetaData();
            String product = about.getDatabaseProductName();
            return new Transactions(source, Dialect.of(connection), product, String.valueOf(about.getURL()));
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
     * @throws IllegalStateException where it is called within such work on the same database
     */
    public <T> T within(Step.Work<T> work) {
        return Inside.of(url, () -> patiently(connection -> ended(OpenTransaction.on(connection, dialect), connection, work)));
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
     * Takes what was overwritten out of the database's log, where that log keeps it within reach of whoever reads files: SQLite's does.
     *
     * @throws ReceiverException where it is not out, {@link dev.counterfoil.receiver.failure.ReceiverProblem#BUSY} where others were in the
     *     way; writers were not kept from their work for long
     * @throws IllegalStateException where it is called within such work on the same database
     */
    public void scrub() {
        Inside.of(url, () -> {
            if (dialect == Dialect.SQLITE) {
                emptyLog();
            }
            return dialect;
        });
    }

    private void emptyLog() {
        try (Lent lent = Lent.of(source, dialect)) {
            lent.connection().setAutoCommit(true);
            LogErasure.on(lent.connection(), place);
        } catch (SQLException e) {
            throw Failure.of(dialect, e).exception(place, e);
        }
    }

    /** What is done with a connection; again, with another, where others were in the way. */
    private interface Use<T> {
        T of(Connection connection) throws SQLException;
    }

    private <T> T patiently(Use<T> use) {
        int waits = 0;
        for (int tries = 1;; tries++) {
            try (Lent lent = Lent.of(source, dialect)) {
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
}
