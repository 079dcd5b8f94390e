// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The bytes of one body as they come in. What holds them grows with them, not with what a head claims, is taken from the budget before it
 * grows, and given back once. Thread-safe.
 */
final class BodyBytes {
    private static final int FIRST = 4 << 10;

    private final BodyBudget budget;
    private final int most;
    private byte[] bytes = new byte[0];
    private int size;
    private boolean released;

    /** At most so many. */
    BodyBytes(BodyBudget budget, int most) {
        this.budget = budget;
        this.most = most;
    }

    /** Whether so many more would be too many for one body. */
    synchronized boolean isOver(int more) {
        return more > most - size;
    }

    /** Adds them, or says that all bodies together leave no room. */
    synchronized boolean isAdded(ByteBuffer part) {
        if (released) {
            return false;
        }
        int needed = size + part.remaining();
        if (needed > bytes.length) {
            int capacity = (int) Math.min(most, Math.max(needed, Math.max(FIRST, 2L * bytes.length)));
            if (!budget.isTaken(capacity - bytes.length)) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, capacity);
        }
        part.get(bytes, size, part.remaining());
        size = needed;
        return true;
    }

    /** All of them; they stay in the budget until they are released. */
    synchronized byte[] whole() {
        return bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
    }

    /** Nobody needs them any more. */
    synchronized void release() {
        if (!released) {
            released = true;
            budget.giveBack(bytes.length);
            bytes = new byte[0];
        }
    }
}
