// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Coded;

/** Where an invocation stands; each stands at exactly one place. Immutable. */
public enum ListedState implements Coded {
    /** It can go on: its last word was not said, and nothing is in doubt. */
    OPEN,
    /** An attempt is in doubt: it has no outcome (yet), or an uncertain one, and no verdict. */
    UNCERTAIN,
    /** It ended with a response. */
    SETTLED,
    /** It ended without one, or the response came too late. */
    STOPPED;

    /**
     * Where a state stands.
     *
     * @param state what the records say
     * @return the place
     */
    public static ListedState of(InvocationState state) {
        Tail tail = state.tail();
        if (tail == Tail.SETTLED || tail == Tail.STOPPED) {
            return tail == Tail.SETTLED ? SETTLED : STOPPED;
        }
        return tail == Tail.DOUBT ? UNCERTAIN : OPEN;
    }
}
