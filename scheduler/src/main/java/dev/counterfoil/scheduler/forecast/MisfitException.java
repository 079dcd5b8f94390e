// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.forecast;

import dev.counterfoil.scheduler.dispatch.SchedulerException;
import java.util.List;
import java.util.stream.Collectors;

/** A runtime was not opened: it would be asked for what can never fit. */
public final class MisfitException extends SchedulerException {
    private static final long serialVersionUID = 1;

    /** What can never fit. */
    private final transient List<Misfit> misfits;

    /**
     * With what was found.
     *
     * @param misfits at least one
     */
    public MisfitException(List<Misfit> misfits) {
        super("not opened: " + misfits.stream().map(Misfit::message).collect(Collectors.joining("; ")));
        this.misfits = List.copyOf(misfits);
    }

    /**
     * What can never fit.
     *
     * @return in the order in which it was expected
     */
    public List<Misfit> misfits() {
        return misfits;
    }
}
