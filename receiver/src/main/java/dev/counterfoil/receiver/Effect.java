// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What an operation does in the host's own tables. It is called within the receiver's transaction, may be called again after that was
 * rolled back, and so must do nothing that a rollback does not undo. Thread-safe where the receiver is used by several threads.
 */
@FunctionalInterface
public interface Effect {
    /** Nothing but the receiver's own row of the effect. */
    Effect NONE = (connection, effectId) -> { };

    /**
     * Writes.
     *
     * @param connection within the transaction; neither it nor what it gives out ends it, no statement that would is taken, and the
     *     driver's own is not unwrapped. Where the transaction ended all the same, that is told instead of an answer
     * @param effectId the effect's number, by which a receipt names it
     * @throws SQLException where the database fails; then nothing of it all stays, as with any other exception. A failure for which the
     *     database undid the whole transaction is the delivery's, also where the effect passes over it. One without SQLSTATE and code is
     *     told as the effect's own
     * @throws IllegalStateException where it has the receiver do another thing in the same database, which it would wait for; asking is let
     */
    void write(Connection connection, long effectId) throws SQLException;
}
