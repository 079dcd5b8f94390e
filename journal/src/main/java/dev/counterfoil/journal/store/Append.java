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
     * What became of it, where its commit was not answered, going by what is there: its last record at its place means that all of it is,
     * another one there that it never will be. Two owners that open an invocation in the same millisecond write the same bytes, so bytes
     * alone do not say whose they are: see {@link #leavesItTo}.
     *
     * @param there the invocation as it was read back
     * @return empty where the head is still the one before it
     */
    public Optional<AppendResult> seenIn(StoredInvocation there) {
        if (there.row().records() <= expected.records()) {
            return Optional.empty();
        }
        Head after = after();
        if (there.records().stream().noneMatch(each -> each.sequence() == after.records() - 1 && each.digest().equals(after.digest()))) {
            return Optional.of(new AppendResult.HeadMoved());
        }
        Holder holder = there.row().holder();
        if (leavesItTo(holder)) {
            return Optional.of(new AppendResult.Appended());
        }
        return Optional.of(expected.equals(Head.NONE) ? new AppendResult.HeadMoved() : new AppendResult.EpochMoved(holder));
    }

    /**
     * The same of an invocation that was closed and pruned since: only where its chain ended is known.
     *
     * @param pruned its last head
     * @return unknown where others wrote behind the place of this one
     */
    public AppendResult seenIn(Head pruned) {
        if (pruned.equals(after())) {
            return new AppendResult.Appended();
        }
        return pruned.records() <= after().records() ? new AppendResult.HeadMoved()
                : new AppendResult.Unknown("the invocation was pruned before it could be looked for");
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
