// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

/**
 * What must happen once. Thread-safe.
 */
@FunctionalInterface
public interface Effect {
    /** None: what is measured is what is around it. */
    Effect NONE = number -> {};

    /**
     * Happens.
     *
     * @param number the invocation that it belongs to
     */
    void happen(long number);
}
