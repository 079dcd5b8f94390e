// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.time;

/**
 * A monotonic count of nanoseconds from an arbitrary start: for elapsed time, never for instants. Thread-safe.
 */
@FunctionalInterface
public interface Ticker {
    /**
     * The count. Only differences mean something.
     *
     * @return nanoseconds
     */
    long nanos();
}
