// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.dispatch.Cancellation.Cause;

/**
 * One call of what a host gave, and what it is worth where it gives no answer. Thread-safe as what it calls.
 *
 * @param <T> what it answers
 */
interface OneCall<T> {
    /** Why there is no answer, but for being given up. */
    enum Lack {
        /** It threw, or answered nothing. */
        THREW,
        /** It was not made: the host takes no more work. */
        THREADS_CLOSED,
        /** It was not made: no thread could be had. */
        NO_THREAD,
        /** It was not made: this runtime could not show that it still owns the invocation. */
        LEASE
    }

    /** Makes it. */
    T make() throws Exception;

    /** What is known where there is no answer. */
    T without(Lack lack);

    /** What is known where it was given up and never made. */
    T unmade(Cause cause);

    /** What is known where it was given up and goes on somewhere. */
    T abandoned(Cause cause);
}
