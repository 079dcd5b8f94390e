// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Before the first byte of a request: either it is sent, or the exchange is given up and it never will be. Decided once. Thread-safe.
 */
final class Gate {
    private enum State {
        WAITING,
        BEGUN,
        SHUT
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    /** Asked right before the first byte: true where it may be sent, and counts as sent from now on. */
    boolean begin() {
        return state.compareAndSet(State.WAITING, State.BEGUN);
    }

    /** True where nothing was sent, nor will be. */
    boolean shut() {
        return state.compareAndSet(State.WAITING, State.SHUT) || state.get() == State.SHUT;
    }
}
