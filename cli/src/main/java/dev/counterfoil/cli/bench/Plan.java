// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What is measured. Immutable.
 *
 * @param journal the journal to make; nothing may be there
 * @param callers threads that run invocations at once
 * @param invocations how many the journal holds at the end, in {@link #SLICES} slices
 * @param forceDelay what each force takes longer than this disk needs, on every side; zero for the disk as it is
 */
public record Plan(Path journal, int callers, int invocations, Duration forceDelay) {
    /** Slices of each side; the middle one of three counts, so that one disturbance does not. */
    public static final int SLICES = 3;

    /** Most threads. */
    public static final int CALLERS_AT_MOST = 1_024;

    /** Most invocations: the time of each is kept until the end, in 8 bytes. */
    public static final int INVOCATIONS_AT_MOST = 10_000_000;

    /** Longest delay: a disk that takes longer for a force is none. */
    public static final Duration DELAY_AT_MOST = Duration.ofSeconds(1);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException where a number is out of them
     */
    public Plan {
        if (callers < 1 || callers > CALLERS_AT_MOST || invocations < SLICES || invocations > INVOCATIONS_AT_MOST
                || forceDelay.isNegative() || forceDelay.compareTo(DELAY_AT_MOST) > 0) {
            throw new IllegalArgumentException("out of bounds: " + callers + " callers, " + invocations + " invocations, " + forceDelay);
        }
    }

    /** The number of the first invocation of a slice. */
    int begin(int slice) {
        return (int) ((long) invocations * slice / SLICES);
    }
}
