// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.sql.SQLException;

/**
 * What a database's refusals mean: SQLite's by result code, the others' by SQLSTATE. Immutable.
 */
public enum Failure {
    /** Another transaction was in the way, and the database undid this one: it may be done again at once. */
    OVERTAKEN(ReceiverProblem.BUSY, "others overtook it again and again; try again"),
    /** Another held a lock for longer than the database waits. */
    LOCKED(ReceiverProblem.BUSY, "others kept it locked; try again"),
    /** A key that is there already. */
    TAKEN(ReceiverProblem.CONSTRAINT, "a key is there already; look at the effect's own tables"),
    /** Another rule of a table, or a trigger. */
    CONSTRAINT(ReceiverProblem.CONSTRAINT, "a rule of the database refused a row; look at its tables and triggers"),
    /** No space is left. */
    FULL(ReceiverProblem.FULL, "no space is left; free some and try again"),
    /** It cannot be written. */
    READ_ONLY(ReceiverProblem.READ_ONLY, "it cannot be written; check owner, mode, mount and rights"),
    /** Its bytes are no database's, or hold what no receiver writes. */
    DAMAGED(ReceiverProblem.DAMAGED, "it cannot be read; restore a copy"),
    /** A statement as such: a table or column that is not there, a mistake in an effect's own, a right that is missing. */
    STATEMENT(ReceiverProblem.CONSTRAINT, "a statement was refused; look at the effect's own, at tables and rights"),
    /** Whatever else; also where nobody knows whether it was done. */
    OTHER(ReceiverProblem.IO_FAILED, "reading or writing failed; look at the database's own log");

    private final ReceiverProblem problem;
    private final String advice;

    Failure(ReceiverProblem problem, String advice) {
        this.problem = problem;
        this.advice = advice;
    }

    /**
     * What it means.
     *
     * @param dialect of the database that refused
     * @param failure the refusal
     * @return what it means
     */
    public static Failure of(Dialect dialect, SQLException failure) {
        return dialect == Dialect.SQLITE ? ofSqlite(failure.getErrorCode() & 0xff) : ofState(String.valueOf(failure.getSQLState()));
    }

    /**
     * The problem that it is told as.
     *
     * @return the problem
     */
    public ReceiverProblem problem() {
        return problem;
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
        // 40002: a rule that is looked at with the commit.
        if (state.equals("40002")) {
            return CONSTRAINT;
        }
        if (state.startsWith("40") && !state.equals("40003") || state.equals("90131")) {
            return OVERTAKEN;
        }
        if (state.startsWith("23")) {
            return state.equals("23505") || state.equals("23000") ? TAKEN : CONSTRAINT;
        }
        // 25P02: PostgreSQL takes no more statements behind one that failed.
        if (state.startsWith("42") || state.equals("25P02")) {
            return STATEMENT;
        }
        return state.equals("53100") ? FULL : OTHER;
    }

    /** The exception; the driver's own text may quote values, so only its codes are told. */
    ReceiverException exception(String place, SQLException cause) {
        return new ReceiverException(problem, place, advice + " (SQLSTATE " + cause.getSQLState() + ", code " + cause.getErrorCode() + ")",
                cause);
    }
}
