// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Runs a policy on a logical clock, event by event: every attempt takes as long as it may, and fails but for the last one that is left.
 * It knows nothing of bounds; it counts what happens.
 */
final class WorstCase {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<String, Integer> retries = new HashMap<>();
    private final Map<Policy, Bucket> buckets = new IdentityHashMap<>();
    private final Map<Policy, Double> latest = new IdentityHashMap<>();
    private final Map<Policy, Set<Bucket>> metered = new IdentityHashMap<>();
    private double clock;
    private long order;
    private int attempts;
    private double work;
    private double endedAt = -1;

    /** Something that happens at an instant; of one instant, what was asked for first. */
    private record Event(double at, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    static WorstCase of(Policy policy) {
        WorstCase run = new WorstCase();
        run.start(policy, () -> run.endedAt = run.clock);
        while (!run.events.isEmpty()) {
            Event next = run.events.poll();
            run.clock = next.at;
            next.action.run();
        }
        return run;
    }

    /** Tokens, served in order: whoever comes is told how long it waits for its own. */
    private static final class Bucket {
        private final Policy.RateLimit limit;
        private double tokens;
        private double at;

        Bucket(Policy.RateLimit limit) {
            this.limit = limit;
            this.tokens = limit.available();
        }

        double take(double now) {
            tokens = Math.min(limit.burst(), tokens + (now - at) * limit.perSecond() / 1_000) - 1;
            at = now;
            return tokens >= 0 ? 0 : -tokens * 1_000 / limit.perSecond();
        }
    }

    /** Whether some bucket was empty when a token was asked of it. */
    boolean hasWaitedForTokens() {
        return buckets.values().stream().anyMatch(bucket -> bucket.tokens < 0);
    }

    /** When the whole had ended. */
    double elapsedMillis() {
        return endedAt;
    }

    int attempts() {
        return attempts;
    }

    double workMillis() {
        return work;
    }

    Map<String, Integer> retries() {
        return retries;
    }

    /** When a node of the tree was started for the last time. */
    double latestStartMillis(Policy node) {
        return latest.get(node);
    }

    private void after(double millis, Runnable action) {
        events.add(new Event(clock + millis, order++, action));
    }

    private void start(Policy policy, Runnable done) {
        latest.put(policy, clock);
        if (policy instanceof Policy.Attempt attempt) {
            attempts++;
            work += attempt.durationMillis();
            after(metered.getOrDefault(attempt, Set.of()).stream().mapToDouble(bucket -> bucket.take(clock)).max().orElse(0)
                    + attempt.durationMillis(), done);
        } else if (policy instanceof Policy.RateLimit limit) {
            meter(limit.policy(), buckets.computeIfAbsent(limit, first -> new Bucket(limit)));
            start(limit.policy(), done);
        } else if (policy instanceof Policy.Failover failover) {
            next(new Policy.Series(failover.policies()), 0, done);
        } else if (policy instanceof Policy.Series series) {
            next(series, 0, done);
        } else if (policy instanceof Policy.Parallel parallel) {
            all(parallel, done);
        } else if (policy instanceof Policy.Retry retry) {
            again(retry, 1, done);
        } else if (policy instanceof Policy.Hedge hedge) {
            copies(hedge, done);
        } else if (policy instanceof Policy.Timeout timeout) {
            limited(timeout.policy(), timeout.timeoutMillis(), done);
        } else if (policy instanceof Policy.Deadline deadline) {
            limited(deadline.policy(), deadline.remainingMillis(), done);
        } else {
            throw new IllegalArgumentException("not generated: " + policy);
        }
    }

    private void next(Policy.Series series, int index, Runnable done) {
        if (index == series.policies().size()) {
            after(0, done);
        } else {
            start(series.policies().get(index), () -> next(series, index + 1, done));
        }
    }

    private void all(Policy.Parallel parallel, Runnable done) {
        int[] left = {parallel.policies().size()};
        if (left[0] == 0) {
            after(0, done);
        }
        for (Policy policy : parallel.policies()) {
            start(policy, () -> {
                if (--left[0] == 0) {
                    done.run();
                }
            });
        }
    }

    /** Waits are written out again here, by the rule and not by the planner's own. */
    private void again(Policy.Retry retry, int number, Runnable done) {
        RetryTerms terms = retry.terms();
        timed(retry.attempt(), terms.attemptTimeoutMillis(), () -> {
            if (number == terms.times()) {
                done.run();
                return;
            }
            terms.budget().ifPresent(key -> retries.merge(key, 1, Integer::sum));
            double wait = switch (terms.growth()) {
                case FIXED -> terms.initialMillis();
                case LINEAR -> terms.initialMillis() * number;
                case EXPONENTIAL -> terms.initialMillis() * Math.pow(terms.factor(), number - 1);
                case DYNAMIC -> terms.maxMillis();
            };
            after(Math.max(Math.min(wait, terms.maxMillis()), terms.retryAfterMaxMillis()), () -> again(retry, number + 1, done));
        });
    }

    private void copies(Policy.Hedge hedge, Runnable done) {
        int copies = (int) hedge.max();
        int[] left = {copies};
        for (int i = 0; i < copies; i++) {
            after(i * hedge.afterMillis(), () -> start(hedge.attempt(), () -> {
                if (--left[0] == 0) {
                    done.run();
                }
            }));
        }
    }

    /** Each attempt below takes a token, of each bucket around it. Nodes are told apart by identity. */
    private void meter(Policy policy, Bucket bucket) {
        if (policy instanceof Policy.Attempt attempt) {
            Set<Bucket> all = metered.computeIfAbsent(attempt, first -> new LinkedHashSet<>());
            all.add(bucket);
        }
        children(policy).forEach(child -> meter(child, bucket));
    }

    static List<Policy> children(Policy policy) {
        if (policy instanceof Policy.Series series) {
            return series.policies();
        }
        if (policy instanceof Policy.Parallel parallel) {
            return parallel.policies();
        }
        if (policy instanceof Policy.Failover failover) {
            return failover.policies();
        }
        if (policy instanceof Policy.Retry retry) {
            return List.of(retry.attempt());
        }
        if (policy instanceof Policy.Hedge hedge) {
            return List.of(hedge.attempt());
        }
        if (policy instanceof Policy.RateLimit limit) {
            return List.of(limit.policy());
        }
        if (policy instanceof Policy.Timeout timeout) {
            return List.of(timeout.policy());
        }
        return policy instanceof Policy.Deadline deadline ? List.of(deadline.policy()) : List.of();
    }

    private void timed(Policy policy, OptionalDouble limit, Runnable done) {
        if (limit.isPresent()) {
            limited(policy, limit.getAsDouble(), done);
        } else {
            start(policy, done);
        }
    }

    /** What is cut goes on unheard: its work and its attempts are counted to the end. */
    private void limited(Policy policy, double limit, Runnable done) {
        boolean[] over = {false};
        Runnable once = () -> {
            if (!over[0]) {
                over[0] = true;
                done.run();
            }
        };
        start(policy, once);
        after(limit, once);
    }
}
