// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.scheduler.plan.Growth;
import dev.counterfoil.scheduler.plan.RetryTerms;
import dev.counterfoil.scheduler.plan.Spread;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads the terms of a retry, members in the order in which the first fault is told. Pure; thread-safe. */
final class RetryReader {
    private static final String TIMES = "a whole number from 1 to " + RetryTerms.MOST_TIMES + ", the first attempt included";

    private RetryReader() {}

    static RetryTerms terms(PlanValue given, News news) {
        if (given.number().isPresent()) {
            return RetryTerms.of(times(given));
        }
        JsonTree.Members terms = given.object()
                .orElseThrow(() -> given.refuse(PlanRefusal.INVALID_RETRY, "a number of attempts, or an object with times"));
        int times = times(PlanValue.of(terms, "times"));
        Growth growth = growth(PlanValue.optional(terms, "backoff"));
        double initial = PlanValue.optional(terms, "initialDelay").duration(RetryTerms.INITIAL_MILLIS);
        double max = PlanValue.optional(terms, "maxDelay").duration(RetryTerms.MAX_MILLIS);
        boolean jitter = isJittered(PlanValue.optional(terms, "jitter"));
        PlanValue factor = PlanValue.optional(terms, "factor");
        double growing = factor.isGiven() ? factor.atLeast(1, PlanRefusal.INVALID_FACTOR) : RetryTerms.FACTOR;
        Optional<String> budget = budget(PlanValue.of(terms, "retryBudget"));
        return new RetryTerms(times, growth, initial, max, jitter, growing, budget,
                duration(news.of(terms, "attemptTimeout")), news.of(terms, "retryAfterMax").duration(0),
                spread(news.of(terms, "jitterKind")));
    }

    private static int times(PlanValue times) {
        return (int) times.whole(1, RetryTerms.MOST_TIMES, PlanRefusal.INVALID_RETRY_TIMES, TIMES);
    }

    private static Growth growth(PlanValue backoff) {
        return backoff.isGiven()
                ? backoff.text().flatMap(word -> Coded.find(Growth.class, word)).orElseThrow(
                        () -> backoff.refuse(PlanRefusal.INVALID_RETRY, "fixed, linear, exponential or dynamic"))
                : Growth.EXPONENTIAL;
    }

    private static OptionalDouble duration(PlanValue given) {
        return given.isGiven() ? OptionalDouble.of(given.duration()) : OptionalDouble.empty();
    }

    private static Spread spread(PlanValue kind) {
        return kind.isGiven()
                ? kind.text().flatMap(word -> Coded.find(Spread.class, word))
                        .orElseThrow(() -> kind.refuse(PlanRefusal.INVALID_RETRY, "equal or full"))
                : Spread.EQUAL;
    }

    private static boolean isJittered(PlanValue jitter) {
        if (!jitter.isGiven()) {
            return true;
        }
        if (jitter.value().orElseThrow() instanceof JsonTree.Truth truth) {
            return truth.value();
        }
        throw jitter.refuse(PlanRefusal.INVALID_RETRY, "true or false");
    }

    private static Optional<String> budget(PlanValue budget) {
        return budget.isGiven()
                ? Optional.of(budget.text().orElseThrow(() -> budget.refuse(PlanRefusal.INVALID_RETRY, "the name of a budget")))
                : Optional.empty();
    }
}
