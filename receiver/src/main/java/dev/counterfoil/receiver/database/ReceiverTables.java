// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;

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
        long version = transactions.reading(Rows::version);
        if (version != VERSION) {
            throw new ReceiverException(ReceiverProblem.OTHER_VERSION, "the receiver's tables",
                    "they have version " + version + ", this program knows " + VERSION + "; use one that knows it");
        }
    }
}
