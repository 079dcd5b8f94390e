// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.backoff;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.InvocationId;
import java.util.OptionalLong;

/**
 * How long to wait before continuation n. Pure; immutable and thread-safe.
 *
 * <p>Our own wait is never longer than the backoff's max, jitter included: what is capped is spread downwards only. A service's hint is a
 * floor under it and is never cut to max. No input overflows: what is over the cap is the cap. Without jitter waits never get shorter as
 * n grows, whatever the kind but decorrelated. That kind is jitter itself, so the backoff's jitter does not change it.
 */
public final class BackoffPolicy {
    private BackoffPolicy() {}

    /**
     * The wait before a continuation.
     *
     * @param backoff the numbers
     * @param continuation n, from 1, failovers included
     * @param previousWaitMillis our own wait before continuation n − 1, where there was one; read by the decorrelated kind only
     * @param hintMillis the hint of the provider that is called next, where it gave one
     * @param fraction where in its range a random wait lies, 0 to 1
     * @return milliseconds
     * @throws IllegalArgumentException where a number is out of range
     */
    public static long waitMillis(
            Backoff backoff, long continuation, OptionalLong previousWaitMillis, OptionalLong hintMillis, double fraction) {
        if (continuation < 1) {
            throw new IllegalArgumentException("continuations count from 1, not " + continuation);
        }
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("a fraction is 0 to 1, not " + fraction);
        }
        previousWaitMillis.ifPresent(millis -> Bounds.amount("previous wait", millis));
        hintMillis.ifPresent(millis -> Bounds.amount("hint", millis));
        return Math.max(ownMillis(backoff, continuation, previousWaitMillis, fraction), hintMillis.orElse(0));
    }

    /**
     * Our own wait before a continuation of an invocation, without a hint. The waits before it are computed again where the kind needs
     * them, so this is the same before and after a crash.
     *
     * @param backoff the numbers
     * @param invocation whose wait
     * @param continuation n, from 1, failovers included
     * @param jitter where waits are spread from
     * @return milliseconds
     * @throws IllegalArgumentException where the number is below 1
     */
    public static long ownWaitMillis(Backoff backoff, InvocationId invocation, int continuation, JitterSource jitter) {
        OptionalLong previous = OptionalLong.empty();
        if (backoff.kind() == BackoffKind.DECORRELATED) {
            for (int n = 1; n < continuation; n++) {
                previous = OptionalLong.of(
                        waitMillis(backoff, n, previous, OptionalLong.empty(), jitter.fraction(invocation, n)));
            }
        }
        return waitMillis(backoff, continuation, previous, OptionalLong.empty(), jitter.fraction(invocation, continuation));
    }

    private static long ownMillis(Backoff backoff, long continuation, OptionalLong previous, double fraction) {
        long initial = backoff.initialMillis();
        return switch (backoff.kind()) {
            case NONE -> 0;
            case FIXED -> jittered(backoff, initial, fraction);
            case LINEAR -> jittered(backoff, linear(backoff, continuation), fraction);
            case EXPONENTIAL -> jittered(backoff, exponential(backoff, continuation), fraction);
            case DECORRELATED -> {
                // Three times a canonical integer fits a long.
                long upper = Math.max(initial, Math.min(backoff.maxMillis(), 3 * previous.orElse(initial)));
                yield initial + (long) (fraction * (upper - initial));
            }
        };
    }

    private static long linear(Backoff backoff, long continuation) {
        long initial = backoff.initialMillis();
        boolean capped = initial != 0 && continuation > backoff.maxMillis() / initial;
        return capped ? backoff.maxMillis() : initial * continuation;
    }

    private static long exponential(Backoff backoff, long continuation) {
        if (backoff.initialMillis() == 0) {
            return 0;
        }
        // StrictMath: the same bits on every JDK. Infinity is over the cap; nothing here can be NaN.
        double wait = backoff.initialMillis() * StrictMath.pow(backoff.factorThousandths() / 1_000.0, continuation - 1.0);
        return wait >= backoff.maxMillis() ? backoff.maxMillis() : (long) wait;
    }

    private static long jittered(Backoff backoff, long wait, double fraction) {
        return switch (backoff.jitter()) {
            case NONE -> wait;
            case FULL -> (long) (fraction * wait);
            case EQUAL -> wait / 2 + (long) (fraction * (wait - wait / 2));
        };
    }
}
