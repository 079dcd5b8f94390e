// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.time;

import java.time.Duration;

/**
 * Lets time pass. Thread-safe.
 */
@FunctionalInterface
public interface Waiter {
    /**
     * Waits, on monotonic time, until the time has passed or the signal is raised; never returns early without the signal.
     *
     * @param atMost how long; zero or less returns at once
     * @param wake what ends the wait early
     * @return true where the signal is raised
     * @throws InterruptedException where the thread is interrupted while it waits
     */
    boolean await(Duration atMost, Signal wake) throws InterruptedException;
}
