// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

/**
 * The wait before a child of a failover. Immutable. It may be longer than a declared duration, since nothing cuts what a provider asks for.
 *
 * @param leastMillis how long it is at least
 * @param mostMillis how long it is at most, but for a hint
 * @param growth how it came to be so long; {@link Growth#DYNAMIC} where it is known only up to its most
 * @param hinted whether the child before, which is still to run, may ask for a longer one, and is obeyed
 */
public record FailoverWait(double leastMillis, double mostMillis, Growth growth, boolean hinted) {
    /** No wait. */
    public static final FailoverWait NONE = new FailoverWait(0, 0, Growth.FIXED, false);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException where one is out of range, or the least is more than the most
     */
    public FailoverWait {
        mostMillis = Amounts.within(0, Amounts.CAP, "mostMillis", mostMillis);
        leastMillis = Amounts.within(0, mostMillis, "leastMillis", leastMillis);
    }

    /** Whether chance shortens it. */
    boolean isJittered() {
        return growth != Growth.DYNAMIC && leastMillis < mostMillis;
    }

    /** How long it is where a hint asks for so much. */
    double withHint(double hintMillis) {
        return hinted ? Math.max(mostMillis, hintMillis) : mostMillis;
    }
}
