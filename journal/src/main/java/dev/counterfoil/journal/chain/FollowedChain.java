// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.chain;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.StoredRecord;
import java.util.List;

/**
 * One invocation's chain as it grows: what was found sound is not scanned again, only what is new behind it. Confined.
 *
 * <p>It will not notice that a record changed which it has scanned before.
 */
public final class FollowedChain {
    private final ChainScanner scanner;

    /**
     * Begins before the opening.
     *
     * @param id the invocation
     * @param law which recorded attempts would have been admitted
     */
    public FollowedChain(InvocationId id, Law law) {
        this.scanner = new ChainScanner(id, law);
    }

    /**
     * Where the part ends that was scanned.
     *
     * @return the head
     */
    public Head head() {
        return scanner.head();
    }

    /**
     * Scans what follows.
     *
     * @param part records from the head on; behind damage there is nothing to go on with
     * @return a chronicle of these records only, and of the state behind them
     */
    public Chronicle goOn(Arrivals.Part part) {
        ChainScanner.End end = part.extent() == Arrivals.Extent.MORE_FOLLOW ? ChainScanner.End.MORE_FOLLOW : ChainScanner.End.THE_LAST;
        List<StoredRecord> records = part.records();
        int bare = part.withoutBytes();
        if (bare == records.size()) {
            return scanner.goOn(part.row(), records, ChainScanner.Beside.NOT_READ, end);
        }
        if (bare > 0) {
            Chronicle before = scanner.goOn(part.row(), records.subList(0, bare), ChainScanner.Beside.NOT_READ,
                    ChainScanner.End.MORE_FOLLOW);
            if (before.damage().isPresent()) {
                return before;
            }
        }
        return scanner.goOn(part.row(), records.subList(bare, records.size()), ChainScanner.Beside.READ, end);
    }
}
