// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.time;

import java.util.concurrent.CountDownLatch;

/**
 * Raised once, never lowered; wakes whoever waits on it. Thread-safe.
 */
public final class Signal {
    private final CountDownLatch latch = new CountDownLatch(1);

    /** Raises it. Raising it again changes nothing. */
    public void raise() {
        latch.countDown();
    }

    /**
     * Whether it was raised.
     *
     * @return true from then on
     */
    public boolean isRaised() {
        return latch.getCount() == 0;
    }

    CountDownLatch latch() {
        return latch;
    }
}
