// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of every decision, on inputs whose numbers lie at the edges of 63 bits. Numbers are checked in integers without bounds. */
final class RecoveryDecisionPropertiesTest {
    private static final int CASES = 4_000;
    private static final Set<Route> SCHEDULED = Set.of(Route.WAIT_FOR_PENDING, Route.RECONCILE_FIRST, Route.RETRY_SAME_OPERATION_KEY);
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    private static long number(Random dice) {
        long edge = switch (dice.nextInt(6)) {
            case 0 -> 0;
            case 1 -> Long.MAX_VALUE;
            case 2 -> Long.MAX_VALUE / 2;
            case 3 -> 1L << dice.nextInt(63);
            default -> dice.nextInt(3_000);
        };
        return Math.max(0, edge - dice.nextInt(3));
    }

    private static Asked any(Random dice) {
        Asked asked = new Asked();
        asked.outcome = Outcome.values()[dice.nextInt(4)];
        asked.key = List.of(Optional.<String>empty(), Optional.of(""), Optional.of("k")).get(dice.nextInt(3));
        int state = dice.nextInt(4);
        Lookup lookup = state == 3 ? Lookup.UNAVAILABLE : dice.nextInt(4) == 0 ? Lookup.STALE : Lookup.AUTHORITATIVE;
        String fingerprint = dice.nextInt(4) == 0 ? "other" : Asked.OURS;
        Asked.receipt(lookup, state == 3 ? null : ReceiptState.values()[state], state == 1 || state == 2 ? fingerprint : null,
                state == 2 ? "WO-18" : null).in(asked);
        asked.contract = new RecoveryInput.Contract(dice.nextBoolean(), dice.nextBoolean(), dice.nextInt(4) == 0);
        asked.started = dice.nextInt(4) == 0 ? Integer.MAX_VALUE : dice.nextInt(70);
        asked.most = dice.nextInt(3) == 0 ? Integer.MAX_VALUE : dice.nextInt(70);
        asked.now = number(dice);
        asked.deadline = dice.nextBoolean() ? Long.MAX_VALUE : number(dice);
        asked.timeout = number(dice);
        asked.base = number(dice);
        asked.cap = number(dice);
        asked.ppm = List.of(0L, 1L, 290_000L, 999_999L, 1_000_000L).get(dice.nextInt(5));
        asked.retryAfter = dice.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(number(dice));
        asked.cancelled = dice.nextInt(5) == 0;
        return asked;
    }

    private static BigInteger delay(Asked asked) {
        int exponent = (int) Math.max(asked.started - 1, 0);
        BigInteger power = asked.base == 0 ? BigInteger.ZERO : BigInteger.valueOf(asked.base).shiftLeft(Math.min(exponent, 70));
        return power.min(BigInteger.valueOf(asked.cap)).multiply(BigInteger.valueOf(asked.ppm)).divide(MILLION);
    }

    private static boolean fits(Asked asked, BigInteger wait) {
        return BigInteger.valueOf(asked.now).add(wait).add(BigInteger.valueOf(asked.timeout))
                .compareTo(BigInteger.valueOf(asked.deadline)) <= 0;
    }

    /** When something would be scheduled: by the clock, counted without bounds. */
    private static Optional<Reason> clock(Asked asked) {
        BigInteger delay = delay(asked);
        BigInteger asks = BigInteger.valueOf(asked.retryAfter.orElse(0));
        if (!fits(asked, delay)) {
            return Optional.of(Reason.DELAY_EXCEEDS_DEADLINE);
        }
        return fits(asked, delay.max(asks)) ? Optional.empty() : Optional.of(Reason.RETRY_AFTER_EXCEEDS_DEADLINE);
    }

    private static void check(Asked asked, RecoveryAnswer.Decided answer) {
        List<Reason> reasons = answer.reasons();
        assertEquals(List.copyOf(new TreeSet<>(reasons)), reasons, "each at most once, in order");
        assertEquals(SCHEDULED.contains(answer.route()), answer.delayMillis().isPresent());
        boolean byClock = answer.route() == Route.STOP_DEADLINE || answer.delayMillis().isPresent();
        if (byClock) {
            assertEquals(clock(asked).isPresent(), answer.route() == Route.STOP_DEADLINE);
            clock(asked).ifPresent(why -> assertTrue(reasons.contains(why)));
        }
        if (answer.delayMillis().isPresent()) {
            BigInteger asks = BigInteger.valueOf(asked.retryAfter.orElse(0));
            assertEquals(delay(asked).max(asks), BigInteger.valueOf(answer.delayMillis().getAsLong()));
            assertEquals(asks.compareTo(delay(asked)) > 0, reasons.contains(Reason.RETRY_AFTER_APPLIED));
        }
        boolean readOnly = asked.contract.readOnly();
        boolean keyed = asked.contract.idempotent() && asked.key.filter(key -> !key.isEmpty()).isPresent();
        if (answer.route() == Route.RETRY_SAME_OPERATION_KEY) {
            assertTrue(readOnly || keyed || reasons.contains(Reason.SAFE_PROVEN_ABSENT));
            assertTrue(asked.started < asked.most);
            assertTrue(!asked.cancelled && asked.outcome != Outcome.PERMANENT && asked.outcome != Outcome.SUCCESS);
        }
        if (reasons.contains(Reason.EFFECT_MAY_EXIST)) {
            assertTrue(!readOnly && answer.delayMillis().isEmpty() && answer.route() != Route.STOP_CONFLICT);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void every_decision_is_in_order_and_its_numbers_are_exact(long seed) {
        Random dice = new Random(seed);
        Set<Route> seen = new TreeSet<>();
        for (int i = 0; i < CASES; i++) {
            Asked asked = any(dice);
            String where = "seed " + seed + ", case " + i + ": " + asked.input();
            RecoveryAnswer.Decided answer = (RecoveryAnswer.Decided) asked.answer();
            seen.add(answer.route());
            try {
                check(asked, answer);
            } catch (AssertionError wrong) {
                throw new AssertionError(where + ": " + answer, wrong);
            }
        }
        assertEquals(Set.of(Route.values()), seen, "every route was taken");
    }
}
