// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.JournalRecord;
import java.util.Optional;

/** What bytes turned out to be: a record, or damage. Immutable. */
public sealed interface Decoded {
    /**
     * A record whose encoding is these very bytes.
     *
     * @param value the record
     */
    record Sound(JournalRecord value) implements Decoded {}

    /**
     * No record of a format that we know.
     *
     * @param value what is wrong: {@code not_canonical} or {@code unknown_version}, and where in the record
     */
    record Broken(Damage value) implements Decoded {}

    /**
     * The record.
     *
     * @return empty where the bytes are damaged
     */
    default Optional<JournalRecord> record() {
        return this instanceof Sound sound ? Optional.of(sound.value()) : Optional.empty();
    }

    /**
     * The damage.
     *
     * @return empty where the bytes are a record
     */
    default Optional<Damage> damage() {
        return this instanceof Broken broken ? Optional.of(broken.value()) : Optional.empty();
    }

    /**
     * The record, for a caller that cannot go on without it.
     *
     * @return the record
     * @throws DamageException where the bytes are damaged
     */
    default JournalRecord orElseThrow() {
        if (this instanceof Broken broken) {
            throw new DamageException(broken.value());
        }
        return ((Sound) this).value();
    }
}
