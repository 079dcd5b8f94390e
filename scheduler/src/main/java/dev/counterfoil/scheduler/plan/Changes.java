// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/** Single changes that let a retry or failover fit into the time that it has. Pure; thread-safe. */
final class Changes {
    private Changes() {}

    static RepetitionLine.Cures cures(Measured node, Allowance allowance, int completeFit) {
        OptionalDouble limit = limit(node, allowance);
        boolean retried = node.policy() instanceof Policy.Retry;
        OptionalDouble times = retried && completeFit >= 1 ? OptionalDouble.of(completeFit) : OptionalDouble.empty();
        OptionalDouble none = OptionalDouble.empty();
        if (!(node.policy() instanceof Policy.Retry retry)) {
            return new RepetitionLine.Cures(none, limit, allowance.by(), none, none);
        }
        RetryTerms terms = retry.terms();
        double each = terms.eachMillis(node.child().boundMillis());
        double left = allowance.leftMillis();
        OptionalDouble delay = greatest(Math.floor(terms.initialMillis()), left, millis -> bound(terms.startingAt(millis), each));
        return new RepetitionLine.Cures(times, limit, allowance.by(), shorterAttempt(terms, left), delay);
    }

    /** With the limit longer by what is missing it fits, unless another limit is too short as well. */
    private static OptionalDouble limit(Measured node, Allowance allowance) {
        double needed = allowance.limitMillis() + (node.boundMillis() - allowance.leftMillis());
        boolean possible = allowance.leftMillis() > 0 && node.boundMillis() <= allowance.nextMillis() && needed <= Amounts.CAP;
        return possible ? OptionalDouble.of(needed) : OptionalDouble.empty();
    }

    private static OptionalDouble shorterAttempt(RetryTerms terms, double left) {
        double each = Math.floor((left - terms.waitedMillis()) / terms.times());
        return each >= 1 ? OptionalDouble.of(each) : OptionalDouble.empty();
    }

    /** The longest wish of a server with which all attempts fit; no wish makes it shorter than none does. */
    static OptionalDouble retryAfterHeadroom(Measured node, RetryTerms terms, double left) {
        double attempts = Amounts.times(terms.times(), terms.eachMillis(node.child().boundMillis()));
        double[] own = terms.obeying(0).waits();
        return greatest(Amounts.LONGEST_MILLIS, left, millis -> Amounts.plus(attempts, waited(own, millis)));
    }

    /** As if a server asked for so much each time. */
    private static double waited(double[] own, double millis) {
        double sum = 0;
        for (double wait : own) {
            sum = Amounts.plus(sum, Math.max(wait, millis));
        }
        return sum;
    }

    private static double bound(RetryTerms terms, double each) {
        return Amounts.plus(Amounts.times(terms.times(), each), terms.waitedMillis());
    }

    /** The greatest whole number up to the most with which a bound that never falls is within what is left. */
    private static OptionalDouble greatest(double most, double left, DoubleUnaryOperator bound) {
        if (bound.applyAsDouble(0) > left) {
            return OptionalDouble.empty();
        }
        double fits = 0;
        double over = most + 1;
        while (over - fits > 1) {
            double middle = Math.floor((fits + over) / 2);
            if (bound.applyAsDouble(middle) <= left) {
                fits = middle;
            } else {
                over = middle;
            }
        }
        return OptionalDouble.of(fits);
    }
}
