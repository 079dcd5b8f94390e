// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

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

    private static final Way ALONE = new Way(1, List.of());

    /** Factors from the outside, and their product, capped. */
    private record Way(double product, List<Double> factors) {
        Way within(double factor) {
            List<Double> more = new ArrayList<>();
            more.add(factor);
            more.addAll(factors);
            return new Way(Amounts.times(factor, product), more);
        }
    }

    static Amplification of(Measured root) {
        Way retries = greatest(root, Amplification::attempts);
        Way hedges = greatest(root, Amplification::copies);
        Way calls = greatest(root, policy -> attempts(policy) * copies(policy));
        return new Amplification(retries.product, retries.factors, hedges.product, hedges.factors, calls.product);
    }

    private static double attempts(Policy policy) {
        return policy instanceof Policy.Retry retry ? retry.terms().times() : 1;
    }

    private static double copies(Policy policy) {
        return policy instanceof Policy.Hedge hedge ? hedge.max() : 1;
    }

    private static Way greatest(Measured node, Function<Policy, Double> factor) {
        Way best = node.children().stream().map(child -> greatest(child, factor)).max(Comparator.comparingDouble(Way::product))
                .orElse(ALONE);
        double own = factor.apply(node.policy());
        return own == 1 ? best : best.within(own);
    }
}
