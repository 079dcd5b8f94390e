// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.lookup;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.recovery.Receipt;
import dev.counterfoil.scheduler.recovery.Retention;
import java.time.Duration;
import java.util.Optional;

/**
 * What a book says about an operation. Each kind can carry the exact words that were said: they are kept as evidence and decide nothing.
 * Immutable.
 */
public sealed interface LookupAnswer {
    /**
     * It happened.
     *
     * @param response the result, which becomes the invocation's response; empty where the book has none
     * @param said the words
     */
    record Completed(Optional<Bytes> response, Optional<Bytes> said) implements LookupAnswer {}

    /**
     * It did not happen and will not.
     *
     * @param said the words
     */
    record Rejected(Optional<Bytes> said) implements LookupAnswer {}

    /**
     * It arrived and is not decided.
     *
     * @param retryAfter not to be asked again before so long
     * @param said the words
     */
    record Pending(Optional<Duration> retryAfter, Optional<Bytes> said) implements LookupAnswer {}

    /**
     * The key is known there with another payload.
     *
     * @param said the words
     */
    record Conflict(Optional<Bytes> said) implements LookupAnswer {}

    /**
     * Nothing is known of it; what that is worth is the book's to declare.
     *
     * @param said the words
     */
    record Absent(Optional<Bytes> said) implements LookupAnswer {}

    /**
     * There is no usable answer.
     *
     * @param retention whether the receiver still honours the key; expired where it says that it does not
     * @param retryAfter the provider is not to be bothered again before so long
     * @param said the words, or why there are none
     */
    record Unavailable(Retention retention, Optional<Duration> retryAfter, Optional<Bytes> said) implements LookupAnswer {}

    /**
     * It happened, and here is its result.
     *
     * @param response the bytes that a delivery would have been answered
     * @return the answer
     */
    static LookupAnswer completed(Bytes response) {
        return new Completed(Optional.of(response), Optional.empty());
    }

    /**
     * It happened; its result is not known.
     *
     * @return the answer
     */
    static LookupAnswer completed() {
        return new Completed(Optional.empty(), Optional.empty());
    }

    /**
     * It did not happen and will not.
     *
     * @return the answer
     */
    static LookupAnswer rejected() {
        return new Rejected(Optional.empty());
    }

    /**
     * It arrived and is not decided.
     *
     * @return the answer
     */
    static LookupAnswer pending() {
        return new Pending(Optional.empty(), Optional.empty());
    }

    /**
     * It arrived and is not decided.
     *
     * @param retryAfter not to be asked again before so long; a negative one is over already
     * @return the answer
     */
    static LookupAnswer pending(Duration retryAfter) {
        return new Pending(Optional.of(retryAfter), Optional.empty());
    }

    /**
     * The key is known there with another payload.
     *
     * @return the answer
     */
    static LookupAnswer conflict() {
        return new Conflict(Optional.empty());
    }

    /**
     * Nothing is known of it.
     *
     * @return the answer
     */
    static LookupAnswer absent() {
        return new Absent(Optional.empty());
    }

    /**
     * There is no usable answer.
     *
     * @return the answer
     */
    static LookupAnswer unavailable() {
        return new Unavailable(Retention.VALID, Optional.empty(), Optional.empty());
    }

    /**
     * There is no usable answer, and another is not to be asked for at once.
     *
     * @param retryAfter the provider is not to be bothered again before so long
     * @return the answer
     */
    static LookupAnswer unavailable(Duration retryAfter) {
        return new Unavailable(Retention.VALID, Optional.of(retryAfter), Optional.empty());
    }

    /**
     * The receiver has forgotten what it did under the key: there is no usable answer, and the key protects from nothing any more.
     *
     * @return the answer
     */
    static LookupAnswer expired() {
        return new Unavailable(Retention.EXPIRED, Optional.empty(), Optional.empty());
    }

    /**
     * The exact words.
     *
     * @return empty where they were not kept
     */
    Optional<Bytes> said();

    /**
     * The same with the exact words.
     *
     * @param words what was said, or why nothing was; kept as evidence, and shown by no default dump
     * @return a new answer
     */
    default LookupAnswer saying(Bytes words) {
        Optional<Bytes> kept = Optional.of(words);
        return match(new Cases<LookupAnswer>() {
            @Override
            public LookupAnswer completed(Completed completed) {
                return new Completed(completed.response(), kept);
            }

            @Override
            public LookupAnswer rejected(Rejected rejected) {
                return new Rejected(kept);
            }

            @Override
            public LookupAnswer pending(Pending pending) {
                return new Pending(pending.retryAfter(), kept);
            }

            @Override
            public LookupAnswer conflict(Conflict conflict) {
                return new Conflict(kept);
            }

            @Override
            public LookupAnswer absent(Absent absent) {
                return new Absent(kept);
            }

            @Override
            public LookupAnswer unavailable(Unavailable unavailable) {
                return new Unavailable(unavailable.retention(), unavailable.retryAfter(), kept);
            }
        });
    }

    /**
     * What the recovery table sees of it.
     *
     * @return its word
     */
    default Receipt receipt() {
        return match(new Cases<Receipt>() {
            @Override
            public Receipt completed(Completed completed) {
                return Receipt.COMPLETED;
            }

            @Override
            public Receipt rejected(Rejected rejected) {
                return Receipt.REJECTED;
            }

            @Override
            public Receipt pending(Pending pending) {
                return Receipt.PENDING;
            }

            @Override
            public Receipt conflict(Conflict conflict) {
                return Receipt.CONFLICT;
            }

            @Override
            public Receipt absent(Absent absent) {
                return Receipt.ABSENT;
            }

            @Override
            public Receipt unavailable(Unavailable unavailable) {
                return Receipt.UNAVAILABLE;
            }
        });
    }

    /**
     * Calls the case that fits.
     *
     * @param <T> what the cases answer
     * @param cases one for each kind
     * @return that case's answer
     */
    default <T> T match(Cases<T> cases) {
        if (this instanceof Completed completed) {
            return cases.completed(completed);
        }
        if (this instanceof Rejected rejected) {
            return cases.rejected(rejected);
        }
        if (this instanceof Pending pending) {
            return cases.pending(pending);
        }
        if (this instanceof Conflict conflict) {
            return cases.conflict(conflict);
        }
        return this instanceof Absent absent ? cases.absent(absent) : cases.unavailable((Unavailable) this);
    }

    /**
     * One case for each kind.
     *
     * @param <T> what the cases answer
     */
    interface Cases<T> {
        /**
         * It happened.
         *
         * @param completed with which result
         * @return the answer
         */
        T completed(Completed completed);

        /**
         * It will not happen.
         *
         * @param rejected the words
         * @return the answer
         */
        T rejected(Rejected rejected);

        /**
         * It is not decided.
         *
         * @param pending when to ask again
         * @return the answer
         */
        T pending(Pending pending);

        /**
         * The key is another payload's.
         *
         * @param conflict the words
         * @return the answer
         */
        T conflict(Conflict conflict);

        /**
         * Nothing is known.
         *
         * @param absent the words
         * @return the answer
         */
        T absent(Absent absent);

        /**
         * Nobody can say.
         *
         * @param unavailable what is known of the key, and when to come back
         * @return the answer
         */
        T unavailable(Unavailable unavailable);
    }
}
