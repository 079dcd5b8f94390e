// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import java.util.List;

/**
 * An invocation as a store keeps it, in one consistent read. Immutable.
 *
 * @param row its row
 * @param records its records as they are there, in order of sequence; where rows were removed or cut, fewer than the row counts
 */
public record StoredInvocation(InvocationRow row, List<StoredRecord> records) {
    /** Copies the list. */
    public StoredInvocation {
        records = List.copyOf(records);
    }
}
