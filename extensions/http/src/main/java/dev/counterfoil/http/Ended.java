// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import java.util.Optional;
import java.util.function.Function;

/** How an exchange ended. Immutable. */
sealed interface Ended {
    /** What to do with each. */
    record Cases<T>(
            Function<Unsent, T> unsent, Function<GivenUp, T> givenUp, Function<Broken, T> broken, Function<Replied, T> replied) {}

    /** Not a byte of the request was sent. */
    record Unsent(OutcomeReason reason) implements Ended {}

    /** It was asked to end; where the head of a success had come, this is how far its body was. */
    record GivenUp(Cancellation.Cause cause, Sent sent, Optional<Reply.Body.Cut> success) implements Ended {
        GivenUp(Cancellation.Cause cause, Sent sent) {
            this(cause, sent, Optional.empty());
        }
    }

    /** The request was sent, at least in part, and no final answer came whose head could be read. */
    record Broken(Break what) implements Ended {}

    /** A final answer came. */
    record Replied(Reply reply) implements Ended {}

    /** How much of a request was sent. */
    enum Sent {
        /** Not a byte. */
        NOTHING,
        /** Its first byte at least. */
        SOMETHING
    }

    /** How an exchange broke. */
    enum Break {
        /** The connection ended or broke before the answer's head was whole. */
        RESET,
        /** What came is no head of an answer. */
        MALFORMED,
        /** What came is a head without an end. */
        HEAD_TOO_LARGE,
        /** We failed ourselves while we sent. */
        FAILED
    }

    default <T> T match(Cases<T> cases) {
        if (this instanceof Unsent unsent) {
            return cases.unsent().apply(unsent);
        }
        if (this instanceof GivenUp givenUp) {
            return cases.givenUp().apply(givenUp);
        }
        return this instanceof Broken broken ? cases.broken().apply(broken) : cases.replied().apply((Replied) this);
    }
}
