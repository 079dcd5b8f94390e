// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.store.StoredTombstone;
import java.util.List;
import java.util.Optional;

/** A journal that is a list. Immutable. */
record Shelf(List<StoredInvocation> invocations, List<AnchorDifference> differences, List<StoredTombstone> tombstones)
        implements JournalSource {
    /** An invocation of this name cannot be read. */
    static final InvocationId UNREADABLE = new InvocationId("unreadable");

    static Shelf of(StoredInvocation... invocations) {
        return new Shelf(List.of(invocations), List.of(), List.of());
    }

    @Override
    public Optional<StoredInvocation> read(InvocationId invocation) {
        if (invocation.equals(UNREADABLE)) {
            throw new DamagedJournalException(
                    "j.db", List.of(Damage.of(DamageReason.UNREADABLE, "the file", "a sound database", "SQLITE_CORRUPT")));
        }
        return invocations.stream().filter(each -> each.row().id().equals(invocation)).findFirst();
    }

    @Override
    public Optional<InvocationRow> row(InvocationId invocation) {
        return read(invocation).map(StoredInvocation::row);
    }

    @Override
    public Optional<StoredRecord> last(InvocationId invocation) {
        return read(invocation).map(StoredInvocation::records).filter(records -> !records.isEmpty())
                .map(records -> records.get(records.size() - 1))
                .map(last -> new StoredRecord(last.sequence(), last.digest(), last.body(), Optional.empty(), Optional.empty()));
    }

    @Override
    public List<InvocationRow> invocations(long after, int limit, Scope scope) {
        return invocations.stream().map(StoredInvocation::row).filter(row -> row.number() > after).limit(limit).toList();
    }

    @Override
    public Optional<StoredTombstone> tombstone(InvocationId invocation) {
        return tombstones.stream().filter(each -> each.id().equals(invocation)).findFirst();
    }

    @Override
    public List<StoredTombstone> tombstones(long after, int limit) {
        return tombstones.stream().filter(each -> each.number() > after).limit(limit).toList();
    }

    @Override
    public List<AnchorDifference> checkAnchor() {
        return differences;
    }

    @Override
    public void close() {}
}
