// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How often something is tried, and the waits between. Immutable.
 *
 * @param times attempts, the first included
 * @param growth how waits grow
 * @param initialMillis the first wait
 * @param maxMillis the longest wait; it wins where it is shorter than the first
 * @param jitter whether waits are shortened by chance; the unshortened ones are planned
 * @param factor growth of the exponential kind
 * @param budget the shared budget that pays for each attempt but the first
 * @param attemptTimeoutMillis how long each attempt has, where that is limited
 * @param retryAfterMaxMillis the longest wait that a server may ask for; such waits may exceed the longest of our own
 * @param spread how chance shortens waits, where it does
 */
public record RetryTerms(
        int times,
        Growth growth,
        double initialMillis,
        double maxMillis,
        boolean jitter,
        double factor,
        Optional<String> budget,
        OptionalDouble attemptTimeoutMillis,
        double retryAfterMaxMillis,
        Spread spread) {
    /** Most attempts of one retry. */
    public static final int MOST_TIMES = 1_000;

    /** The first wait where none is declared. */
    public static final double INITIAL_MILLIS = 100;

    /** The longest wait where none is declared. */
    public static final double MAX_MILLIS = 30_000;

    /** The growth where none is declared. */
    public static final double FACTOR = 2;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException where a number is out of range
     */
    public RetryTerms {
        if (times < 1 || times > MOST_TIMES) {
            throw new IllegalArgumentException("times is " + times + ", must be 1 to " + MOST_TIMES);
        }
        initialMillis = Amounts.duration("initialMillis", initialMillis);
        maxMillis = Amounts.duration("maxMillis", maxMillis);
        factor = Amounts.atLeast(1, "factor", factor);
        attemptTimeoutMillis.ifPresent(millis -> Amounts.duration("attemptTimeoutMillis", millis));
        retryAfterMaxMillis = Amounts.duration("retryAfterMaxMillis", retryAfterMaxMillis);
    }

    /**
     * So many attempts, everything else as where nothing is declared: exponential waits of 100 ms to 30 s, factor 2, jitter, no budget.
     *
     * @param times attempts, the first included
     * @return terms
     * @throws IllegalArgumentException where the number is out of range
     */
    public static RetryTerms of(int times) {
        return new RetryTerms(times, Growth.EXPONENTIAL, INITIAL_MILLIS, MAX_MILLIS, true, FACTOR, Optional.empty());
    }

    /**
     * Terms without a time for each attempt and without a server's wishes.
     *
     * @param times attempts, the first included
     * @param growth how waits grow
     * @param initialMillis the first wait
     * @param maxMillis the longest wait
     * @param jitter whether waits are shortened by chance
     * @param factor growth of the exponential kind
     * @param budget the shared budget that pays
     * @throws IllegalArgumentException where a number is out of range
     */
    public RetryTerms(
            int times, Growth growth, double initialMillis, double maxMillis, boolean jitter, double factor, Optional<String> budget) {
        this(times, growth, initialMillis, maxMillis, jitter, factor, budget, OptionalDouble.empty(), 0, Spread.EQUAL);
    }

    /** The same with another first wait. */
    RetryTerms startingAt(double millis) {
        return new RetryTerms(times, growth, millis, maxMillis, jitter, factor, budget, attemptTimeoutMillis, retryAfterMaxMillis, spread);
    }

    /** The same with another longest wish of a server. */
    RetryTerms obeying(double millis) {
        return new RetryTerms(times, growth, initialMillis, maxMillis, jitter, factor, budget, attemptTimeoutMillis, millis, spread);
    }

    /** How long one attempt takes at most, of which so much was declared. */
    double eachMillis(double declaredMillis) {
        return Math.min(declaredMillis, attemptTimeoutMillis.orElse(declaredMillis));
    }

    /**
     * The longest that a wait may be. Grown by repeated multiplication, which is the same on every platform.
     *
     * @return the waits after the attempts 1 to n − 1, in milliseconds
     */
    double[] waits() {
        double[] waits = new double[times - 1];
        double grown = Math.min(initialMillis, maxMillis);
        for (int k = 1; k < times; k++) {
            double own = switch (growth) {
                case FIXED -> Math.min(initialMillis, maxMillis);
                case LINEAR -> Math.min(initialMillis * k, maxMillis);
                case EXPONENTIAL -> grown;
                case DYNAMIC -> maxMillis;
            };
            waits[k - 1] = Math.max(own, retryAfterMaxMillis);
            grown = Math.min(grown * factor, maxMillis);
        }
        return waits;
    }

    /** All waits together, in milliseconds, capped. */
    double waitedMillis() {
        double sum = 0;
        for (double wait : waits()) {
            sum = Amounts.plus(sum, wait);
        }
        return sum;
    }
}
