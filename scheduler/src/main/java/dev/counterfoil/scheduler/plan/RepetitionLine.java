// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How much of a retry or failover has the time that it may need. Immutable.
 *
 * @param place the retry or failover
 * @param declared attempts of the retry, or children of the failover
 * @param completeFit how many of them are sure to end in time, one after another
 * @param startFit how many of them are sure to start in time
 * @param unusedMillis what is left when those that are sure to end have ended; empty where nothing limits it
 * @param boundMillis how long all of them take
 * @param waits what its waits come to where every attempt fails
 * @param retryAfterHeadroomMillis the longest wish of a server, in whole milliseconds, with which all attempts fit; empty where not even
 *     none does, where nothing limits it, and for a failover in which no wait is for a hint to lengthen
 * @param cures single changes that would let all of it fit; none where it fits
 */
public record RepetitionLine(
        PolicyPlace place,
        int declared,
        int completeFit,
        int startFit,
        OptionalDouble unusedMillis,
        double boundMillis,
        Waited waits,
        OptionalDouble retryAfterHeadroomMillis,
        Cures cures) {

    /**
     * What waits come to, all together.
     *
     * @param minMillis at least
     * @param meanMillis on average
     * @param maxMillis at most
     */
    public record Waited(double minMillis, double meanMillis, double maxMillis) {
        /** Chance spreads each evenly; of what is known only up to its most, that counts. */
        static Waited of(List<FailoverWait> waits) {
            double least = 0;
            double most = 0;
            for (FailoverWait wait : waits) {
                least = Amounts.plus(least, wait.isJittered() ? wait.leastMillis() : wait.mostMillis());
                most = Amounts.plus(most, wait.mostMillis());
            }
            return new Waited(least, (least + most) / 2, most);
        }

        static Waited of(RetryTerms terms, double all) {
            if (!terms.jitter()) {
                return new Waited(all, all, all);
            }
            return switch (terms.spread()) {
                case EQUAL -> new Waited(all / 2, all * 3 / 4, all);
                case FULL -> new Waited(0, all / 2, all);
            };
        }
    }

    /**
     * Single changes, each of which would be enough.
     *
     * @param times fewer attempts
     * @param limitMillis a longer limit at {@code limitAt}
     * @param limitAt the timeout or deadline that is too short
     * @param attemptMillis shorter attempts
     * @param initialDelayMillis a shorter first wait
     */
    public record Cures(
            OptionalDouble times,
            OptionalDouble limitMillis,
            Optional<PolicyPlace> limitAt,
            OptionalDouble attemptMillis,
            OptionalDouble initialDelayMillis) {
        /** Nothing is to be changed. */
        static final Cures NONE = new Cures(OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty(),
                OptionalDouble.empty(), OptionalDouble.empty());
    }
}
