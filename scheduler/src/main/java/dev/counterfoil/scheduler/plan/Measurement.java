// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import dev.counterfoil.scheduler.plan.Measured.Repeats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * One walk over a tree: bounds from below, demand on budgets from above. A parent names its budget before its children do, and warns after
 * them. Confined.
 */
final class Measurement {
    private final List<Warning> warnings = new ArrayList<>();
    private final Map<String, Asks> asks = new LinkedHashMap<>();
    private final double[] repeats = new double[Policy.DEPTH + 1];
    private final Measured root;
    private int nodes;
    private double copies = 1;

    Measurement(Policy policy) {
        this.root = measure(policy, PolicyPlace.ROOT, 0, 1);
    }

    /** How many nodes there are; their indexes are smaller. */
    int nodes() {
        return nodes;
    }

    Measured root() {
        return root;
    }

    /** What is asked of each budget, in the order in which the tree first names them. */
    Map<String, Asks> asks() {
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
        repeats[depth] = 1;
        return policy.match(new Policy.Cases<>() {
            @Override
            public Measured attempt(Policy.Attempt attempt) {
                double duration = attempt.durationMillis();
                return new Measured(attempt, place, nodes++, duration, duration, 1, 0, Repeats.NOTHING, List.of());
            }

            @Override
            public Measured series(Policy.Series series) {
                List<Measured> children = all(series.policies(), place, depth, runs);
                return composed(series, place, bound(children, Amounts::plus), children);
            }

            @Override
            public Measured parallel(Policy.Parallel parallel) {
                List<Measured> children = all(parallel.policies(), place, depth, runs);
                return composed(parallel, place, bound(children, Math::max), children);
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
                waited(failover, place);
                return composed(failover, place, Runs.of(failover, children).endOf(children.size()), children);
            }

            @Override
            public Measured rateLimit(Policy.RateLimit limit) {
                return metered(limit, measure(limit.policy(), place.child("policy"), depth + 1, runs), place, runs);
            }
        });
    }

    private static double bound(List<Measured> children, DoubleBinaryOperator together) {
        double bound = 0;
        for (Measured child : children) {
            bound = together.applyAsDouble(bound, child.boundMillis());
        }
        return bound;
    }

    /** Nothing where its waits are known, as those of a declared failover are. */
    private void waited(Policy.Failover failover, PolicyPlace place) {
        double most = 0;
        int decided = 0;
        for (FailoverWait wait : failover.waits()) {
            if (wait.growth() == Growth.DYNAMIC) {
                decided++;
                most = Math.max(most, wait.mostMillis());
            }
        }
        if (decided > 0) {
            warnings.add(Warning.at(place, WarningCode.DYNAMIC_BACKOFF_UPPER_BOUND, Map.of(Figure.ESTIMATED_MS, most)).told(decided));
        }
        if (failover.waits().stream().anyMatch(FailoverWait::isJittered)) {
            warnings.add(Warning.at(place, WarningCode.JITTER_UPPER_BOUND, Map.of()));
        }
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
        repeats[depth] = hedge.max();
        double outside = copies;
        copies = Amounts.times(copies, hedge.max());
        Measured child = measure(hedge.attempt(), place.child("attempt"), depth + 1, Amounts.times(hedge.max(), runs));
        copies = outside;
        double bound = Amounts.plus(child.boundMillis(), Amounts.times(hedge.max() - 1, hedge.afterMillis()));
        return new Measured(hedge, place, nodes++, bound, Amounts.times(hedge.max(), child.workMillis()),
                Amounts.times(hedge.max(), child.attempts()), 0, child.repeats().or(Repeats.HEDGE), List.of(child));
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
            warnings.add(Warning.at(place, WarningCode.EMPTY_COMPOSITION, Map.of()));
        }
        double work = 0;
        double attempts = 0;
        Repeats kind = policy instanceof Policy.Failover ? Repeats.FAILOVER : Repeats.NOTHING;
        for (Measured child : children) {
            work = Amounts.plus(work, child.workMillis());
            attempts = Amounts.plus(attempts, child.attempts());
            kind = kind.or(child.repeats());
        }
        return new Measured(policy, place, nodes++, bound, work, attempts, 0, kind, children);
    }

    private Measured retried(Policy.Retry retry, PolicyPlace place, int depth, double runs) {
        RetryTerms terms = retry.terms();
        int times = terms.times();
        repeats[depth] = times;
        Optional<Asks> asked = terms.budget().map(key -> asks.computeIfAbsent(key, named -> new Asks()));
        asked.ifPresent(budget -> budget.enter(times, runs, depth, repeats));
        Measured child = measure(retry.attempt(), place.child("attempt"), depth + 1, Amounts.times(times, runs));
        asked.ifPresent(Asks::leave);
        if (terms.growth() == Growth.DYNAMIC && times > 1) {
            warnings.add(Warning.at(place, WarningCode.DYNAMIC_BACKOFF_UPPER_BOUND, Map.of(Figure.ESTIMATED_MS, terms.maxMillis()))
                    .told(times - 1));
        }
        if (terms.jitter()) {
            warnings.add(Warning.at(place, WarningCode.JITTER_UPPER_BOUND, Map.of()));
        }
        double waited = terms.waitedMillis();
        double bound = Amounts.plus(Amounts.times(times, terms.eachMillis(child.boundMillis())), waited);
        return new Measured(retry, place, nodes++, bound, Amounts.times(times, child.workMillis()),
                Amounts.times(times, child.attempts()), waited, child.repeats().or(Repeats.RETRY), List.of(child));
    }

    private Measured metered(Policy.RateLimit limit, Measured child, PolicyPlace place, double runs) {
        double added = added(limit, child.attempts(), runs);
        if (added > child.boundMillis()) {
            warnings.add(Warning.at(place, WarningCode.RATE_LIMIT_DOMINATES,
                    Map.of(Figure.ADDED_MS, added, Figure.ESTIMATED_MS, child.boundMillis())));
        }
        return new Measured(limit, place, nodes++, Amounts.plus(child.boundMillis(), added), child.workMillis(), child.attempts(), 0,
                child.repeats(), List.of(child));
    }

    /**
     * How long one run waits for tokens at most. A run that others came before finds what they left, which may be nothing; copies that
     * run beside it take tokens too, at worst all that any of them needs before it.
     */
    private double added(Policy.RateLimit limit, double attempts, double runs) {
        if (copies > 1) {
            return limit.mintedMillis(Amounts.times(runs, attempts), limit.available());
        }
        return limit.mintedMillis(attempts, runs > 1 ? 0 : limit.available());
    }

    /** What equals its limit fits. Work and attempts stay those of the uncut tree. */
    private Measured limited(Policy policy, Measured child, double limit, WarningCode code, PolicyPlace place) {
        if (child.boundMillis() > limit) {
            warnings.add(Warning.at(place, code, Map.of(Figure.ESTIMATED_MS, child.boundMillis(), Figure.LIMIT_MS, limit)));
        }
        return new Measured(policy, place, nodes++, Math.min(child.boundMillis(), limit), child.workMillis(), child.attempts(), 0,
                child.repeats(), List.of(child));
    }
}
