// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

import java.util.Arrays;

/** Numbers out of counts and times. Pure. */
final class Rates {
    private static final double NANOS_IN_A_SECOND = 1e9;
    private static final long NANOS_IN_A_MICRO = 1_000;

    private Rates() {}

    /** How many in a second. */
    static double perSecond(long count, long nanos) {
        return count * NANOS_IN_A_SECOND / Math.max(1, nanos);
    }

    /** The middle one of an odd number of rates. */
    static double median(double... rates) {
        double[] sorted = rates.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** The least time that so many of a thousand do not exceed, in microseconds, rounded up; the times are sorted. */
    static long quantileMicros(long[] sortedNanos, int ofThousand) {
        long rank = ((long) sortedNanos.length * ofThousand + 999) / 1_000;
        long nanos = sortedNanos[(int) Math.max(0, rank - 1)];
        return (nanos + NANOS_IN_A_MICRO - 1) / NANOS_IN_A_MICRO;
    }
}
