// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * The <em>now</em> of one invocation, in whole milliseconds. It never goes back, never stands before a recorded instant, and passes at
 * least as fast as monotonic time, so no step of the wall clock inside a process extends a deadline. A wall clock set forward is
 * believed. What passed while no process ran and the wall clock was set back cannot be known. Thread-safe.
 */
public final class InvocationClock {
    private final InstantSource wall;
    private final Ticker ticker;
    private final Instant base;
    private final long startNanos;
    private final Duration regression;
    private Instant last;

    private InvocationClock(InstantSource wall, Ticker ticker, Instant wallNow, Instant base) {
        this.wall = wall;
        this.ticker = ticker;
        this.base = base;
        this.startNanos = ticker.nanos();
        this.regression = Duration.between(wallNow, base);
        this.last = base;
    }

    /**
     * The clock of an invocation that has no record yet.
     *
     * @param wall the wall clock
     * @param ticker the monotonic clock
     * @return a clock that starts at the wall clock's present
     */
    public static InvocationClock open(InstantSource wall, Ticker ticker) {
        Instant present = present(wall);
        return new InvocationClock(wall, ticker, present, present);
    }

    /**
     * The clock of an invocation that has records.
     *
     * @param wall the wall clock
     * @param ticker the monotonic clock
     * @param latestRecorded the latest instant in its records
     * @return a clock that starts at the wall clock's present or that instant, whichever is later
     */
    public static InvocationClock resume(InstantSource wall, Ticker ticker, Instant latestRecorded) {
        Instant present = present(wall);
        Instant latest = latestRecorded.truncatedTo(ChronoUnit.MILLIS);
        return new InvocationClock(wall, ticker, present, later(present, latest));
    }

    /**
     * The present.
     *
     * @return the latest of: what this said last, the wall clock, the start plus the monotonic time since
     */
    public synchronized Instant now() {
        Instant elapsed = base.plusNanos(ticker.nanos() - startNanos).truncatedTo(ChronoUnit.MILLIS);
        last = later(last, later(present(wall), elapsed));
        return last;
    }

    /**
     * How far the wall clock stood before the latest recorded instant when this clock started: a clock regression, to be recorded.
     *
     * @return zero where there was none
     */
    public Duration regression() {
        return regression;
    }

    /**
     * Whether there was a regression.
     *
     * @return true where {@link #regression()} is not zero
     */
    public boolean startedBehind() {
        return !regression.isZero();
    }

    private static Instant present(InstantSource wall) {
        return wall.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }
}
