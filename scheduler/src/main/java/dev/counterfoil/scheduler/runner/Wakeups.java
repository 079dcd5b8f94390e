// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.time.Signal;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Wakes one waiting run, however often: a caller says what happened elsewhere and then nudges. The run arms a signal, looks whether
 * anything happened, and only then waits on it, so that no nudge is lost. Thread-safe.
 */
final class Wakeups {
    private final AtomicReference<Signal> armed = new AtomicReference<>(new Signal());
    private final AtomicBoolean moved = new AtomicBoolean();
    private final AtomicReference<Optional<Wish>> wish = new AtomicReference<>(Optional.empty());

    private final BooleanSupplier unwanted;

    /**
     * The wake-ups of one run.
     *
     * @param unwanted asked before each step: whether the caller gave the run up, before it had a name here or after
     */
    Wakeups(BooleanSupplier unwanted) {
        this.unwanted = unwanted;
    }

    /** Somebody in this process wishes the invocation cancelled. Immutable. */
    record Wish(Optional<String> by) {}

    Signal arm() {
        Signal signal = new Signal();
        armed.set(signal);
        return signal;
    }

    void nudge() {
        armed.get().raise();
    }

    /** Somebody in this process appended to the invocation: look again. */
    void journalMoved() {
        moved.set(true);
        nudge();
    }

    /** Asked before the journal is: a run that is about to open the invocation sees it there or here. */
    void wish(Optional<String> by) {
        wish.set(Optional.of(new Wish(by)));
        nudge();
    }

    Optional<Wish> wished() {
        return wish.get().or(() -> unwanted.getAsBoolean() ? Optional.of(new Wish(Optional.of("future"))) : Optional.empty());
    }

    /** Whether somebody did, since this was last asked. */
    boolean takeMoved() {
        return moved.getAndSet(false);
    }
}
