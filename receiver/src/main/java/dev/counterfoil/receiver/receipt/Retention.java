// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How long receipts are kept, from the commit that ended their operation. The database keeps it, so that whoever ends an operation there,
 * a server, a host or a person, gives it the same limit. Immutable.
 *
 * @param limitMillis empty for ever
 */
public record Retention(OptionalLong limitMillis) {
    /** Nothing is ever forgotten. */
    public static final Retention FOR_EVER = new Retention(OptionalLong.empty());

    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException where it is not positive
     */
    public Retention {
        if (limitMillis.isPresent() && limitMillis.getAsLong() <= 0) {
            throw new IllegalArgumentException("retention: must be longer than nothing, a millisecond or more");
        }
    }

    /**
     * A limit; one that is too long to be written is none.
     *
     * @param limit whole milliseconds count
     * @return the retention
     * @throws IllegalArgumentException where it is less than a millisecond
     */
    public static Retention of(Duration limit) {
        try {
            return new Retention(OptionalLong.of(limit.toMillis()));
        } catch (ArithmeticException e) {
            return limit.isNegative() ? new Retention(OptionalLong.of(-1)) : FOR_EVER;
        }
    }

    /**
     * The limit.
     *
     * @return empty for ever
     */
    public Optional<Duration> limit() {
        return limitMillis.isPresent() ? Optional.of(Duration.ofMillis(limitMillis.getAsLong())) : Optional.empty();
    }

    /**
     * When it is over for what ends now.
     *
     * @param now the instant, in whole milliseconds
     * @return empty for never, which is also an instant that cannot be written
     */
    public Optional<Instant> expiry(Instant now) {
        try {
            return limit().map(now::plus).map(at -> Instant.ofEpochMilli(at.toEpochMilli()));
        } catch (ArithmeticException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
