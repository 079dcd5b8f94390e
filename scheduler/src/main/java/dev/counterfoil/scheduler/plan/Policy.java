// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is declared of a piece of work: how long its parts take and how they are put together. A node of a tree; the leaves are attempts.
 * Immutable. It says nothing of what is called, and nobody runs it.
 */
public sealed interface Policy {
    /** Deepest node: the root is at 0, every step to a child adds 1. */
    int DEPTH = 64;

    /**
     * Chooses by kind.
     *
     * @param <T> what is chosen
     * @param cases one function for each kind
     * @return what the matching function returns
     */
    <T> T match(Cases<T> cases);

    /**
     * One function for each kind of node.
     *
     * @param <T> what they return
     */
    interface Cases<T> {
        /**
         * A single attempt.
         *
         * @param attempt the node
         * @return the case's value
         */
        T attempt(Attempt attempt);

        /**
         * One after another.
         *
         * @param series the node
         * @return the case's value
         */
        T series(Series series);

        /**
         * All at once.
         *
         * @param parallel the node
         * @return the case's value
         */
        T parallel(Parallel parallel);

        /**
         * Again after a failure.
         *
         * @param retry the node
         * @return the case's value
         */
        T retry(Retry retry);

        /**
         * Copies beside a slow one.
         *
         * @param hedge the node
         * @return the case's value
         */
        T hedge(Hedge hedge);

        /**
         * At most so long.
         *
         * @param timeout the node
         * @return the case's value
         */
        T timeout(Timeout timeout);

        /**
         * At most until an instant.
         *
         * @param deadline the node
         * @return the case's value
         */
        T deadline(Deadline deadline);

        /**
         * Another one after a failure.
         *
         * @param failover the node
         * @return the case's value
         */
        T failover(Failover failover);

        /**
         * No faster than tokens are minted.
         *
         * @param rateLimit the node
         * @return the case's value
         */
        T rateLimit(RateLimit rateLimit);
    }

    /**
     * A single attempt.
     *
     * @param durationMillis how long it takes at most
     * @param bestMillis how long it takes at least, where it succeeds
     * @param failure the probability that it fails, where one is declared
     * @param outage what makes it fail together with others
     * @param cost what it costs, by unit
     * @param label what it is called, where it has a name
     */
    record Attempt(
            double durationMillis,
            double bestMillis,
            OptionalDouble failure,
            Optional<Outage> outage,
            Map<String, Double> cost,
            Optional<String> label)
            implements Policy {
        /**
         * Checks the numbers.
         *
         * @throws IllegalArgumentException where one is out of range
         */
        public Attempt {
            durationMillis = Amounts.duration("durationMillis", durationMillis);
            bestMillis = Amounts.within(0, durationMillis, "bestMillis", bestMillis);
            failure.ifPresent(chance -> Amounts.within(0, 1, "failure", chance));
            cost.forEach((unit, amount) -> Amounts.atLeast(0, "cost", amount));
            cost = Collections.unmodifiableMap(new LinkedHashMap<>(cost));
        }

        /**
         * An attempt of which no more is declared than how long it may take.
         *
         * @param durationMillis how long it takes at most
         * @throws IllegalArgumentException where it is out of range
         */
        public Attempt(double durationMillis) {
            this(durationMillis, 0, OptionalDouble.empty(), Optional.empty(), Map.of(), Optional.empty());
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.attempt(this);
        }
    }

    /**
     * One after another; the plan takes each to be reached.
     *
     * @param policies the children, none or more
     */
    record Series(List<Policy> policies) implements Policy {
        /** Copies the children. */
        public Series {
            policies = List.copyOf(policies);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.series(this);
        }
    }

    /**
     * All at once; done when each is.
     *
     * @param policies the children, none or more
     */
    record Parallel(List<Policy> policies) implements Policy {
        /** Copies the children. */
        public Parallel {
            policies = List.copyOf(policies);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.parallel(this);
        }
    }

