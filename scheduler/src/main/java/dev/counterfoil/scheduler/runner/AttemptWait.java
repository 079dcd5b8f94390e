// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.time.Countdown;
import dev.counterfoil.scheduler.time.Signal;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits for the answer of one call of a provider or of its book: until it comes, or until the call was asked to end and its time to end is
 * over. Confined.
 */
final class AttemptWait {
    /** How often a run looks whether another process cancelled its invocation: as often as its runtime beats. */
    static final Duration LOOK = Duration.ofMillis(3_300);

    private final RunSettings settings;
    private final Lifetime lifetime;
    private final Wakeups wakeups;
    private final Wishes wishes;

    /** What a waiting attempt needs to know of the invocation. */
    interface Wishes {
        /** Looks into the journal; true where the invocation is cancelled by now. */
        boolean isCancelled();

        /** The waiting thread was interrupted: cancels the invocation, unless the process stops; says why the attempt is to end. */
        Cancellation.Cause interrupted();
    }

    AttemptWait(RunSettings settings, Lifetime lifetime, Wakeups wakeups, Wishes wishes) {
        this.settings = settings;
        this.lifetime = lifetime;
        this.wakeups = wakeups;
        this.wishes = wishes;
    }

    <T> InFlight.Returned<T> await(
            InFlight<T> call, Cancellation cancellation, Optional<Duration> allowed, Duration endingGrace) {
        Countdown time = Countdown.of(settings.ticker(), allowed);
        Optional<Countdown> ending = Optional.empty();
        while (true) {
            Signal signal = wakeups.arm();
            Optional<InFlight.Returned<T>> returned = call.returned();
            if (returned.isPresent()) {
                return returned.get();
            }
            if (ending.isEmpty()) {
                cause(time).ifPresent(cancellation::request);
                ending = cancellation.isRequested() ? Optional.of(Countdown.of(settings.ticker(), Optional.of(endingGrace))) : ending;
            }
            if (ending.isPresent() && isOver(ending.get())) {
                return call.giveUp(cancellation.cause().orElseThrow());
            }
            pause(ending.orElse(time), signal, cancellation);
        }
    }

    private Optional<Cancellation.Cause> cause(Countdown time) {
        if (wakeups.takeMoved() && wishes.isCancelled()) {
            return Optional.of(Cancellation.Cause.CANCELLED);
        }
        if (isOver(time)) {
            return Optional.of(Cancellation.Cause.TIMEOUT);
        }
        return lifetime.graceLeft().isZero() ? Optional.of(lifetime.cause()) : Optional.empty();
    }

    private static boolean isOver(Countdown countdown) {
        return countdown.left().filter(Duration::isZero).isPresent();
    }

    private void pause(Countdown countdown, Signal signal, Cancellation cancellation) {
        Duration atMost = min(min(countdown.left().orElse(LOOK), LOOK), cancellation.isRequested() ? LOOK : lifetime.graceLeft());
        try {
            if (!settings.waiter().await(atMost, signal)) {
                wakeups.journalMoved();
            }
        } catch (InterruptedException e) {
            cancellation.request(wishes.interrupted());
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
