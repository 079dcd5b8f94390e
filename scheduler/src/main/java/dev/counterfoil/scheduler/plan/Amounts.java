// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

/** The planner's numbers: their ranges, and sums and products that stay countable. Pure; thread-safe. */
public final class Amounts {
    /** Longest duration that may be declared, about 24.86 days. */
    public static final double LONGEST_MILLIS = Integer.MAX_VALUE;

    /** 2^53 − 1: what is computed never exceeds it, and there means "at least this". */
    public static final double CAP = 9_007_199_254_740_991.0;

    private Amounts() {}

    /** What is computed, but never more than the cap. No step of the planner makes a NaN. */
    static double cap(double computed) {
        return Math.min(computed, CAP);
    }

    static double plus(double sum, double next) {
        return cap(sum + next);
    }

    static double times(double factor, double amount) {
        return cap(factor * amount);
    }

    static double finite(String name, double value) {
        return require(Double.isFinite(value), name, value, "finite");
    }

    static double duration(String name, double millis) {
        return require(millis >= 0 && millis <= LONGEST_MILLIS, name, millis, "0 to " + Integer.MAX_VALUE);
    }

    static double copies(String name, double value) {
        return require(isWhole(value) && value >= 1, name, value, "whole and at least 1");
    }

    static double within(double least, double most, String name, double value) {
        return require(value >= least && value <= most, name, value, least + " to " + most);
    }

    static double atLeast(double least, String name, double value) {
        return require(Double.isFinite(value) && value >= least, name, value, "finite and at least " + least);
    }

    /**
     * Whether a number is whole, however it is spelled.
     *
     * @param value any double
     * @return false for infinities and NaN
     */
    public static boolean isWhole(double value) {
        return Double.isFinite(value) && value == Math.rint(value);
    }

    /** Adding zero makes one of both zeros. */
    private static double require(boolean holds, String name, double value, String wanted) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + ", must be " + wanted);
        }
        return value + 0.0;
    }
}
