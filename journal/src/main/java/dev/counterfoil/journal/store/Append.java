// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.InvocationId;
import java.util.List;
import java.util.Optional;

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
     * Whether an invocation that shows its records may be taken for the work of this append, going by who holds it. The records of two
     * owners may be the same bytes: both open at epoch 1, in the same millisecond. What an owner's append leaves open is its owner's; what
     * it closes is nobody's, and permits nothing, so there it does not matter whose it was. The same holds without ownership.
     *
     * @param holder who holds the invocation
     * @return false where it is open by the work, or in the hands, of another owner
     */
    public boolean leavesItTo(Holder holder) {
        return standing == Standing.CLOSED || !(authority instanceof Authority.Owned owned)
                || holder.equals(new Holder(Optional.of(owned.owner()), owned.epoch()));
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
