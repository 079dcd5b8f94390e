// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes all bodies together may hold, those that are read and those that are being delivered: each by itself is bounded, and
 * there are many connections. Thread-safe.
 */
final class BodyBudget {
    private final AtomicLong free;

    /** So many bytes. */
    BodyBudget(long bytes) {
        this.free = new AtomicLong(bytes);
    }

    /** Takes so many, or none. */
    boolean isTaken(int bytes) {
        long before = free.getAndUpdate(left -> left < bytes ? left : left - bytes);
        return before >= bytes;
    }

    /** Gives back what was taken. */
    void giveBack(int bytes) {
        free.addAndGet(bytes);
    }
}
