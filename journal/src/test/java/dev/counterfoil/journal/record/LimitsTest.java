// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ceilings and limits at their edges. */
class LimitsTest {
    private static final List<Ceiling> CEILINGS =
            List.of(Ceiling.of(0), Ceiling.of(1), Ceiling.of(7), Ceiling.of(Bounds.INTEGER), Ceiling.unbounded());

    @Test
    void a_ceiling_admits_itself_and_nothing_above() {
        assertTrue(Ceiling.of(7).admits(6));
        assertTrue(Ceiling.of(7).admits(7));
        assertFalse(Ceiling.of(7).admits(8));
        assertTrue(Ceiling.of(0).admits(0));
        assertFalse(Ceiling.of(0).admits(1));
        assertTrue(Ceiling.unbounded().admits(Long.MAX_VALUE));
    }

    @Test
    void a_ceiling_is_from_zero_to_the_last_safe_integer() {
        assertEquals(OptionalLong.of(Bounds.INTEGER), Ceiling.of(Bounds.INTEGER).most());
        assertThrows(IllegalArgumentException.class, () -> Ceiling.of(-1));
        assertThrows(IllegalArgumentException.class, () -> Ceiling.of(Bounds.INTEGER + 1));
        assertEquals(OptionalLong.empty(), Ceiling.unbounded().most());
    }

    @Test
    void what_remains_is_never_negative_and_finite_even_without_a_limit() {
        assertEquals(4, Ceiling.of(7).remainingAfter(3));
        assertEquals(0, Ceiling.of(7).remainingAfter(7));
        assertEquals(0, Ceiling.of(7).remainingAfter(Long.MAX_VALUE));
        assertEquals(Bounds.INTEGER - 3, Ceiling.unbounded().remainingAfter(3));
        assertEquals(0, Ceiling.unbounded().remainingAfter(Bounds.INTEGER + 1));
    }

    @Test
    void the_lower_ceiling_is_found_in_either_order_and_unbounded_is_the_highest() {
        for (int low = 0; low < CEILINGS.size(); low++) {
            for (int high = low; high < CEILINGS.size(); high++) {
                assertEquals(CEILINGS.get(low), CEILINGS.get(low).min(CEILINGS.get(high)));
                assertEquals(CEILINGS.get(low), CEILINGS.get(high).min(CEILINGS.get(low)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_limit_is_of_its_own_dimension_only(Dimension dimension) {
        Limits limits = Limits.unbounded().with(dimension, 3);
        for (Dimension other : Dimension.values()) {
            assertEquals(other == dimension ? Ceiling.of(3) : Ceiling.unbounded(), limits.of(other));
        }
        assertEquals(Ceiling.unbounded(), Limits.unbounded().of(dimension));
        assertThrows(IllegalArgumentException.class, () -> Limits.unbounded().with(dimension, -1));
    }

    @ParameterizedTest
    @EnumSource
    void unbounded_given_and_unbounded_by_silence_are_equal(Dimension dimension) {
        Limits given = Limits.of(Map.of(dimension, Ceiling.unbounded()));
        Limits lifted = Limits.unbounded().with(dimension, 3).with(dimension, Ceiling.unbounded());
        assertEquals(Limits.unbounded(), given);
        assertEquals(Limits.unbounded(), lifted);
        assertEquals(Limits.unbounded().hashCode(), given.hashCode());
        assertNotEquals(Limits.unbounded(), Limits.unbounded().with(dimension, 3));
    }

    @Test
    void the_intersection_takes_the_lower_in_each_dimension_and_has_unbounded_as_identity() {
        Limits left = Limits.unbounded().with(Dimension.MAX_CALLS, 3).with(Dimension.MAX_RETRIES, 9);
        Limits right = Limits.unbounded().with(Dimension.MAX_CALLS, 5).with(Dimension.MAX_COST_MICROS, 0);
        Limits both =
                Limits.unbounded().with(Dimension.MAX_CALLS, 3).with(Dimension.MAX_RETRIES, 9).with(Dimension.MAX_COST_MICROS, 0);
        assertEquals(both, left.min(right));
        assertEquals(both, right.min(left));
        assertEquals(left, left.min(Limits.unbounded()));
        assertEquals(left, Limits.unbounded().min(left));
        assertEquals(left, left.min(left));
    }

    @Test
    void limits_keep_nothing_of_the_map_they_were_made_from() {
        Map<Dimension, Ceiling> map = new EnumMap<>(Map.of(Dimension.MAX_CALLS, Ceiling.of(1)));
        Limits limits = Limits.of(map);
        map.put(Dimension.MAX_CALLS, Ceiling.of(100));
        map.clear();
        assertEquals(Ceiling.of(1), limits.of(Dimension.MAX_CALLS));
    }
}
