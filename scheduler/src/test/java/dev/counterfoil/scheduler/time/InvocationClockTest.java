// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** P5: no step of a clock inside a process extends anything. */
class InvocationClockTest {
    private static final Instant START = Instant.ofEpochMilli(1_700_000_000_000L);

    /** A wall clock and a ticker that are set by hand. Confined. */
    private static final class Clocks {
        private Instant wall = START;
        private long nanos = Long.MAX_VALUE - 5_000_000_000L;

        InvocationClock open() {
            return InvocationClock.open(() -> wall, () -> nanos);
        }

        InvocationClock resume(Instant latest) {
            return InvocationClock.resume(() -> wall, () -> nanos, latest);
        }

        void pass(Duration time) {
            wall = wall.plus(time);
            nanos += time.toNanos();
        }

        void step(Duration by) {
            wall = wall.plus(by);
        }
    }

    @Test
    void without_steps_now_is_the_wall_clock_also_where_the_ticker_wraps() {
        Clocks clocks = new Clocks();
        InvocationClock clock = clocks.open();
        for (int i = 0; i < 20; i++) {
            assertEquals(clocks.wall, clock.now());
            clocks.pass(Duration.ofMillis(997));
        }
    }

    @Test
    void P5_A28_a_step_back_delays_nothing_and_extends_nothing() {
        Clocks clocks = new Clocks();
        InvocationClock clock = clocks.open();
        Deadline deadline = Deadline.after(1_000, clock.now());
        clocks.pass(Duration.ofMillis(500));
        clocks.step(Duration.ofHours(-1));
        assertEquals(START.plusMillis(500), clock.now());
        clocks.pass(Duration.ofMillis(499));
        assertFalse(deadline.isLate(clock.now()));
        clocks.pass(Duration.ofMillis(1));
        assertTrue(deadline.isLate(clock.now()));
    }

    @Test
    void P5_A28_a_step_forward_is_believed_and_never_taken_back() {
        Clocks clocks = new Clocks();
        InvocationClock clock = clocks.open();
        clocks.step(Duration.ofHours(1));
        assertEquals(START.plusSeconds(3_600), clock.now());
        clocks.step(Duration.ofHours(-2));
        clocks.pass(Duration.ofMinutes(30));
        assertEquals(START.plusSeconds(3_600), clock.now());
        clocks.pass(Duration.ofMinutes(31));
        assertEquals(START.plusSeconds(3_660), clock.now());
    }

    @Test
    void a_wall_clock_before_the_latest_record_is_a_regression_and_now_starts_at_the_record() {
        Clocks clocks = new Clocks();
        InvocationClock clock = clocks.resume(START.plusMillis(90));
        assertEquals(START.plusMillis(90), clock.now());
        assertEquals(Duration.ofMillis(90), clock.regression());
        assertTrue(clock.startedBehind());
        clocks.pass(Duration.ofMillis(10));
        assertEquals(START.plusMillis(100), clock.now());
    }

    @Test
    void a_wall_clock_at_or_after_the_latest_record_is_none() {
        Clocks clocks = new Clocks();
        for (long behind : new long[] {0, 1, 5_000}) {
            InvocationClock clock = clocks.resume(START.minusMillis(behind));
            assertFalse(clock.startedBehind());
            assertEquals(START, clock.now());
        }
        assertFalse(clocks.open().startedBehind());
    }

    @Test
    void instants_are_whole_milliseconds() {
        Clocks clocks = new Clocks();
        clocks.step(Duration.ofNanos(999_999));
        InvocationClock clock = clocks.open();
        assertEquals(START, clock.now());
        clocks.pass(Duration.ofNanos(1_700_000));
        assertEquals(0, clock.now().getNano() % 1_000_000);
        InvocationClock resumed = clocks.resume(START.plusSeconds(1));
        clocks.pass(Duration.ofNanos(1_999_999));
        assertEquals(START.plusSeconds(1).plusMillis(1), resumed.now());
    }

    @Test
    void P5_whatever_the_clocks_do_now_never_goes_back_and_never_lags_behind_elapsed_time() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Clocks clocks = new Clocks();
            Instant latest = START.plusMillis(random.nextLong(-5_000, 5_000));
            InvocationClock clock = clocks.resume(latest);
            Instant base = latest.isAfter(START) ? latest : START;
            Instant last = base;
            Duration elapsed = Duration.ZERO;
            for (int i = 0; i < 100; i++) {
                Duration passed = Duration.ofMillis(random.nextLong(50));
                clocks.pass(passed);
                elapsed = elapsed.plus(passed);
                clocks.step(Duration.ofMillis(random.nextInt(3) == 0 ? random.nextLong(-4_000, 4_000) : 0));
                Instant now = clock.now();
                assertFalse(now.isBefore(last));
                assertFalse(now.isBefore(base.plus(elapsed)));
                assertFalse(now.isBefore(clocks.wall));
                last = now;
            }
        }
    }
}
