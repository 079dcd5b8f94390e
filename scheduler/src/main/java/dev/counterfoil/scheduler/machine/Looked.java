// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.backoff.BackoffPolicy;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.recovery.Book;
import dev.counterfoil.scheduler.recovery.Receipt;
import dev.counterfoil.scheduler.recovery.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a look-up of this run answered. No record holds it as such: the next recovery asks anew. Immutable.
 *
 * @param ordinal the attempt it is about
 * @param round how many look-ups of this run asked about that attempt, this one included; from 1
 * @param at the invocation's present when it was answered
 * @param book what the book was said to be worth
 * @param answer what it said
 */
public record Looked(int ordinal, int round, Instant at, Book book, LookupAnswer answer) {
    /** However short the backoff is, a receiver is not asked more often about one operation. */
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);

    /** Whether it is about the attempt that is newest now. */
    boolean isAboutNewestOf(InvocationState state) {
        return ordinal == state.attempts().count() - 1;
    }

    Receipt receipt() {
        return answer.receipt();
    }

    /** Whether the receiver said that it forgot the key. */
    Retention retention() {
        return answer instanceof LookupAnswer.Unavailable unavailable ? unavailable.retention() : Retention.VALID;
    }

    /** Before when the receiver does not want to be bothered again. */
    Optional<Instant> notBefore() {
        Optional<Duration> hint = answer instanceof LookupAnswer.Pending pending
                ? pending.retryAfter()
                : Optional.of(answer).filter(LookupAnswer.Unavailable.class::isInstance).map(LookupAnswer.Unavailable.class::cast)
                        .flatMap(LookupAnswer.Unavailable::retryAfter);
        return hint.map(wait -> at.plus(bounded(wait)));
    }

    private static Duration bounded(Duration wait) {
        Duration longest = Duration.ofMillis(Bounds.INTEGER);
        return wait.isNegative() ? Duration.ZERO : wait.compareTo(longest) < 0 ? wait : longest;
    }

    /** When a pending operation is asked about again: after our own wait, and not before the receiver's hint. */
    Instant againAt(Terms terms) {
        Duration own = Duration.ofMillis(BackoffPolicy.ownWaitMillis(terms.backoff(), terms.id(), round, terms.jitter()));
        Instant ours = at.plus(own.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : own);
        return notBefore().filter(ours::isBefore).orElse(ours);
    }

    Bytes evidence() {
        return LookupEvidence.of(this);
    }
}
