// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class RetentionTest {
    @Test
    void a_limit_is_a_millisecond_or_more() {
        assertEquals(Optional.of(Duration.ofMillis(1)), new Retention(OptionalLong.of(1)).limit());
        for (long wrong : List.of(0L, -1L, Long.MIN_VALUE)) {
            assertThrows(IllegalArgumentException.class, () -> new Retention(OptionalLong.of(wrong)));
        }
        List<Duration> none = List.of(Duration.ZERO, Duration.ofNanos(999_999), Duration.ofMillis(-1), Duration.ofSeconds(Long.MIN_VALUE));
        for (Duration wrong : none) {
            assertThrows(IllegalArgumentException.class, () -> Retention.of(wrong), wrong.toString());
        }
    }

    @Test
    void one_that_is_too_long_to_be_written_is_for_ever() {
        assertEquals(OptionalLong.of(Long.MAX_VALUE), Retention.of(Duration.ofMillis(Long.MAX_VALUE)).limitMillis());
        assertEquals(Retention.FOR_EVER, Retention.of(Duration.ofMillis(Long.MAX_VALUE).plusMillis(1)));
        assertEquals(Optional.empty(), Retention.FOR_EVER.limit());
        assertEquals(Retention.FOR_EVER, new Retention(OptionalLong.empty()));
    }

    @Test
    void it_is_over_so_long_behind_the_end_or_never() {
        Instant now = Instant.ofEpochMilli(1_000);
        assertEquals(Optional.of(now.plusMillis(500)), Retention.of(Duration.ofMillis(500)).expiry(now));
        assertEquals(Optional.empty(), Retention.FOR_EVER.expiry(now));
        assertEquals(Optional.of(Instant.ofEpochMilli(Long.MAX_VALUE)),
                Retention.of(Duration.ofMillis(1)).expiry(Instant.ofEpochMilli(Long.MAX_VALUE - 1)));
        assertEquals(Optional.empty(), Retention.of(Duration.ofMillis(1)).expiry(Instant.ofEpochMilli(Long.MAX_VALUE)));
        assertEquals(Optional.empty(), Retention.of(Duration.ofMillis(1)).expiry(Instant.MAX));
    }
}
