// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tail;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The attempt that a tail leads to without any further verdict. Pure; thread-safe. */
public final class NextAttempt {
    private NextAttempt() {}

    /**
     * The attempt, and whether admission lets it start.
     *
     * @param state what the records say
     * @param now the present
     * @param waits what is to be waited
     * @return empty where the tail leads to none
     */
    public static Optional<Proposal> of(InvocationState state, Instant now, WaitSource waits) {
        return of(state.tail(), Ledger.of(state), now, waits);
    }

    /**
     * The same by a ledger that knows more than the records say, as what is left of a shared budget of retries.
     *
     * @param tail where the records end
     * @param ledger what is used up and allowed
     * @param now the present
     * @param waits what is to be waited
     * @return empty where the tail leads to none
     */
    public static Optional<Proposal> of(Tail tail, Ledger ledger, Instant now, WaitSource waits) {
        return switch (tail) {
            case EMPTY -> Optional.of(Continuation.fresh(ledger, now, Duration.ZERO));
            case SAFE_FAILURE -> Optional.of(Continuation.next(ledger, now, waits, Duration.ZERO));
            case CLEARED_NOT_APPLIED, CLEARED_REDELIVER -> Optional.of(Continuation.redelivery(ledger, now, waits, Duration.ZERO));
            default -> Optional.empty();
        };
    }
}
