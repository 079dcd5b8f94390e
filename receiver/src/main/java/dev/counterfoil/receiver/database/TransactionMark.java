// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What shows that a transaction is still the one that an effect was given: a savepoint, which goes when it ends, however it was ended and
 * whatever was begun since. H2, which forgets no savepoint when asked to, tells the number of its transaction. Confined.
 */
final class TransactionMark {
    private static final String NAME = "counterfoil_effect";
    private static final int SQLITE_ERROR = 1;

    private final Connection connection;
    private final Dialect dialect;
    private final String number;

    private TransactionMark(Connection connection, Dialect dialect, String number) {
        this.connection = connection;
        this.dialect = dialect;
        this.number = number;
    }

    /** Marks the open transaction, in which something was written. */
    static TransactionMark set(Connection connection, Dialect dialect) throws SQLException {
        if (dialect == Dialect.H2) {
            return new TransactionMark(connection, dialect, number(connection));
        }
        say(connection, "savepoint " + NAME);
        return new TransactionMark(connection, dialect, "");
    }

    /**
     * Takes the mark back.
     *
     * @throws ReceiverException where it went with its transaction
     */
    void takeBack() throws SQLException {
        if (dialect == Dialect.H2) {
            require(number.equals(number(connection)));
            return;
        }
        try {
            say(connection, "release savepoint " + NAME);
        } catch (SQLException e) {
            require(!isGone(e));
            throw e;
        }
    }

    /** Invalid savepoint, or no transaction in which there could be one. */
    private boolean isGone(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return dialect == Dialect.SQLITE ? e.getErrorCode() == SQLITE_ERROR : state.startsWith("3B") || state.equals("25P01");
    }

    private static void require(boolean standing) {
        if (!standing) {
            throw new ReceiverException(ReceiverProblem.TRANSACTION_ENDED, "the effect", "it, or what it called, ended the transaction that"
                    + " it was given; what it wrote may last without a receipt: look at its tables, then settle the operation");
        }
    }

    private static void say(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String number(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery("select transaction_id()")) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }
}
