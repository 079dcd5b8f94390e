// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

/**
 * How a command ends, as its exit status says it. Immutable.
 *
 * <p>Of many endings the one with the highest number counts, except that {@link #UNEXPECTED} wins over all but signals.
 */
public enum ExitStatus {
    /** Done. */
    DONE(0, "done"),
    /** An unexpected failure: a bug, or output that could not be written. */
    UNEXPECTED(1, "unexpected failure"),
    /** Usage, malformed input, or an input file that cannot be read. */
    USAGE(2, "usage or malformed input"),
    /** Stopped by policy, a plan that does not fit, or a check that differs. */
    STOPPED(3, "stopped by policy, plan does not fit, or check differs"),
    /** Uncertain: needs reconciliation. */
    UNCERTAIN(4, "uncertain, needs reconciliation"),
    /** A damaged, tampered or unlawful journal. */
    DAMAGED(5, "damaged, tampered or unlawful journal"),
    /** The store is not available. */
    UNAVAILABLE(6, "store not available (missing, locked, owned elsewhere, read-only, full, not a journal, other version)"),
    /** Conflict: the same id or key with other content, or an unknown id. */
    CONFLICT(7, "conflict (same id or key with other content; unknown or pruned id)"),
    /** Stopped by SIGINT. */
    INTERRUPTED(130, "stopped by SIGINT"),
    /** Stopped by SIGTERM. */
    TERMINATED(143, "stopped by SIGTERM");

    private final int code;
    private final String meaning;

    ExitStatus(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /**
     * What the process exits with.
     *
     * @return 0 to 255
     */
    public int code() {
        return code;
    }

    /**
     * What it means, in a few words.
     *
     * @return one line
     */
    public String meaning() {
        return meaning;
    }

    /**
     * Which of two endings counts.
     *
     * @param other the other
     * @return the one that takes precedence
     */
    public ExitStatus and(ExitStatus other) {
        return rank() >= other.rank() ? this : other;
    }

    private int rank() {
        return this == UNEXPECTED ? CONFLICT.code + 1 : code;
    }
}
