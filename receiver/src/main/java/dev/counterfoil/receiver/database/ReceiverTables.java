// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import dev.counterfoil.receiver.receipt.Retention;
import java.sql.SQLException;

/** The receiver's tables as a whole: making them, and knowing them again. Immutable. */
public final class ReceiverTables {
    /** The version of the tables. Another one is refused, whether older or newer. */
    public static final long VERSION = 1;

    private ReceiverTables() {}

    /**
     * Makes the tables in a database that has none of them.
     *
     * @param transactions on the database
     * @throws ReceiverException where they cannot be made
     */
    public static void create(Transactions transactions) {
        transactions.within(rows -> {
            rows.createTables();
            return Step.committed(VERSION);
        });
    }

    /**
     * Checks that they are there and are of the version that this program knows.
     *
     * @param transactions on the database
     * @throws ReceiverException where they are not
     */
    public static void require(Transactions transactions) {
        long version = version(transactions);
        if (version != VERSION) {
            throw new ReceiverException(ReceiverProblem.OTHER_VERSION, "the receiver's tables",
                    "they have version " + version + ", this program knows " + VERSION + "; use one that knows it");
        }
    }

    /**
     * Has the database go by a retention, for what ends from now on. Where it does already, nothing is written.
     *
     * @param transactions on the database
     * @param retention how long receipts are kept
     * @throws ReceiverException where the database fails
     */
    public static void retain(Transactions transactions, Retention retention) {
        if (!transactions.reading(Rows::retention).equals(retention)) {
            transactions.within(rows -> {
                rows.retain(retention);
                return Step.committed(retention);
            });
        }
    }

    private static long version(Transactions transactions) {
        try {
            return transactions.reading(Rows::version);
        } catch (ReceiverException e) {
            if (e.problem() == ReceiverProblem.CONSTRAINT && !isRightMissing(e.getCause())) {
                throw new ReceiverException(ReceiverProblem.MISSING, e.place(), "it has no tables of the receiver; make them first", e);
            }
            throw e;
        }
    }

    private static boolean isRightMissing(Throwable cause) {
        return cause instanceof SQLException refused && "42501".equals(refused.getSQLState());
    }
}
