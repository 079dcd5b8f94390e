// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.sql.SQLException;

/**
 * What a database's refusals mean: SQLite's by result code, the others' by SQLSTATE. Immutable.
 */
enum Failure {
    /** Another transaction was in the way, and the database undid this one: it may be done again at once. */
    OVERTAKEN(ReceiverProblem.BUSY, "others overtook it again and again; try again"),
    /** Another held a lock for longer than the database waits. */
    LOCKED(ReceiverProblem.BUSY, "others kept it locked; try again"),
    /** A key that is there already. */
    TAKEN(ReceiverProblem.CONSTRAINT, "a key is there already; look at the effect's own tables"),
    /** Another rule of a table, or a trigger. */
    CONSTRAINT(ReceiverProblem.CONSTRAINT, "a rule of the database refused a row; look at its tables and triggers"),
    FULL(ReceiverProblem.FULL, "no space is left; free some and try again"),
    READ_ONLY(ReceiverProblem.READ_ONLY, "it cannot be written; check owner, mode, mount and rights"),
    DAMAGED(ReceiverProblem.DAMAGED, "it cannot be read; restore a copy"),
    /** A statement that makes no sense to the database. The receiver's own do. */
    STATEMENT(ReceiverProblem.CONSTRAINT, "a statement was refused; look at the effect's own statements"),
    /** A table is not there. */
    UNKNOWN_TABLE(ReceiverProblem.MISSING, "it has no tables of the receiver; make them first"),
    OTHER(ReceiverProblem.IO_FAILED, "reading or writing failed; look at the database's own log");

    private final ReceiverProblem problem;
    private final String advice;

    Failure(ReceiverProblem problem, String advice) {
        this.problem = problem;
        this.advice = advice;
    }

    /** What it means. */
    static Failure of(Dialect dialect, SQLException failure) {
        if (dialect != Dialect.SQLITE) {
            return ofState(String.valueOf(failure.getSQLState()));
        }
        // SQLite has one code for every statement that makes no sense to it; its text is looked at and not shown.
        boolean ours = String.valueOf(failure.getMessage()).contains("no such table: counterfoil_");
        return ours ? UNKNOWN_TABLE : ofSqlite(failure.getErrorCode() & 0xff);
    }

    private static Failure ofSqlite(int code) {
        return switch (code) {
            case 1 -> STATEMENT;
            case 5, 6, 15 -> LOCKED;
            case 3, 8, 23 -> READ_ONLY;
            case 11, 20, 26 -> DAMAGED;
            case 13 -> FULL;
            case 19 -> CONSTRAINT;
            default -> OTHER;
        };
    }

    private static Failure ofState(String state) {
        if (state.equals("HYT00") || state.equals("55P03")) {
            return LOCKED;
        }
        if (state.equals("25006")) {
            return READ_ONLY;
        }
        // 90131: H2's row that another transaction changed meanwhile. 40003: whether the statement was done is not known.
        if (state.startsWith("40") && !state.equals("40003") || state.equals("90131")) {
            return OVERTAKEN;
        }
        if (state.startsWith("23")) {
            return state.equals("23505") || state.equals("23000") ? TAKEN : CONSTRAINT;
        }
        if (state.equals("42P01") || state.equals("42S02") || state.equals("42S04")) {
            return UNKNOWN_TABLE;
        }
        if (state.startsWith("42")) {
            return STATEMENT;
        }
        return state.startsWith("53") ? FULL : OTHER;
    }

    /** The exception; the driver's own text may quote values, so only its codes are told. */
    ReceiverException exception(String place, SQLException cause) {
        return new ReceiverException(problem, place, advice + " (SQLSTATE " + cause.getSQLState() + ", code " + cause.getErrorCode() + ")",
                cause);
    }
}
