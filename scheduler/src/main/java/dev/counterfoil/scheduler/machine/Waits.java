// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.scheduler.admission.WaitSource;
import dev.counterfoil.scheduler.backoff.BackoffPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * What is left of the wait before a continuation: due at the newest outcome's instant + the wait, so a restart waits only the rest. Where
 * there is no outcome it counts from the verdict. Confined to one decision.
 */
final class Waits implements WaitSource {
    private final Terms terms;
    private final Attempt newest;
    private final Instant now;
    private final Instant notBefore;

    /** The waits of a continuation that is not to come before an instant, whatever the backoff. */
    Waits(Terms terms, Attempt newest, Instant now, Instant notBefore) {
        this.terms = terms;
        this.newest = newest;
        this.now = now;
        this.notBefore = notBefore;
    }

    @Override
    public Duration waitFor(AttemptKind kind, ProviderId provider, int continuation) {
        long own = BackoffPolicy.ownWaitMillis(terms.backoff(), terms.id(), continuation, terms.jitter());
        OptionalLong hint = kind == AttemptKind.FAILOVER
                ? OptionalLong.empty()
                : newest.outcome().map(Outcome::retryAfterMillis).orElse(OptionalLong.empty());
        long wait = Math.max(own, Math.min(Bounds.INTEGER, hint.orElse(0)));
        Duration left = Duration.between(now, base()).plusMillis(wait);
        return left(kind == AttemptKind.FAILOVER ? now : notBefore, left);
    }

    private Duration left(Instant floor, Duration own) {
        Duration toFloor = Duration.between(now, floor);
        Duration left = own.compareTo(toFloor) < 0 ? toFloor : own;
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Instant base() {
        Stamp from = newest.outcome()
                .map(Outcome::stamp)
                .or(() -> newest.verdict().map(Verdict::stamp))
                .orElse(newest.intent().stamp());
        return from.at();
    }
}
