// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long receipts are kept, and what is kept beside them. Immutable.
 *
 * @param retention from the commit that ended an operation; empty for ever. A change holds for operations that end later
 * @param payloads whether the bytes of a delivery are kept with its effect
 */
public record ReceiverSettings(Optional<Duration> retention, Payloads payloads) {
    /** For a host that keeps what it needs in tables of its own: receipts for ever, no payload. */
    public static final ReceiverSettings EMBEDDED = new ReceiverSettings(Optional.empty(), Payloads.DROPPED);

    /** For a receiver whose effect is its own row: receipts for ever, with payload. */
    public static final ReceiverSettings STAND_ALONE = new ReceiverSettings(Optional.empty(), Payloads.KEPT);

    /** Whether payloads are kept. Immutable. */
    public enum Payloads {
        /** With the effect, until it is purged. */
        KEPT,
        /** Only their fingerprint is. */
        DROPPED
    }

    /**
     * Checks the retention.
     *
     * @throws IllegalArgumentException where it is not positive
     */
    public ReceiverSettings {
        if (retention.isPresent() && (retention.get().isNegative() || retention.get().isZero())) {
            throw new IllegalArgumentException("retention: must be longer than nothing");
        }
    }

    /**
     * The same with another retention.
     *
     * @param time from the commit
     * @return the settings
     */
    public ReceiverSettings retaining(Duration time) {
        return new ReceiverSettings(Optional.of(time), payloads);
    }

    /** When the retention of what ends now is over; an instant that cannot be written is never. */
    Optional<Instant> expiry(Instant now) {
        try {
            return retention.map(now::plus).map(at -> Instant.ofEpochMilli(at.toEpochMilli()));
        } catch (ArithmeticException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
