// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.dispatch;

import java.time.Duration;

/**
 * Calls one provider once. Implemented by hosts; must be thread-safe where invocations run at once.
 *
 * <p>Whoever implements it promises: a safe class in the answer says that this attempt had no effect; whatever may have had one is
 * {@link Answer#uncertain()}. It never retries by itself. It ends soon after {@link Dispatch#cancellation()} asks; an answer that comes
 * too late is kept as evidence and changes no decision.
 */
@FunctionalInterface
public interface Dispatcher {
    /**
     * Calls the provider.
     *
     * @param dispatch what is sent, and within what bounds
     * @return what is known of it
     * @throws Exception where nothing is known: the attempt is uncertain then, with reason {@code exception}
     */
    Answer dispatch(Dispatch dispatch) throws Exception;

    /**
     * Gets ready to dispatch, as by reading a secret; nothing is sent. Each run calls it before it writes, in the calling thread, and not
     * where an invocation is only replayed or reported. What it throws reaches who runs the invocation, and nothing is charged. It may be
     * called often.
     */
    default void prepare() {}

    /**
     * How long a call may still take to end after it was asked to. When that is over, its thread is interrupted, the attempt is uncertain,
     * and an answer that comes all the same is kept as evidence.
     *
     * @return nothing, unless a dispatcher has something to clean up, as a process to end
     */
    default Duration endingGrace() {
        return Duration.ZERO;
    }
}
