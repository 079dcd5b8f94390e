// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Emptying SQLite's log, which keeps what was overwritten. Where a reader still needs the log SQLite waits for him with the lock of writers
 * in hand, for as long as the connection waits for any lock. So all of the log is copied first, for which nobody is kept out, and then it
 * is cut in many short tries: between two of them writers get through, and all together keep them out for half a second. Immutable.
 */
final class LogErasure {
    /** How often it is tried. */
    static final int TRIES = 20;

    /** How long one try may keep writers out. */
    static final int TRY_MILLIS = 25;

    private LogErasure() {}

    /** Empties it. */
    static void on(Connection connection, String place) throws SQLException {
        String before = text(connection, "pragma busy_timeout");
        try {
            text(connection, "pragma busy_timeout = " + TRY_MILLIS);
            for (int tries = 0; tries < TRIES; tries++) {
                text(connection, "pragma wal_checkpoint(passive)");
                if (text(connection, "pragma wal_checkpoint(truncate)").equals("0")) {
                    return;
                }
            }
        } finally {
            text(connection, "pragma busy_timeout = " + before);
        }
        throw new ReceiverException(ReceiverProblem.BUSY, place, "what is over is erased, but others still use the log, which has it too;"
                + " purge again when they are done, as a backup, a long count or a shell");
    }

    /** The first value of the answer. */
    private static String text(Connection connection, String pragma) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(pragma)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }
}
