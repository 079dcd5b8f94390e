// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Sha256;

/**
 * The anchor while a transaction appends: it counts and sums on from the row that was read. The row that is to be written is made once, so
 * no record pays for sums of any size. Confined to its transaction.
 */
final class GrowingAnchor {
    private final AnchorRow before;
    private final RunningSum digests = new RunningSum();
    private final RunningSum headsThatCame = new RunningSum();
    private final RunningSum headsThatWent = new RunningSum();
    private Sha256 lastDigest;
    private long records;
    private long invocations;
    private long highestKey;

    /** From the row as the transaction found it. */
    GrowingAnchor(AnchorRow before) {
        this.before = before;
        this.lastDigest = before.lastDigest();
        this.highestKey = before.highestKey();
    }

    /** The key of the last record; 0 where there is none. */
    long highestKey() {
        return highestKey;
    }

    /** Whether any invocation is pruned. */
    boolean hasTombstones() {
        return before.tombstones() > 0;
    }

    /** Counts one more record; gives its key. */
    long add(Sha256 digest) {
        records++;
        digests.add(digest);
        lastDigest = digest;
        return ++highestKey;
    }

    /** Counts one more invocation, which was opened with this head. */
    void opened(Sha256 head) {
        invocations++;
        headsThatCame.add(head);
    }

    /** An invocation's head moved. */
    void moved(Sha256 from, Sha256 to) {
        headsThatWent.add(from);
        headsThatCame.add(to);
    }

    /** The row as it is now. */
    AnchorRow row() {
        return new AnchorRow(before.records() + records, before.invocations() + invocations, digests.plus(before.digestSum()), highestKey,
                lastDigest, headsThatWent.takenFrom(headsThatCame.plus(before.headSum())), before.tombstones(), before.tombstoneSum());
    }
}
