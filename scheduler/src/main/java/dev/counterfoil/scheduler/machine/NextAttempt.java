// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.scheduler.admission.Continuation;
import dev.counterfoil.scheduler.admission.Ledger;
import dev.counterfoil.scheduler.admission.Proposal;
import dev.counterfoil.scheduler.admission.WaitSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The attempt that a tail leads to without any further verdict. Pure; thread-safe. */
final class NextAttempt {
    private NextAttempt() {}

    /** The attempt, and whether admission lets it start; empty where the tail leads to none. */
    static Optional<Proposal> of(InvocationState state, Instant now, WaitSource waits) {
        return switch (state.tail()) {
            case EMPTY -> Optional.of(Continuation.fresh(Ledger.of(state), now, Duration.ZERO));
            case SAFE_FAILURE -> Optional.of(Continuation.next(Ledger.of(state), now, waits, Duration.ZERO));
            case CLEARED_NOT_APPLIED, CLEARED_REDELIVER ->
                    Optional.of(Continuation.redelivery(Ledger.of(state), now, waits, Duration.ZERO));
            default -> Optional.empty();
        };
    }
}
