// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;

/**
 * How long a policy takes at least where it succeeds, and which limits not even that can keep. Confined.
 *
 * <p>Failing may take no time: of a failover the quickest child counts, and of a retry its first attempt.
 */
final class BestCase {
    private final List<Warning> warnings = new ArrayList<>();
    private final double[] leastMillis;
    private final Best root;

    BestCase(Measurement measurement) {
        this.leastMillis = new double[measurement.nodes()];
        this.root = look(measurement.root());
    }

    /**
     * The best case of a node.
     *
     * @param millis how long it takes at least
     * @param attempts how many it makes at least
     * @param hopeless whether it cannot succeed, because a limit in it is too short
     */
    private record Best(double millis, double attempts, boolean hopeless) {}

    double lowerBoundMillis() {
        return root.millis;
    }

    /** How long a node takes at least where it succeeds. */
    double millis(Measured node) {
        return leastMillis[node.index()];
    }

    boolean isHopeless() {
        return root.hopeless;
    }

    List<Warning> warnings() {
        return warnings;
    }

    private Best look(Measured node) {
        List<Best> children = new ArrayList<>(node.children().size());
        for (Measured child : node.children()) {
            children.add(look(child));
        }
        Best best = best(node, children);
        leastMillis[node.index()] = best.millis;
        return best;
    }

    private Best best(Measured node, List<Best> children) {
        return node.policy().match(new Policy.Cases<>() {
            @Override
            public Best attempt(Policy.Attempt attempt) {
                return new Best(attempt.bestMillis(), 1, false);
            }

            @Override
            public Best series(Policy.Series series) {
                return all(children, Amounts::plus);
            }

            @Override
            public Best parallel(Policy.Parallel parallel) {
                return all(children, Math::max);
            }

            @Override
            public Best failover(Policy.Failover failover) {
                return new Best(
                        children.stream().mapToDouble(Best::millis).min().orElse(0),
                        children.stream().mapToDouble(Best::attempts).min().orElse(0),
                        children.stream().allMatch(Best::hopeless));
            }

            @Override
            public Best retry(Policy.Retry retry) {
                double most = retry.terms().attemptTimeoutMillis().orElse(Double.POSITIVE_INFINITY);
                return within(node, children.get(0), most, WarningCode.ATTEMPT_TIMEOUT_BELOW_BEST);
            }

            @Override
            public Best hedge(Policy.Hedge hedge) {
                return children.get(0);
            }

            @Override
            public Best timeout(Policy.Timeout timeout) {
                return within(node, children.get(0), timeout.timeoutMillis(), WarningCode.NEVER_FITS);
            }

            @Override
            public Best deadline(Policy.Deadline deadline) {
                return within(node, children.get(0), deadline.remainingMillis(), WarningCode.NEVER_FITS);
            }

            @Override
            public Best rateLimit(Policy.RateLimit limit) {
                Best child = children.get(0);
                return new Best(Math.max(child.millis, limit.mintedMillis(child.attempts, limit.available())), child.attempts,
                        child.hopeless);
            }
        });
    }

    private static Best all(List<Best> children, DoubleBinaryOperator together) {
        double millis = 0;
        double attempts = 0;
        boolean hopeless = false;
        for (Best child : children) {
            millis = together.applyAsDouble(millis, child.millis);
            attempts = Amounts.plus(attempts, child.attempts);
            hopeless |= child.hopeless;
        }
        return new Best(millis, attempts, hopeless);
    }

    private Best within(Measured node, Best child, double limit, WarningCode code) {
        if (child.millis <= limit) {
            return child;
        }
        warnings.add(Warning.at(node.place(), code, Map.of(Figure.BEST_MS, child.millis, Figure.LIMIT_MS, limit)));
        return new Best(child.millis, child.attempts, true);
    }
}
