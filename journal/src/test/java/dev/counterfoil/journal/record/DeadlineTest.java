// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Two predicates that treat the deadline's own instant differently, and the ranges. */
class DeadlineTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_000_000);
    private static final Deadline IN_100 = Deadline.after(100, NOW);

    @Test
    void ending_at_the_very_instant_fits_and_a_millisecond_later_does_not() {
        assertTrue(IN_100.fits(NOW, Duration.ofMillis(60), Duration.ofMillis(40)));
        assertFalse(IN_100.fits(NOW, Duration.ofMillis(60), Duration.ofMillis(41)));
        assertFalse(IN_100.fits(NOW, Duration.ofMillis(61), Duration.ofMillis(40)));
        assertFalse(IN_100.fits(NOW.plusMillis(1), Duration.ofMillis(100), Duration.ZERO));
        assertFalse(IN_100.fits(NOW, Duration.ofMillis(100).plusNanos(1), Duration.ZERO));
        assertTrue(IN_100.fits(NOW.plusMillis(100), Duration.ZERO, Duration.ZERO));
    }

    @Test
    void the_very_instant_is_late_and_the_one_before_is_not() {
        assertFalse(IN_100.isLate(NOW.plusMillis(99)));
        assertTrue(IN_100.isLate(NOW.plusMillis(100)));
        assertTrue(IN_100.isLate(NOW.plusMillis(101)));
    }

    @Test
    void without_a_deadline_everything_fits_and_nothing_is_late() {
        assertTrue(Deadline.NONE.fits(NOW, Duration.ofDays(1_000_000), Duration.ofSeconds(Long.MAX_VALUE)));
        assertFalse(Deadline.NONE.isLate(Instant.MAX));
    }

    @Test
    void a_wait_beyond_every_instant_does_not_fit() {
        assertFalse(IN_100.fits(NOW, Duration.ofSeconds(Long.MAX_VALUE), Duration.ZERO));
        assertFalse(IN_100.fits(NOW, Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE)));
        assertFalse(IN_100.fits(NOW, Duration.ofSeconds(Instant.MAX.getEpochSecond()), Duration.ofSeconds(Long.MAX_VALUE)));
    }

    @Test
    void a_relative_deadline_becomes_an_instant_and_keeps_its_number() {
        assertEquals(new Deadline(OptionalLong.of(100), Optional.of(NOW.plusMillis(100))), IN_100);
        assertEquals(Optional.of(NOW), Deadline.after(0, NOW).at());
        assertTrue(Deadline.after(0, NOW).isLate(NOW));
        assertTrue(Deadline.after(0, NOW).fits(NOW, Duration.ZERO, Duration.ZERO));
        assertEquals(OptionalLong.empty(), Deadline.absolute(NOW).latencyMillis());
    }

    @Test
    void numbers_out_of_range_are_refused() {
        Instant last = Instant.ofEpochMilli(Bounds.INTEGER);
        assertThrows(IllegalArgumentException.class, () -> Deadline.after(-1, NOW));
        assertThrows(IllegalArgumentException.class, () -> Deadline.after(Bounds.INTEGER + 1, NOW));
        assertThrows(IllegalArgumentException.class, () -> Deadline.after(Bounds.INTEGER, NOW));
        assertThrows(IllegalArgumentException.class, () -> Deadline.after(1, last));
        assertThrows(IllegalArgumentException.class, () -> Deadline.after(1, Instant.MAX));
        assertEquals(Optional.of(last), Deadline.after(0, last).at());
        assertEquals(Optional.of(last), Deadline.absolute(last).at());
        assertThrows(IllegalArgumentException.class, () -> Deadline.absolute(last.plusMillis(1)));
        assertThrows(IllegalArgumentException.class, () -> Deadline.absolute(NOW.plusNanos(1)));
        assertThrows(IllegalArgumentException.class, () -> Deadline.absolute(Instant.MAX));
        assertThrows(IllegalArgumentException.class, () -> new Deadline(OptionalLong.of(1), Optional.empty()));
    }
}
