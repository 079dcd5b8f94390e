// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.report;

import java.time.Duration;

/**
 * How much is measured. Immutable.
 *
 * @param runs how often the whole is repeated; the report holds every run
 * @param slices slices of each peer in a run, the middle one counts
 * @param slice how long a slice takes
 * @param warming how long each peer runs before its first slice
 * @param growthRecords records of the journal that grows
 * @param kills how often each peer is killed
 * @param seed decides when
 */
public record Settings(int runs, int slices, Duration slice, Duration warming, long growthRecords, int kills, long seed) {
    private static final int SLICES = 3;

    /**
     * For a report.
     *
     * @param seed decides when peers are killed
     * @return some minutes of measuring
     */
    public static Settings full(long seed) {
        return new Settings(3, SLICES, Duration.ofMillis(1_000), Duration.ofMillis(800), 1_000_000, 10, seed);
    }

    /**
     * To see that everything works: the numbers say little.
     *
     * @param seed decides when peers are killed
     * @return a minute or two of measuring
     */
    public static Settings quick(long seed) {
        return new Settings(1, SLICES, Duration.ofMillis(150), Duration.ofMillis(150), 40_000, 2, seed);
    }


    /**
     * A slice's time.
     *
     * @return nanoseconds
     */
    public long sliceNanos() {
        return slice.toNanos();
    }

    /**
     * The time before the first slice.
     *
     * @return nanoseconds
     */
    public long warmNanos() {
        return warming.toNanos();
    }

    /**
     * Whether it is a report's worth.
     *
     * @return false for a quick one
     */
    public boolean isFull() {
        return runs > 1;
    }

    /**
     * Says how far it is, on stderr.
     *
     * @param what what begins
     */
    public void say(String what) {
        System.err.println("bench: " + what);
    }
}
