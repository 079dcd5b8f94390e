// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.backoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Jitter;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffPolicyTest {
    private static final OptionalLong NONE = OptionalLong.empty();
    private static final InvocationId ID = new InvocationId("order-17");

    private static long wait(Backoff backoff, long n, double fraction) {
        return BackoffPolicy.waitMillis(backoff, n, NONE, NONE, fraction);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, 1000, 0, 0, 0, 0",
        "FIXED, 2000, 100, 100, 100, 100",
        "LINEAR, 2000, 100, 200, 300, 400",
        "EXPONENTIAL, 2000, 100, 200, 400, 800",
        "EXPONENTIAL, 1500, 100, 150, 225, 337",
        "EXPONENTIAL, 1000, 100, 100, 100, 100",
        "EXPONENTIAL, 1000000, 100, 1000, 1000, 1000"
    })
    void waits_grow_as_their_kind_says_up_to_the_cap(BackoffKind kind, long factor, long w1, long w2, long w3, long w4) {
        Backoff backoff = new Backoff(kind, 100, 1_000, factor, Jitter.NONE);
        long[] expected = {w1, w2, w3, w4};
        for (int n = 1; n <= expected.length; n++) {
            assertEquals(expected[n - 1], wait(backoff, n, 0.5));
        }
    }

    @ParameterizedTest
    @CsvSource({"NONE,0,100", "NONE,1,100", "FULL,0,0", "FULL,0.5,50", "FULL,1,100", "EQUAL,0,50", "EQUAL,0.5,75", "EQUAL,1,100"})
    void jitter_spreads_a_wait_below_it(Jitter jitter, double fraction, long expected) {
        assertEquals(expected, wait(new Backoff(BackoffKind.FIXED, 100, 100, 1_000, jitter), 3, fraction));
    }

    @Test
    void a_decorrelated_wait_lies_between_the_initial_one_and_three_times_the_last() {
        Backoff backoff = new Backoff(BackoffKind.DECORRELATED, 100, 1_000, 2_000, Jitter.FULL);
        assertEquals(100, BackoffPolicy.waitMillis(backoff, 1, NONE, NONE, 0));
        assertEquals(300, BackoffPolicy.waitMillis(backoff, 1, NONE, NONE, 1));
        assertEquals(100, BackoffPolicy.waitMillis(backoff, 2, OptionalLong.of(200), NONE, 0));
        assertEquals(350, BackoffPolicy.waitMillis(backoff, 2, OptionalLong.of(200), NONE, 0.5));
        assertEquals(1_000, BackoffPolicy.waitMillis(backoff, 2, OptionalLong.of(900), NONE, 1));
        assertEquals(100, BackoffPolicy.waitMillis(backoff, 2, OptionalLong.of(0), NONE, 1));
        assertEquals(1_000, BackoffPolicy.waitMillis(backoff, 2, OptionalLong.of(Bounds.INTEGER), NONE, 1));
    }

    @ParameterizedTest
    @EnumSource(BackoffKind.class)
    void A21_no_number_of_continuations_overflows(BackoffKind kind) {
        long[] caps = {0, 1, 500, 30_000, Bounds.INTEGER};
        for (long cap : caps) {
            for (long initial : new long[] {0, 1, Math.min(5_000, cap), cap}) {
                for (long factor : new long[] {1_000, 1_001, 2_000, 1_000_000}) {
                    Backoff backoff = new Backoff(kind, Math.min(initial, cap), cap, factor, Jitter.NONE);
                    grows(backoff);
                }
            }
        }
    }

    private static void grows(Backoff backoff) {
        long last = 0;
        for (long n = 1; n <= 10_000; n += n < 200 ? 1 : 97) {
            long wait = wait(backoff, n, 1);
            assertTrue(wait >= last && wait <= backoff.maxMillis(), () -> backoff + " gives " + wait);
            last = wait;
        }
        for (long n : new long[] {Integer.MAX_VALUE, Bounds.INTEGER, Long.MAX_VALUE}) {
            long wait = wait(backoff, n, 1);
            assertTrue(wait >= last && wait <= backoff.maxMillis(), () -> backoff + " gives " + wait);
            last = wait;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, -2, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void A22_a_fraction_outside_its_range_is_refused(double fraction) {
        assertThrows(IllegalArgumentException.class, () -> wait(Backoff.STANDARD, 1, fraction));
    }

    @ParameterizedTest
    @EnumSource(BackoffKind.class)
    void A22_A23_jitter_never_makes_a_wait_negative_or_longer_than_the_cap(BackoffKind kind) {
        SplittableRandom random = new SplittableRandom(22);
        for (Jitter jitter : Jitter.values()) {
            for (int i = 0; i < 2_000; i++) {
                long cap = random.nextInt(3) == 0 ? Bounds.INTEGER : random.nextLong(1_000);
                Backoff backoff = new Backoff(kind, random.nextLong(cap + 1), cap, 1_000 + random.nextLong(999_001), jitter);
                double fraction = random.nextInt(3) == 0 ? random.nextInt(2) : random.nextDouble();
                OptionalLong previous = random.nextBoolean() ? NONE : OptionalLong.of(random.nextLong(Bounds.INTEGER));
                long wait = BackoffPolicy.waitMillis(backoff, 1 + random.nextLong(20_000), previous, NONE, fraction);
                assertTrue(wait >= 0 && wait <= cap, () -> backoff + " gives " + wait);
            }
        }
    }

    @Test
    void A23_with_the_fraction_at_its_end_the_cap_is_the_cap() {
        assertEquals(500, wait(new Backoff(BackoffKind.EXPONENTIAL, 100, 500, 2_000, Jitter.EQUAL), 9, 1.0));
        assertEquals(500, wait(new Backoff(BackoffKind.EXPONENTIAL, 100, 500, 2_000, Jitter.FULL), 9, 1.0));
    }

    @Test
    void jitter_spreads_the_capped_wait_and_not_the_one_before_the_cap() {
        assertEquals(250, wait(new Backoff(BackoffKind.EXPONENTIAL, 100, 500, 2_000, Jitter.FULL), 9, 0.5));
        assertEquals(375, wait(new Backoff(BackoffKind.LINEAR, 100, 500, 1_000, Jitter.EQUAL), 9, 0.5));
    }

    @ParameterizedTest
    @EnumSource(BackoffKind.class)
    void a_hint_is_a_floor_that_is_never_cut_to_the_cap(BackoffKind kind) {
        Backoff backoff = new Backoff(kind, 100, 1_000, 2_000, Jitter.NONE);
        assertEquals(60_000, BackoffPolicy.waitMillis(backoff, 1, NONE, OptionalLong.of(60_000), 0));
        assertEquals(Bounds.INTEGER, BackoffPolicy.waitMillis(backoff, 1, NONE, OptionalLong.of(Bounds.INTEGER), 0));
        assertEquals(wait(backoff, 2, 1), BackoffPolicy.waitMillis(backoff, 2, NONE, OptionalLong.of(0), 1));
    }

    @Test
    void numbers_out_of_range_are_refused() {
        assertThrows(IllegalArgumentException.class, () -> wait(Backoff.STANDARD, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> BackoffPolicy.waitMillis(Backoff.STANDARD, 1, NONE, OptionalLong.of(-1), 0));
        assertThrows(IllegalArgumentException.class, () -> BackoffPolicy.waitMillis(Backoff.STANDARD, 1, OptionalLong.of(-1), NONE, 0));
    }

    @ParameterizedTest
    @EnumSource(BackoffKind.class)
    void the_same_wait_is_computed_again_after_a_crash(BackoffKind kind) {
        Backoff backoff = new Backoff(kind, 100, 30_000, 2_000, Jitter.FULL);
        OptionalLong previous = NONE;
        for (int n = 1; n <= 50; n++) {
            double fraction = JitterSource.ofInvocation().fraction(ID, n);
            long live = BackoffPolicy.waitMillis(backoff, n, previous, NONE, fraction);
            assertEquals(live, BackoffPolicy.ownWaitMillis(backoff, ID, n, JitterSource.ofInvocation()));
            previous = OptionalLong.of(live);
        }
    }

    @Test
    void fractions_are_pinned_and_spread() {
        JitterSource source = JitterSource.ofInvocation();
        assertEquals(source.fraction(ID, 1), JitterSource.ofInvocation().fraction(ID, 1));
        int[] tenths = new int[10];
        for (int i = 0; i < 10_000; i++) {
            double fraction = source.fraction(new InvocationId("order-" + i % 100), 1 + i / 100);
            assertTrue(fraction >= 0 && fraction < 1);
            tenths[(int) (10 * fraction)]++;
        }
        for (int count : tenths) {
            assertTrue(count > 850 && count < 1_150, "a tenth holds " + count + " of 10,000");
        }
    }

    /** A change of the hash would change waits across an upgrade: the number is pinned. */
    @Test
    void the_first_fraction_of_a_known_id_does_not_change() {
        assertEquals(0.4751207656221308, JitterSource.ofInvocation().fraction(ID, 1), 0.0);
    }
}
