// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.chain;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Intent;
import java.util.Optional;

/**
 * Says whether a recorded attempt would have been admitted. The journal knows which sequences are well formed; which are lawful is for
 * whoever knows limits and provider orders. Must be pure and thread-safe.
 */
@FunctionalInterface
public interface Law {
    /** Admits everything that is well formed. */
    Law GRAMMAR_ONLY = (before, intent) -> Optional.empty();

    /**
     * Judges a recorded attempt.
     *
     * @param before what the records before it say
     * @param intent the attempt
     * @return why it would not have been admitted, in words without any payload; empty where it would
     */
    Optional<String> objection(InvocationState before, Intent intent);

    /**
     * Whether an attempt could have followed at the instant of the last record, whatever is waited.
     *
     * @param state what the records say
     * @return here, where the grammar lets one follow; a law that knows limits says it more exactly
     */
    default boolean goesOn(InvocationState state) {
        return state.tail().admitsIntent() && state.cancellation().isEmpty();
    }
}
