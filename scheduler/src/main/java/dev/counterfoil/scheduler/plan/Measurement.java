// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import dev.counterfoil.scheduler.plan.Measured.Repeats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One walk over a tree: bounds from below, demand on budgets from above. A parent names its budget before its children do, and warns after
 * them. Confined.
 */
final class Measurement {
    private final List<Warning> warnings = new ArrayList<>();
    private final Map<String, List<Double>> asks = new LinkedHashMap<>();
    private final Measured root;

    Measurement(Policy policy) {
        this.root = measure(policy, PolicyPlace.ROOT, 0, 1);
    }

    Measured root() {
        return root;
    }

    /** What each retry may ask of each budget, both in the order in which the tree first names them. */
    Map<String, List<Double>> asks() {
        return asks;
    }

    List<Warning> warnings() {
        return warnings;
    }

    /**
     * Measures a node.
     *
     * @param runs how often what stands around the node may run it, capped
     */
    private Measured measure(Policy policy, PolicyPlace place, int depth, double runs) {
        if (depth > Policy.DEPTH) {
            throw new IllegalArgumentException("a node of the policy is deeper than " + Policy.DEPTH);
        }
        return policy.match(new Policy.Cases<>() {
            @Override
            public Measured attempt(Policy.Attempt attempt) {
                double duration = attempt.durationMillis();
                return new Measured(attempt, place, duration, duration, 1, Repeats.NOTHING, List.of());
            }

            @Override
            public Measured series(Policy.Series series) {
                List<Measured> children = all(series.policies(), place, depth, runs);
                double bound = children.stream().mapToDouble(Measured::boundMillis).reduce(0, Amounts::plus);
                return composed(series, place, bound, children);
            }

            @Override
            public Measured parallel(Policy.Parallel parallel) {
                List<Measured> children = all(parallel.policies(), place, depth, runs);
                double bound = children.stream().mapToDouble(Measured::boundMillis).reduce(0, Math::max);
                return composed(parallel, place, bound, children);
            }

            @Override
            public Measured retry(Policy.Retry retry) {
                return retried(retry, place, depth, runs);
            }

            @Override
            public Measured hedge(Policy.Hedge hedge) {
                return hedged(hedge, place, depth, runs);
            }

            @Override
            public Measured timeout(Policy.Timeout timeout) {
                Measured child = measure(timeout.policy(), place.child("policy"), depth + 1, runs);
                return limited(timeout, child, timeout.timeoutMillis(), exceeding(child.repeats()), place);
            }

            @Override
            public Measured deadline(Policy.Deadline deadline) {
                Measured child = measure(deadline.policy(), place.child("policy"), depth + 1, runs);
                return limited(deadline, child, deadline.remainingMillis(), WarningCode.DEADLINE_INFEASIBLE, place);
            }

            @Override
            public Measured failover(Policy.Failover failover) {
                List<Measured> children = all(failover.policies(), place, depth, runs);
                return composed(failover, place, Runs.of(failover, children).endOf(children.size()), children);
            }

            @Override
            public Measured rateLimit(Policy.RateLimit limit) {
                return metered(limit, measure(limit.policy(), place.child("policy"), depth + 1, runs), place);
            }
        });
    }

    private static WarningCode exceeding(Repeats repeats) {
        return switch (repeats) {
            case RETRY -> WarningCode.RETRY_EXCEEDS_TIMEOUT;
            case HEDGE -> WarningCode.HEDGE_EXCEEDS_TIMEOUT;
            case FAILOVER -> WarningCode.FAILOVER_EXCEEDS_TIMEOUT;
            case NOTHING -> WarningCode.TIME_EXCEEDS_TIMEOUT;
        };
    }

    private Measured hedged(Policy.Hedge hedge, PolicyPlace place, int depth, double runs) {
        Measured child = measure(hedge.attempt(), place.child("attempt"), depth + 1, Amounts.times(hedge.max(), runs));
        double bound = Amounts.plus(child.boundMillis(), Amounts.times(hedge.max() - 1, hedge.afterMillis()));
        return multiplied(hedge, child, hedge.max(), bound, Repeats.HEDGE, place);
    }

    private List<Measured> all(List<Policy> policies, PolicyPlace place, int depth, double runs) {
        List<Measured> children = new ArrayList<>(policies.size());
        for (int i = 0; i < policies.size(); i++) {
            children.add(measure(policies.get(i), place.child("policies", i), depth + 1, runs));
        }
        return children;
    }

    private Measured composed(Policy policy, PolicyPlace place, double bound, List<Measured> children) {
        if (children.isEmpty()) {
            warnings.add(Warning.of(WarningCode.EMPTY_COMPOSITION, place));
        }
        double work = children.stream().mapToDouble(Measured::workMillis).reduce(0, Amounts::plus);
        double attempts = children.stream().mapToDouble(Measured::attempts).reduce(0, Amounts::plus);
        Repeats own = policy instanceof Policy.Failover ? Repeats.FAILOVER : Repeats.NOTHING;
        Repeats repeats = children.stream().map(Measured::repeats).reduce(own, Repeats::or);
        return new Measured(policy, place, bound, work, attempts, repeats, children);
    }

    private Measured retried(Policy.Retry retry, PolicyPlace place, int depth, double runs) {
        RetryTerms terms = retry.terms();
        int times = terms.times();
        terms.budget().ifPresent(key -> asks.computeIfAbsent(key, named -> new ArrayList<>()).add(Amounts.times(times - 1, runs)));
        Measured child = measure(retry.attempt(), place.child("attempt"), depth + 1, Amounts.times(times, runs));
        if (terms.growth() == Growth.DYNAMIC) {
            Warning each = Warning.of(WarningCode.DYNAMIC_BACKOFF_UPPER_BOUND, place).with(Figure.ESTIMATED_MS, terms.maxMillis());
            for (int k = 1; k < times; k++) {
                warnings.add(each);
            }
        }
        if (terms.jitter()) {
            warnings.add(Warning.of(WarningCode.JITTER_UPPER_BOUND, place));
        }
        double bound = Amounts.plus(Amounts.times(times, terms.eachMillis(child.boundMillis())), terms.waitedMillis());
        return multiplied(retry, child, times, bound, Repeats.RETRY, place);
    }

    private static Measured multiplied(
            Policy policy, Measured child, double runs, double bound, Repeats repeats, PolicyPlace place) {
        return new Measured(policy, place, bound, Amounts.times(runs, child.workMillis()), Amounts.times(runs, child.attempts()),
                child.repeats().or(repeats), List.of(child));
    }

    private Measured metered(Policy.RateLimit limit, Measured child, PolicyPlace place) {
        double added = limit.mintedMillis(child.attempts());
        if (added > child.boundMillis()) {
            warnings.add(Warning.of(WarningCode.RATE_LIMIT_DOMINATES, place).with(Figure.ADDED_MS, added)
                    .with(Figure.ESTIMATED_MS, child.boundMillis()));
        }
        return new Measured(limit, place, Amounts.plus(child.boundMillis(), added), child.workMillis(), child.attempts(),
                child.repeats(), List.of(child));
    }

    /** What equals its limit fits. Work and attempts stay those of the uncut tree. */
    private Measured limited(Policy policy, Measured child, double limit, WarningCode code, PolicyPlace place) {
        if (child.boundMillis() > limit) {
            warnings.add(Warning.of(code, place).with(Figure.ESTIMATED_MS, child.boundMillis()).with(Figure.LIMIT_MS, limit));
        }
        return new Measured(policy, place, Math.min(child.boundMillis(), limit), child.workMillis(), child.attempts(), child.repeats(),
                List.of(child));
    }
}
