// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Stamp;
import java.time.Instant;
import java.util.Optional;

/**
 * One invocation in a list. Immutable.
 *
 * @param id its name
 * @param state where it stands
 * @param since the instant of the record from which it stands there
 * @param reason why it ended, where it did
 * @param attempts how many were charged
 * @param totals what they add up to
 */
public record Listed(
        InvocationId id, ListedState state, Instant since, Optional<ClosingReason> reason, int attempts, Totals totals) {
    /**
     * An invocation as a list shows it.
     *
     * @param id its name
     * @param state what its records say
     * @return the line
     */
    public static Listed of(InvocationId id, InvocationState state) {
        return new Listed(id, ListedState.of(state), since(state).at(), state.closing().map(Closing::reason), state.attempts().count(),
                state.totals());
    }

    /** The record that names the tail: evidence and a cancellation do not. */
    private static Stamp since(InvocationState state) {
        if (state.closing().isPresent()) {
            return state.closing().get().stamp();
        }
        return state.attempts().newest().map(Listed::newest).orElse(state.opening().stamp());
    }

    private static Stamp newest(Attempt attempt) {
        if (attempt.verdict().isPresent()) {
            return attempt.verdict().get().stamp();
        }
        return attempt.outcome().isPresent() ? attempt.outcome().get().stamp() : attempt.intent().stamp();
    }
}
