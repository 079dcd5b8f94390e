// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.journal.canonical.ShortestDecimal;
import dev.counterfoil.scheduler.plan.Growth;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.RetryTerms;

/** What a node is, in a few words. Thread-safe. */
final class NodeLabel implements Policy.Cases<String> {
    private static final NodeLabel LABEL = new NodeLabel();

    private NodeLabel() {}

    static String of(Policy policy) {
        return policy.match(LABEL);
    }

    @Override
    public String attempt(Policy.Attempt attempt) {
        return attempt.label().map(PlainText::line).orElse("attempt") + " " + Millis.words(attempt.durationMillis());
    }

    @Override
    public String series(Policy.Series series) {
        return "series of " + series.policies().size();
    }

    @Override
    public String parallel(Policy.Parallel parallel) {
        return "parallel of " + parallel.policies().size();
    }

    @Override
    public String retry(Policy.Retry retry) {
        RetryTerms terms = retry.terms();
        String each = terms.attemptTimeoutMillis().isPresent()
                ? ", each at most " + Millis.words(terms.attemptTimeoutMillis().getAsDouble()) : "";
        return "retry " + terms.times() + " times, " + waits(terms) + each;
    }

    private static String waits(RetryTerms terms) {
        String max = Millis.words(terms.maxMillis());
        if (terms.growth() == Growth.DYNAMIC) {
            return "waits up to " + max;
        }
        String first = Millis.words(Math.min(terms.initialMillis(), terms.maxMillis()));
        return switch (terms.growth()) {
            case FIXED -> "waits of " + first;
            case LINEAR -> "waits from " + first + " by as much, to " + max;
            default -> "waits from " + first + " times " + ShortestDecimal.spell(terms.factor()) + ", to " + max;
        };
    }

    @Override
    public String hedge(Policy.Hedge hedge) {
        return "hedge of " + ShortestDecimal.spell(hedge.max()) + ", one each " + Millis.words(hedge.afterMillis());
    }

    @Override
    public String timeout(Policy.Timeout timeout) {
        return "timeout " + Millis.words(timeout.timeoutMillis());
    }

    @Override
    public String failover(Policy.Failover failover) {
        return "failover over " + failover.policies().size();
    }

    @Override
    public String rateLimit(Policy.RateLimit limit) {
        return "rate limit " + ShortestDecimal.spell(limit.perSecond()) + "/s, burst " + ShortestDecimal.spell(limit.burst());
    }

    @Override
    public String deadline(Policy.Deadline deadline) {
        return "deadline in " + Millis.words(deadline.remainingMillis());
    }
}
