// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.chain;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.InvocationRow;
import java.util.List;
import java.util.Optional;

/**
 * One invocation as it was read back: its sound records, what they say, and the first damage where there is one. Immutable.
 *
 * @param row what the store keeps beside the records
 * @param records the sound ones, up to the damage
 * @param state what they say; empty where not even the opening is sound
 * @param damage the first damage
 */
public record Chronicle(InvocationRow row, List<ScannedRecord> records, Optional<InvocationState> state, Optional<Damage> damage) {
    /** Copies the list. */
    public Chronicle {
        records = List.copyOf(records);
    }

    /**
     * The invocation.
     *
     * @return its name
     */
    public InvocationId id() {
        return row.id();
    }

    /**
     * What the records say, where all of them are sound.
     *
     * @return the state
     * @throws DamageException where there is damage
     */
    public InvocationState soundState() {
        if (damage.isPresent()) {
            throw new DamageException(damage.get());
        }
        return state.orElseThrow();
    }

    /**
     * Where the sound part of the chain ends.
     *
     * @return the head
     */
    public Head head() {
        return records.isEmpty() ? Head.NONE : new Head(records.size(), records.get(records.size() - 1).digest());
    }

    /**
     * The request.
     *
     * @return empty where it was erased
     */
    public Optional<Bytes> request() {
        return records.get(0).entry().payload();
    }

    /**
     * The provider configuration stored beside the opening.
     *
     * @return empty where there is none, or it was erased
     */
    public Optional<Bytes> configuration() {
        return records.get(0).entry().attachment();
    }

    /**
     * The bytes of the response that the state speaks of.
     *
     * @return empty where there is none, or it was erased
     */
    public Optional<Bytes> response() {
        Optional<Sha256> digest = state.flatMap(InvocationState::responseDigest);
        return digest.flatMap(this::payload);
    }

    private Optional<Bytes> payload(Sha256 digest) {
        return records.stream()
                .skip(1)
                .flatMap(scanned -> scanned.entry().payload().stream())
                .filter(bytes -> bytes.content().sha256().equals(digest))
                .findFirst();
    }
}