    /**
     * Again after a failure, with a wait between.
     *
     * @param attempt what is tried; any policy
     * @param terms how often, and the waits
     */
    record Retry(Policy attempt, RetryTerms terms) implements Policy {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.retry(this);
        }
    }

    /**
     * A copy that starts while the one before it is still out; the first answer counts.
     *
     * @param attempt what is copied; any policy
     * @param afterMillis how long after the one before it a copy starts
     * @param max how many there may be, the first included: a whole number, without a ceiling
     */
    record Hedge(Policy attempt, double afterMillis, double max) implements Policy {
        /**
         * Checks the numbers.
         *
         * @throws IllegalArgumentException where one is out of range
         */
        public Hedge {
            afterMillis = Amounts.duration("afterMillis", afterMillis);
            max = Amounts.copies("max", max);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.hedge(this);
        }
    }

    /**
     * At most so long, counted from its own start.
     *
     * @param timeoutMillis how long
     * @param policy what is cut off then
     */
    record Timeout(double timeoutMillis, Policy policy) implements Policy {
        /**
         * Checks the duration.
         *
         * @throws IllegalArgumentException where it is out of range
         */
        public Timeout {
            timeoutMillis = Amounts.duration("timeoutMillis", timeoutMillis);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.timeout(this);
        }
    }

    /**
     * At most until an instant. Both instants are on one clock, whatever its origin.
     *
     * @param deadlineAtMillis the instant
     * @param nowMillis what the clock shows when the whole policy starts
     * @param policy what is cut off then
     */
    record Deadline(double deadlineAtMillis, double nowMillis, Policy policy) implements Policy {
        /**
         * Checks the instants.
         *
         * @throws IllegalArgumentException where one is not finite
         */
        public Deadline {
            deadlineAtMillis = Amounts.finite("deadlineAtMillis", deadlineAtMillis);
            nowMillis = Amounts.finite("nowMillis", nowMillis);
        }

        /**
         * How much time is left when the whole policy starts.
         *
         * @return milliseconds, 0 where the instant has passed, capped
         */
        public double remainingMillis() {
            return Amounts.cap(Math.max(0, deadlineAtMillis - nowMillis));
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.deadline(this);
        }
    }

    /**
     * Tried in order until one succeeds.
     *
     * @param policies the children, one or more
     * @param waits the wait before each child
     */
    record Failover(List<Policy> policies, List<FailoverWait> waits) implements Policy {
        /**
         * Copies the lists.
         *
         * @throws IllegalArgumentException where there are no children, or not a wait for each
         */
        public Failover {
            policies = List.copyOf(policies);
            waits = List.copyOf(waits);
            if (policies.isEmpty() || policies.size() != waits.size()) {
                throw new IllegalArgumentException("a failover needs something to try, and a wait before each, 0 for none");
            }
        }

        /**
         * Without waits.
         *
         * @param policies the children, one or more
         * @throws IllegalArgumentException where there are none
         */
        public Failover(List<Policy> policies) {
            this(policies, Collections.nCopies(policies.size(), FailoverWait.NONE));
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.failover(this);
        }
    }

    /**
     * A token for each attempt, served in order.
     *
     * @param perSecond tokens that are minted
     * @param burst tokens that are kept at most
     * @param available tokens that are there at the start
     * @param policy what needs them
     */
    record RateLimit(double perSecond, double burst, double available, Policy policy) implements Policy {
        /**
         * Checks the numbers.
         *
         * @throws IllegalArgumentException where one is out of range
         */
        public RateLimit {
            perSecond = Amounts.atLeast(Double.MIN_VALUE, "perSecond", perSecond);
            burst = Amounts.atLeast(1, "burst", burst);
            available = Amounts.within(0, burst, "available", available);
        }

        /** How long it takes at most until so many attempts have their tokens, where so many tokens are there, capped. */
        double mintedMillis(double attempts, double there) {
            return Amounts.cap(Math.max(0, attempts - there) * 1_000 / perSecond);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.rateLimit(this);
        }
    }
}
