// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * In which databases this thread has a transaction of the receiver's open. An effect that had the receiver do another thing in the same
 * database would wait for itself, for as long as for any lock, and all others with it. Thread-safe.
 */
final class Inside {
    private static final ThreadLocal<Set<String>> OPEN = ThreadLocal.withInitial(HashSet::new);

    private Inside() {}

    /**
     * Does what opens a transaction.
     *
     * @throws IllegalStateException where this thread has one open there
     */
    static <T> T of(String database, Supplier<T> work) {
        Set<String> open = OPEN.get();
        if (!open.add(database)) {
            throw new IllegalStateException("an effect had the receiver do another thing in the database of its own transaction, which it"
                    + " would wait for; deliver that before or behind");
        }
        try {
            return work.get();
        } finally {
            open.remove(database);
            if (open.isEmpty()) {
                OPEN.remove();
            }
        }
    }
}
