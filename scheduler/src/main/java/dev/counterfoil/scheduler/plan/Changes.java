// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/** Single changes that let a retry or failover fit into the time that it has. Pure; thread-safe. */
final class Changes {
    private Changes() {}

    static RepetitionLine.Cures cures(Measured node, Allowance allowance, int completeFit, BestCase best) {
        OptionalDouble limit = limit(node, allowance);
        OptionalDouble none = OptionalDouble.empty();
        if (!(node.policy() instanceof Policy.Retry retry)) {
            return new RepetitionLine.Cures(none, limit, allowance.by(), none, none);
        }
        RetryTerms terms = retry.terms();
        double each = terms.eachMillis(node.child().boundMillis());
        double left = allowance.leftMillis();
        OptionalDouble times = completeFit >= 1 ? OptionalDouble.of(completeFit) : none;
        OptionalDouble delay = greatest(Math.floor(terms.initialMillis()), left, millis -> bound(terms.startingAt(millis), each));
        return new RepetitionLine.Cures(times, limit, allowance.by(),
                shorterAttempt(node, left, best.millis(node.child())), delay);
    }

    /** As long as all of it, and what is used before it, unless another limit is too short as well. */
    private static OptionalDouble limit(Measured node, Allowance allowance) {
        double used = allowance.limitMillis() - allowance.restMillis();
        double needed = enough(node.boundMillis() + used, used, node.boundMillis());
        boolean possible = node.boundMillis() <= allowance.nextMillis() && needed <= allowance.longestMillis();
        return possible ? OptionalDouble.of(needed) : OptionalDouble.empty();
    }

    /** The least that is not below what was computed and leaves so much when something is taken off: a sum may have been rounded down. */
    static double enough(double computed, double taken, double leaving) {
        double enough = computed;
        while (enough - taken < leaving) {
            enough = Math.nextUp(enough);
        }
        return Math.min(enough, Double.MAX_VALUE);
    }

    /** No shorter than it takes at least. */
    private static OptionalDouble shorterAttempt(Measured node, double left, double bestMillis) {
        double each = Math.floor((left - node.waitedMillis()) / ((Policy.Retry) node.policy()).terms().times());
        return each >= 1 && each >= bestMillis ? OptionalDouble.of(each) : OptionalDouble.empty();
    }

    /** The longest wish of a server with which all attempts fit; no wish makes it shorter than none does. */
    static OptionalDouble retryAfterHeadroom(RetryTerms terms, double each, double left) {
        double attempts = Amounts.times(terms.times(), each);
        double[] own = terms.obeying(0).waits();
        return greatest(Amounts.LONGEST_MILLIS, left, millis -> Amounts.plus(attempts, waited(own, millis)));
    }

    /** The same for a failover, where some of its waits are for a hint to lengthen. */
    static OptionalDouble retryAfterHeadroom(Policy.Failover failover, List<Measured> children, double left) {
        return failover.waits().stream().noneMatch(FailoverWait::hinted) ? OptionalDouble.empty()
                : greatest(Amounts.LONGEST_MILLIS, left, millis -> bound(failover, children, millis));
    }

    private static double bound(Policy.Failover failover, List<Measured> children, double hintMillis) {
        double at = 0;
        for (int i = 0; i < children.size(); i++) {
            at = Amounts.plus(Amounts.plus(at, failover.waits().get(i).withHint(hintMillis)), children.get(i).boundMillis());
        }
        return at;
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
