// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.JournalException;

/**
 * A store that is not available. Nothing was written by the call that threw it.
 */
public final class StoreException extends JournalException {
    private static final long serialVersionUID = 1;

    /** Why. */
    private final StoreProblem problem;

    /** Which store: a path or an address without secrets. */
    private final String location;

    /**
     * A store that is not available.
     *
     * @param problem why
     * @param location which store: a path or an address without secrets
     * @param advice what was tried and what to do, in one line
     */
    public StoreException(StoreProblem problem, String location, String advice) {
        super(problem.code() + ", " + location + ": " + advice);
        this.problem = problem;
        this.location = location;
    }

    /**
     * A store that is not available, with the failure below.
     *
     * @param problem why
     * @param location which store: a path or an address without secrets
     * @param advice what was tried and what to do, in one line
     * @param cause the failure below
     */
    public StoreException(StoreProblem problem, String location, String advice, Throwable cause) {
        super(problem.code() + ", " + location + ": " + advice, cause);
        this.problem = problem;
        this.location = location;
    }

    /**
     * Why.
     *
     * @return the problem
     */
    public StoreProblem problem() {
        return problem;
    }

    /**
     * Which store.
     *
     * @return a path or an address
     */
    public String location() {
        return location;
    }
}
