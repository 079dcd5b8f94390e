// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Runs a policy on a logical clock, event by event: every attempt takes as long as it may, and fails but for the last one that is left.
 * It knows nothing of bounds; it counts what happens.
 */
final class WorstCase {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<String, Integer> retries = new HashMap<>();
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

    private void after(double millis, Runnable action) {
        events.add(new Event(clock + millis, order++, action));
    }

    private void start(Policy policy, Runnable done) {
        if (policy instanceof Policy.Attempt attempt) {
            attempts++;
            work += attempt.durationMillis();
            after(attempt.durationMillis(), done);
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
        start(retry.attempt(), () -> {
            RetryTerms terms = retry.terms();
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
            after(Math.min(wait, terms.maxMillis()), () -> again(retry, number + 1, done));
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
