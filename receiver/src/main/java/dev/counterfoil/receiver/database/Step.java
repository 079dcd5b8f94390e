// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import java.sql.SQLException;

/**
 * How a piece of work ends its transaction. Immutable.
 *
 * @param <T> what it gives
 * @param value what it gives
 * @param fate what becomes of what it wrote
 */
public record Step<T>(T value, Fate fate) {
    /** What becomes of what was written. Immutable. */
    public enum Fate {
        /** It stays. */
        COMMITTED,
        /** It is undone. */
        UNDONE
    }

    /** Work within a transaction; run again where the database undid it for another's sake. Confined to its caller. */
    @FunctionalInterface
    public interface Work<T> {
        /**
         * Works.
         *
         * @param rows the rows, within the transaction
         * @return what it gives, and what becomes of what it wrote
         * @throws SQLException where the database fails
         */
        Step<T> on(Rows rows) throws SQLException;
    }

    /** Reading. Confined to its caller. */
    @FunctionalInterface
    public interface Reading<T> {
        /**
         * Reads.
         *
         * @param rows the rows, each statement by itself
         * @return what it gives
         * @throws SQLException where the database fails
         */
        T from(Rows rows) throws SQLException;
    }

    /**
     * What was written stays.
     *
     * @param <T> what it gives
     * @param value what it gives
     * @return the step
     */
    public static <T> Step<T> committed(T value) {
        return new Step<>(value, Fate.COMMITTED);
    }

    /**
     * What was written is undone.
     *
     * @param <T> what it gives
     * @param value what it gives
     * @return the step
     */
    public static <T> Step<T> undone(T value) {
        return new Step<>(value, Fate.UNDONE);
    }
}
