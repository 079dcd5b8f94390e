// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver;

import dev.counterfoil.receiver.receipt.Retention;
import java.time.Duration;
import java.util.Optional;

/**
 * How long receipts are kept, and what is kept beside them. Immutable.
 *
 * @param retention what the database is told to go by, for operations that end from then on, whoever ends them; empty for what it goes by
 *     already, which is for ever in a new one
 * @param payloads whether the bytes of a delivery are kept with its effect
 */
public record ReceiverSettings(Optional<Retention> retention, Payloads payloads) {
    /** For a host that keeps what it needs in tables of its own: no payload, and the database's retention. */
    public static final ReceiverSettings EMBEDDED = new ReceiverSettings(Optional.empty(), Payloads.DROPPED);

    /** For a receiver whose effect is its own row: with payload, and the database's retention. */
    public static final ReceiverSettings STAND_ALONE = new ReceiverSettings(Optional.empty(), Payloads.KEPT);

    /** Whether payloads are kept. Immutable. */
    public enum Payloads {
        /** With the effect, until it is purged. */
        KEPT,
        /** Only their fingerprint is. */
        DROPPED
    }

    /**
     * The same with another retention.
     *
     * @param time from the commit
     * @return the settings
     * @throws IllegalArgumentException where it is less than a millisecond
     */
    public ReceiverSettings retaining(Duration time) {
        return retaining(Retention.of(time));
    }

    /**
     * The same with another retention.
     *
     * @param other the retention
     * @return the settings
     */
    public ReceiverSettings retaining(Retention other) {
        return new ReceiverSettings(Optional.of(other), payloads);
    }
}
