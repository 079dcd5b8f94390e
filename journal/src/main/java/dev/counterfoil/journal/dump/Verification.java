// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.chain.ScannedRecord;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.PayloadState;
import dev.counterfoil.journal.store.StoredPayload;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Checks a whole journal: every chain from end to end, every record's bytes, grammar and law, every payload that is there in clear, every
 * stored configuration, every tombstone; and, where the walk shows it the anchor, what that counts. Confined.
 *
 * <p>It will not find an older copy of the whole file, nor a lost or shortened write-ahead log: both are true states of earlier.
 */
public final class Verification implements JournalVisitor {
    private final BiConsumer<Optional<InvocationId>, Damage> damaged;
    private long invocations;
    private long records;
    private long payloads;
    private long unseen;
    private long tombstones;
    private long damages;

    /**
     * A verification.
     *
     * @param damaged takes each damage
     */
    public Verification(BiConsumer<Optional<InvocationId>, Damage> damaged) {
        this.damaged = damaged;
    }

    @Override
    public void invocation(Chronicle chronicle) {
        invocations++;
        records += chronicle.records().size();
        chronicle.records().forEach(this::count);
        chronicle.damage().ifPresent(damage -> damage(Optional.of(chronicle.id()), damage));
    }

    @Override
    public void pruned(Tombstone tombstone) {
        tombstones++;
    }

    private void count(ScannedRecord scanned) {
        Stream.of(scanned.stored().payload(), scanned.stored().attachment())
                .flatMap(Optional::stream)
                .map(StoredPayload::state)
                .forEach(state -> {
                    payloads += state == PayloadState.CLEAR ? 1 : 0;
                    unseen += state == PayloadState.CLEAR ? 0 : 1;
                });
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage damage) {
        damages++;
        damaged.accept(id, damage);
    }

    /**
     * How many invocations were checked.
     *
     * @return the number
     */
    public long invocations() {
        return invocations;
    }

    /**
     * How many records were found sound.
     *
     * @return the number
     */
    public long records() {
        return records;
    }

    /**
     * How many payloads were compared with their digests.
     *
     * @return the number
     */
    public long payloads() {
        return payloads;
    }

    /**
     * How many payloads are erased or sealed, so that nothing is there to compare.
     *
     * @return the number
     */
    public long unseenPayloads() {
        return unseen;
    }

    /**
     * How many pruned invocations were found with a sound tombstone.
     *
     * @return the number
     */
    public long tombstones() {
        return tombstones;
    }

    /**
     * How many damages were found.
     *
     * @return the number
     */
    public long damages() {
        return damages;
    }
}
