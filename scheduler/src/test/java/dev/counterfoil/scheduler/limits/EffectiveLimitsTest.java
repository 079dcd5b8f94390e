// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Limits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EffectiveLimitsTest {
    private static final LimitSource NONE = LimitSource.unbounded();

    private static Limits effective(LimitSource source, LimitSource deployment, LimitSource invocation) {
        LimitsDecision decision = EffectiveLimits.intersect(source, deployment, invocation);
        return ((LimitsDecision.Effective) decision).limits().limits();
    }

    private static LimitsDecision rejected(LimitsRejection rejection, Dimension dimension) {
        return new LimitsDecision.Rejected(rejection, dimension);
    }

    @Test
    void T01_the_lowest_number_of_the_three_sources_holds() {
        LimitSource a = NONE.with(Dimension.MAX_CALLS, 10);
        LimitSource b = NONE.with(Dimension.MAX_CALLS, 5).with(Dimension.MAX_RETRIES, 2);
        LimitSource c = NONE.with(Dimension.MAX_CALLS, 8);
        Limits expected = Limits.unbounded().with(Dimension.MAX_CALLS, 5).with(Dimension.MAX_RETRIES, 2);
        for (List<LimitSource> order : List.of(List.of(a, b, c), List.of(c, a, b), List.of(b, c, a), List.of(c, b, a))) {
            assertEquals(expected, effective(order.get(0), order.get(1), order.get(2)));
        }
    }

    @Test
    void T02_one_bad_source_is_caught_wherever_it_stands() {
        Map<LimitSource, LimitsDecision> table = Map.of(
                NONE.with(Dimension.MAX_COST_MICROS, -1), rejected(LimitsRejection.NEGATIVE_LIMIT, Dimension.MAX_COST_MICROS),
                NONE.with(Dimension.MAX_LATENCY_MILLIS, -1), rejected(LimitsRejection.NEGATIVE_LIMIT, Dimension.MAX_LATENCY_MILLIS),
                NONE.with(Dimension.MAX_CALLS, 0), rejected(LimitsRejection.ZERO_IMPOSSIBLE, Dimension.MAX_CALLS));
        LimitSource wide = LimitSource.singleCallOnly(8, 4).with(Dimension.MAX_COST_MICROS, 7);
        table.forEach((bad, expected) -> {
            assertEquals(expected, EffectiveLimits.intersect(bad, wide, NONE));
            assertEquals(expected, EffectiveLimits.intersect(wide, bad, NONE));
            assertEquals(expected, EffectiveLimits.intersect(NONE, wide, bad));
        });
    }

    /** Upstream checks the two signed numbers only; all of ours are signed. */
    @ParameterizedTest
    @EnumSource(Dimension.class)
    void a_negative_number_is_named_in_every_dimension(Dimension dimension) {
        LimitsDecision decision = EffectiveLimits.intersect(NONE.with(dimension, 3), NONE.with(dimension, -1), NONE);
        assertEquals(rejected(LimitsRejection.NEGATIVE_LIMIT, dimension), decision);
    }

    @ParameterizedTest
    @EnumSource(Dimension.class)
    void of_two_negative_numbers_the_first_in_order_is_named(Dimension first) {
        LimitSource all = NONE;
        for (Dimension dimension : Dimension.values()) {
            all = dimension.compareTo(first) >= 0 ? all.with(dimension, -1) : all;
        }
        assertEquals(rejected(LimitsRejection.NEGATIVE_LIMIT, first), EffectiveLimits.intersect(NONE, NONE, all));
    }

    @Test
    void T05_no_retries_and_no_failovers_are_accepted() {
        Limits limits = effective(NONE.with(Dimension.MAX_RETRIES, 0), NONE.with(Dimension.MAX_FAILOVERS, 0), NONE);
        assertEquals(Ceiling.of(0), limits.of(Dimension.MAX_RETRIES));
        assertEquals(Ceiling.of(0), limits.of(Dimension.MAX_FAILOVERS));
    }

    @Test
    void T06_a_negative_cost_is_named_before_a_negative_latency_and_zero_calls() {
        LimitSource source = NONE.with(Dimension.MAX_LATENCY_MILLIS, -1).with(Dimension.MAX_CALLS, 0).with(Dimension.MAX_COST_MICROS, -1);
        assertEquals(rejected(LimitsRejection.NEGATIVE_LIMIT, Dimension.MAX_COST_MICROS), EffectiveLimits.intersect(source, NONE, NONE));
    }

    @Test
    void T07_a_latency_of_zero_is_accepted_and_is_late_at_once() {
        LimitsDecision decision = EffectiveLimits.intersect(NONE.with(Dimension.MAX_LATENCY_MILLIS, 0), NONE, NONE);
        Instant opened = Instant.ofEpochMilli(1_000);
        assertTrue(((LimitsDecision.Effective) decision).limits().deadline(opened).orElseThrow().isLate(opened));
    }

    @ParameterizedTest
    @EnumSource(value = Dimension.class, mode = EnumSource.Mode.EXCLUDE, names = "MAX_CALLS")
    void zero_is_accepted_for_everything_but_calls(Dimension dimension) {
        assertEquals(Ceiling.of(0), effective(NONE.with(dimension, 0), NONE, NONE).of(dimension));
    }

    @Test
    void numbers_that_contradict_each_other_are_accepted() {
        LimitSource source = NONE.with(Dimension.MAX_CALLS, 1).with(Dimension.MAX_RETRIES, 9)
                .with(Dimension.MAX_CONTEXT_TOKENS, 100).with(Dimension.MAX_AGGREGATE_TOKENS, 10);
        assertEquals(Ceiling.of(9), effective(source, NONE, NONE).of(Dimension.MAX_RETRIES));
    }

    @Test
    void T08_nothing_given_three_times_is_unbounded() {
        assertEquals(Limits.unbounded(), effective(NONE, NONE, NONE));
    }

    @Test
    void T09_the_single_call_preset_says_what_a_single_call_may_use() {
        Limits limits = effective(LimitSource.singleCallOnly(8, 4), NONE, NONE);
        Limits expected = Limits.unbounded().with(Dimension.MAX_CALLS, 1).with(Dimension.MAX_RETRIES, 0)
                .with(Dimension.MAX_FAILOVERS, 0).with(Dimension.MAX_CONTEXT_TOKENS, 8).with(Dimension.MAX_OUTPUT_TOKENS, 4)
                .with(Dimension.MAX_AGGREGATE_TOKENS, 12);
        assertEquals(expected, limits);
        Limits most = effective(LimitSource.singleCallOnly(Bounds.INTEGER, Bounds.INTEGER), NONE, NONE);
        assertEquals(Ceiling.of(Bounds.INTEGER), most.of(Dimension.MAX_AGGREGATE_TOKENS));
    }

    @Test
    void a_spec_that_says_nowhere_how_many_calls_is_missing_that_number() {
        LimitsDecision missing = rejected(LimitsRejection.MISSING, Dimension.MAX_CALLS);
        assertEquals(missing, EffectiveLimits.intersectGivingCalls(NONE, NONE.with(Dimension.MAX_COST_MICROS, -1), NONE));
        LimitsDecision given = EffectiveLimits.intersectGivingCalls(NONE, NONE.with(Dimension.MAX_CALLS, 0), NONE);
        assertEquals(rejected(LimitsRejection.ZERO_IMPOSSIBLE, Dimension.MAX_CALLS), given);
        assertEquals(
                EffectiveLimits.intersect(NONE, NONE, NONE.with(Dimension.MAX_CALLS, 2)),
                EffectiveLimits.intersectGivingCalls(NONE, NONE, NONE.with(Dimension.MAX_CALLS, 2)));
    }

    @Test
    void a_number_beyond_the_canonical_integers_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> NONE.with(Dimension.MAX_COST_MICROS, Bounds.INTEGER + 1));
        assertThrows(IllegalArgumentException.class, () -> NONE.with(Dimension.MAX_COST_MICROS, Long.MIN_VALUE));
        assertThrows(IllegalArgumentException.class, () -> LimitSource.singleCallOnly(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void a_deadline_beyond_the_canonical_integers_does_not_exist() {
        LimitsDecision decision = EffectiveLimits.intersect(NONE.with(Dimension.MAX_LATENCY_MILLIS, Bounds.INTEGER), NONE, NONE);
        EffectiveLimits limits = ((LimitsDecision.Effective) decision).limits();
        assertEquals(Optional.empty(), limits.deadline(Instant.ofEpochMilli(1)));
        assertEquals(Bounds.INTEGER, limits.deadline(Instant.EPOCH).orElseThrow().at().orElseThrow().toEpochMilli());
    }

    @Test
    void response_bytes_are_what_is_given_else_a_mebibyte_and_never_over_the_bound() {
        Map<Ceiling, Long> table = Map.of(
                Ceiling.unbounded(), 1L << 20, Ceiling.of(0), 0L, Ceiling.of(7), 7L, Ceiling.of(2 << 20), 2L << 20,
                Ceiling.of(64 << 20), 64L << 20, Ceiling.of((64 << 20) + 1), 64L << 20, Ceiling.of(Bounds.INTEGER), 64L << 20);
        table.forEach((ceiling, bytes) -> assertEquals(
                bytes, EffectiveLimits.responseBytes(Limits.unbounded().with(Dimension.MAX_RESPONSE_BYTES, ceiling))));
    }
}
