// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.dispatch.SchedulerException;

/** A run that has no result, where its caller asked for one. */
public final class RunException extends SchedulerException {
    private static final long serialVersionUID = 1;

    /** How the run ended. */
    private final transient RunOutcome outcome;

    RunException(RunOutcome outcome) {
        super("invocation " + outcome.invocation() + " has no result: " + outcome.getClass().getSimpleName());
        this.outcome = outcome;
    }

    /**
     * How the run ended.
     *
     * @return the outcome
     */
    public RunOutcome outcome() {
        return outcome;
    }
}
