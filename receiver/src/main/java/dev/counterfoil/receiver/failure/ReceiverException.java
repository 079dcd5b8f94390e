// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.failure;

/**
 * A database of receipts that is not available. The call that threw it has written nothing, or everything: where that is not known, the
 * same delivery again tells, and does nothing twice. Without a key nothing tells. The message holds no payload, scope or key.
 */
public final class ReceiverException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why. */
    private final ReceiverProblem problem;

    /** Which database: a path, or the product's name. */
    private final String place;

    /**
     * A database that is not available.
     *
     * @param problem why
     * @param place which: a path, or the product's name
     * @param advice what was tried and what to do, in one line
     */
    public ReceiverException(ReceiverProblem problem, String place, String advice) {
        super(problem.code() + ", " + place + ": " + advice);
        this.problem = problem;
        this.place = place;
    }

    /**
     * A database that is not available, with the failure below.
     *
     * @param problem why
     * @param place which: a path, or the product's name
     * @param advice what was tried and what to do, in one line
     * @param cause the failure below
     */
    public ReceiverException(ReceiverProblem problem, String place, String advice, Throwable cause) {
        super(problem.code() + ", " + place + ": " + advice, cause);
        this.problem = problem;
        this.place = place;
    }

    /**
     * Why.
     *
     * @return the problem
     */
    public ReceiverProblem problem() {
        return problem;
    }

    /**
     * Which database.
     *
     * @return a path, or the product's name
     */
    public String place() {
        return place;
    }
}
