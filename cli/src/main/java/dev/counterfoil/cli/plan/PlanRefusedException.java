// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.journal.canonical.JsonPlace;

/** A request for a plan that breaks a rule: which one, and where. */
public final class PlanRefusedException extends CommandException {
    private static final long serialVersionUID = 1;

    /** The rule. */
    private final PlanRefusal refusal;

    /** The place, spelled. */
    private final String path;

    /** The line of the place, from 1. */
    private final int line;

    /**
     * A refusal.
     *
     * @param refusal which rule is broken
     * @param place where
     * @param what what is wrong there and what would be right; never the value
     */
    PlanRefusedException(PlanRefusal refusal, JsonPlace place, String what) {
        super(ExitStatus.USAGE, place.path() + ": " + refusal.code() + ", " + what);
        this.refusal = refusal;
        this.path = place.path();
        this.line = place.line();
    }

    /**
     * Which rule is broken.
     *
     * @return its code
     */
    public PlanRefusal refusal() {
        return refusal;
    }

    /**
     * Where.
     *
     * @return a path, as {@code $.policy.duration}; that of the object where a member is missing
     */
    public String path() {
        return path;
    }

    /**
     * On which line.
     *
     * @return from 1
     */
    public int line() {
        return line;
    }
}
