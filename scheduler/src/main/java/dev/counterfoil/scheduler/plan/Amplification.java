// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How often one request may be repeated along a way from the root to a leaf. Immutable.
 *
 * @param retries the greatest product of attempts of nested retries
 * @param retryPath those attempts, from the outside
 * @param hedges the greatest product of copies of nested hedges
 * @param hedgePath those copies, from the outside
 * @param calls the greatest product of both
 */
public record Amplification(double retries, List<Double> retryPath, double hedges, List<Double> hedgePath, double calls) {
    /** Copies the lists. */
    public Amplification {
        retryPath = List.copyOf(retryPath);
        hedgePath = List.copyOf(hedgePath);
    }

    private static final Way ALONE = new Way(1, 1, null);
    private static final Ways LEAF = new Ways(ALONE, ALONE, 1);

    /** Factors from the outside, and their product, capped. */
    private record Way(double product, double factor, @Nullable Way inside) {
        static Way greater(Way one, Way other) {
            return other.product > one.product ? other : one;
        }

        Way within(double outside) {
            return new Way(Amounts.times(outside, product), outside, this);
        }

        List<Double> factors() {
            List<Double> factors = new ArrayList<>();
            for (Way way = this; way.inside != null; way = way.inside) {
                factors.add(way.factor);
            }
            return factors;
        }
    }

    /** The greatest ways in a tree. */
    private record Ways(Way retries, Way hedges, double calls) {
        static Ways greater(Ways one, Ways other) {
            return new Ways(Way.greater(one.retries, other.retries), Way.greater(one.hedges, other.hedges),
                    Math.max(one.calls, other.calls));
        }
    }

    static Amplification of(Measured root) {
        Ways ways = look(root);
        return new Amplification(ways.retries.product, ways.retries.factors(), ways.hedges.product, ways.hedges.factors(), ways.calls);
    }

    private static Ways look(Measured node) {
        Ways best = LEAF;
        for (Measured child : node.children()) {
            Ways next = look(child);
            best = best == LEAF ? next : next == LEAF ? best : Ways.greater(best, next);
        }
        if (node.policy() instanceof Policy.Retry retry && retry.terms().times() > 1) {
            double times = retry.terms().times();
            return new Ways(best.retries.within(times), best.hedges, Amounts.times(times, best.calls));
        }
        return node.policy() instanceof Policy.Hedge hedge && hedge.max() > 1
                ? new Ways(best.retries, best.hedges.within(hedge.max()), Amounts.times(hedge.max(), best.calls)) : best;
    }
}
