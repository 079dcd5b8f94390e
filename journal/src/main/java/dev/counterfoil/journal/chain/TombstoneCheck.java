// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.chain;

import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.DigestSum;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Pruning;
import dev.counterfoil.journal.store.StoredTombstone;
import dev.counterfoil.journal.wire.BindingDigest;
import dev.counterfoil.journal.wire.TombstoneCodec;
import java.math.BigInteger;

/** Tombstones made of sound invocations, and read back: digest, canonical form, and what the store keeps beside. Pure; immutable. */
public final class TombstoneCheck {
    private TombstoneCheck() {}

    /**
     * The wish to replace an invocation by its tombstone.
     *
     * @param chronicle the invocation, closed
     * @return what a store is asked
     * @throws DamageException where it is damaged
     * @throws IllegalArgumentException where it is open
     */
    public static Pruning pruning(Chronicle chronicle) {
        Sha256 binding = BindingDigest.of(chronicle.soundState().opening().binding());
        Sha256 sum = sum(chronicle);
        Tombstone tombstone = Tombstone.of(chronicle.id(), binding, chronicle.head().digest(), sum, chronicle.soundState());
        byte[] body = TombstoneCodec.encode(tombstone);
        return new Pruning(chronicle.id(), chronicle.head(), sum, TombstoneCodec.digest(body), Bytes.of(body));
    }

    /**
     * Reads a tombstone back.
     *
     * @param stored as a store keeps it
     * @return what it says
     * @throws DamageException where its bytes are not the ones that were written, or say something else than the row
     */
    public static Tombstone read(StoredTombstone stored) {
        String where = "the tombstone of " + stored.id();
        byte[] body = stored.body().toArray();
        demand(TombstoneCodec.digest(body).equals(stored.digest()), DamageReason.DIGEST_DIFFERS, where, stored.digest(),
                TombstoneCodec.digest(body));
        Tombstone tombstone;
        try {
            tombstone = TombstoneCodec.decode(body);
        } catch (DamageException e) {
            Damage inner = e.damage();
            throw new DamageException(new Damage(inner.reason(), where + ", " + inner.where(), inner.expected(), inner.found()));
        }
        demand(tombstone.id().equals(stored.id()), DamageReason.ANCHOR_DIFFERS, where, tombstone.id(), stored.id());
        Head head = new Head(tombstone.records(), tombstone.last());
        demand(head.records() == stored.head().records(), DamageReason.ANCHOR_DIFFERS, where, head.records(), stored.head().records());
        demand(head.equals(stored.head()), DamageReason.ANCHOR_DIFFERS, where, head.digest(), stored.head().digest());
        demand(tombstone.digestSum().equals(stored.digestSum()), DamageReason.ANCHOR_DIFFERS, where, tombstone.digestSum(),
                stored.digestSum());
        return tombstone;
    }

    private static Sha256 sum(Chronicle chronicle) {
        BigInteger sum = BigInteger.ZERO;
        for (ScannedRecord record : chronicle.records()) {
            sum = DigestSum.add(sum, record.digest());
        }
        return DigestSum.digest(sum);
    }

    private static void demand(boolean holds, DamageReason reason, String where, Object expected, Object found) {
        if (!holds) {
            throw new DamageException(Damage.of(reason, where, expected.toString(), found.toString()));
        }
    }
}
