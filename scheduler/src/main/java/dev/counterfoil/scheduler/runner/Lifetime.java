// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Cancellation.Cause;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.machine.Moment;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a run may go on: while its process does, and while the call that it is part of has time. That call's cancellation is not in it:
 * where an invocation is cancelled, so are those within it, durably. Thread-safe.
 */
final class Lifetime {
    private final Stopping stopping;
    private final Optional<Dispatch> within;

    Lifetime(Stopping stopping, Optional<Dispatch> within) {
        this.stopping = stopping;
        this.within = within;
    }

    /** Of a run that is part of no call. */
    static Lifetime of(Stopping stopping) {
        return new Lifetime(stopping, Optional.empty());
    }

    private Optional<Cause> ended() {
        return within.map(Dispatch::cancellation).flatMap(Cancellation::cause).filter(cause -> cause != Cause.CANCELLED);
    }

    boolean isEnding() {
        return stopping.isStopping() || ended().isPresent();
    }

    Moment.Phase phase() {
        return isEnding() ? Moment.Phase.STOPPING : Moment.Phase.RUNNING;
    }

    /** How long a running attempt may still go on; for ever while nothing ends. */
    Duration graceLeft() {
        return ended().map(cause -> Duration.ZERO).orElseGet(stopping::graceLeft);
    }

    /** Why an attempt is asked to end that has no grace left. */
    Cause cause() {
        return ended().orElse(Cause.STOPPING);
    }

    /** What is left of the call's own time. */
    Optional<Duration> left() {
        return within.flatMap(Dispatch::remaining);
    }

    /** Tells a run of the end of the call that it is part of; to be ended with the run. */
    Cancellation.Listening hear(Wakeups wakeups) {
        return within.map(Dispatch::cancellation).map(outer -> outer.listen(() -> {
            if (outer.cause().filter(Cause.CANCELLED::equals).isPresent()) {
                wakeups.wish(Optional.of("parent"));
                wakeups.journalMoved();
            } else {
                wakeups.nudge();
            }
        })).orElse(() -> {});
    }
}
