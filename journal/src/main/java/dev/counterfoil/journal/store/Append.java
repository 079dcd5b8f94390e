// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.InvocationId;
import java.util.List;

/**
 * One atomic step of one invocation. Immutable.
 *
 * @param invocation its name
 * @param expected the head behind which the records go; {@link Head#NONE} opens the invocation
 * @param authority by what right
 * @param records the new records, at least one, contiguous from {@code expected.records()}
 * @param standing what the invocation is afterwards; closing releases its ownership
 */
public record Append(InvocationId invocation, Head expected, Authority authority, List<StoredRecord> records, Standing standing) {
    /**
     * Checks that the records follow the head.
     *
     * @throws IllegalArgumentException where there is none, or the sequences do not follow
     */
    public Append {
        records = List.copyOf(records);
        if (records.isEmpty()) {
            throw new IllegalArgumentException("an append has at least one record");
        }
        for (int i = 0; i < records.size(); i++) {
            if (records.get(i).sequence() != expected.records() + i) {
                throw new IllegalArgumentException("the records of an append follow its head");
            }
        }
    }

    /**
     * The head after it.
     *
     * @return number and digest of the last record
     */
    public Head after() {
        StoredRecord last = records.get(records.size() - 1);
        return new Head(last.sequence() + 1, last.digest());
    }
}
