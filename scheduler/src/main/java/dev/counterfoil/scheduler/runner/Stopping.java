// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.machine.Moment;
import dev.counterfoil.scheduler.time.Ticker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How the process stops: first nothing new starts, then running attempts are ended. Wakes every run that is waiting. Thread-safe.
 */
final class Stopping {
    private final Ticker ticker;
    private final Duration grace;
    private final Set<Wakeups> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Stage> stage = new AtomicReference<>(new Stage.Running());

    Stopping(Ticker ticker, Duration grace) {
        this.ticker = ticker;
        this.grace = grace;
    }

    private sealed interface Stage {
        record Running() implements Stage {}

        /** No new attempt starts; running ones go on until the monotonic instant. */
        record Ending(long untilNanos) implements Stage {}
    }

    void register(Wakeups wakeups) {
        waiting.add(wakeups);
    }

    void unregister(Wakeups wakeups) {
        waiting.remove(wakeups);
    }

    /** Tells the runs; their attempts may go on for the grace. */
    void stop() {
        Stage seen = stage.get();
        if (seen instanceof Stage.Running && stage.compareAndSet(seen, new Stage.Ending(ticker.nanos() + grace.toNanos()))) {
            waiting.forEach(Wakeups::nudge);
        }
    }

    /** Tells the runs; their attempts are ended at once. */
    void stopNow() {
        stage.set(new Stage.Ending(ticker.nanos()));
        waiting.forEach(Wakeups::nudge);
    }

    boolean isStopping() {
        return stage.get() instanceof Stage.Ending;
    }

    Moment.Phase phase() {
        return isStopping() ? Moment.Phase.STOPPING : Moment.Phase.RUNNING;
    }

    /** How long a running attempt may still go on; for ever while the process goes on. */
    Duration graceLeft() {
        return stage.get() instanceof Stage.Ending ending
                ? Duration.ofNanos(Math.max(0, ending.untilNanos() - ticker.nanos()))
                : Duration.ofNanos(Long.MAX_VALUE);
    }
}
