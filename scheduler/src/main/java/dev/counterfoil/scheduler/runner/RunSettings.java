// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.backoff.JitterSource;
import dev.counterfoil.scheduler.time.SystemTime;
import dev.counterfoil.scheduler.time.Ticker;
import dev.counterfoil.scheduler.time.Waiter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * What a runtime is made of beside its journal. Immutable.
 *
 * @param wall the wall clock, in whole milliseconds
 * @param ticker monotonic time
 * @param waiter lets time pass
 * @param executor runs dispatchers and submitted invocations, each in a thread of its own
 * @param jitter where waits are spread from
 * @param ownerWait how long a run waits for a living owner
 * @param grace how long running attempts may go on after the process is told to stop
 */
public record RunSettings(
        InstantSource wall, Ticker ticker, Waiter waiter, Executor executor, JitterSource jitter, Duration ownerWait, Duration grace) {
    /** For ever, for a wait of a runtime: a hundred years, which nanoseconds can still count. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /**
     * Checks the durations; one of more than a hundred years means a hundred years.
     *
     * @throws IllegalArgumentException where one is negative
     */
    public RunSettings {
        ownerWait = bounded("ownerWait", ownerWait);
        grace = bounded("grace", grace);
    }

    private static Duration bounded(String what, Duration given) {
        if (given.isNegative()) {
            throw new IllegalArgumentException(what + " is not negative, but " + given);
        }
        return given.compareTo(FOR_EVER) < 0 ? given : FOR_EVER;
    }

    /**
     * System time, 15 s of patience, 30 s of grace.
     *
     * @param executor runs dispatchers and submitted invocations
     * @return the settings
     */
    public static RunSettings standard(Executor executor) {
        return new RunSettings(
                SystemTime.wall(),
                SystemTime.ticker(),
                SystemTime.waiter(),
                executor,
                JitterSource.ofInvocation(),
                Duration.ofSeconds(15),
                Duration.ofSeconds(30));
    }
}
