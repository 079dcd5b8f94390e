// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.dispatch.Cancellation.Cause;
import dev.counterfoil.scheduler.runner.OneCall.Lack;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One call of a host in a thread of its own. Either its answer is taken, or it is given up and its answer is late: never both. A call
 * that was given up before its thread came to it is never made. Thread-safe.
 *
 * @param <T> what a call answers
 */
final class InFlight<T> {
    private final OneCall<T> call;
    private final T threw;
    private final Wakeups wakeups;
    private final BooleanSupplier permitted;
    private final Consumer<Returned<T>> late;
    private final Lock lock = new ReentrantLock();
    private Stage<T> stage = new Stage.Queued<>();

    /**
     * What a call came back with.
     *
     * @param <T> what a call answers
     * @param answer what is known of it
     * @param error what it threw, where that was an error and not an exception
     */
    record Returned<T>(T answer, Optional<Error> error) {
        static <T> Returned<T> of(T answer) {
            return new Returned<>(answer, Optional.empty());
        }
    }

    /** What became of giving up. */
    sealed interface Leave<T> {
        /** Too late to give up: it had come back. */
        record CameBack<T>(Returned<T> returned) implements Leave<T> {}

        /** It goes on somewhere; what it answers is late. */
        record Abandoned<T>() implements Leave<T> {}

        /** It was not and will not be made. */
        record NeverMade<T>() implements Leave<T> {}
    }

    private sealed interface Stage<T> {
        record Queued<T>() implements Stage<T> {}

        record Calling<T>(Thread worker) implements Stage<T> {}

        record Done<T>(Returned<T> returned) implements Stage<T> {}

        record GivenUp<T>() implements Stage<T> {}
    }

    /**
     * A call that is not made yet.
     *
     * @param call the call
     * @param wakeups who waits for it
     * @param permitted asked in the last moment before the call, in its thread: whether it may still be made
     * @param late takes the answer of a call that was given up
     */
    InFlight(OneCall<T> call, Wakeups wakeups, BooleanSupplier permitted, Consumer<Returned<T>> late) {
        this.call = call;
        this.threw = call.without(Lack.THREW);
        this.wakeups = wakeups;
        this.permitted = permitted;
        this.late = late;
    }

    void start(Executor executor) {
        try {
            executor.execute(this::perform);
        } catch (RejectedExecutionException e) {
            refused(Returned.of(call.without(Lack.THREADS_CLOSED)));
        } catch (Error e) {
            refused(new Returned<>(call.without(Lack.NO_THREAD), Optional.of(e)));
        } catch (Throwable e) {
            refused(Returned.of(call.without(Lack.NO_THREAD)));
        }
    }

    /** The executor threw, as where no thread can be made. Whatever it did before, a call that was not begun is not made any more. */
    private void refused(Returned<T> notMade) {
        lock.lock();
        try {
            if (stage instanceof Stage.Queued) {
                stage = new Stage.Done<>(notMade);
            }
        } finally {
            lock.unlock();
        }
        wakeups.nudge();
    }

    private void perform() {
        if (!begin()) {
            return;
        }
        Returned<T> returned;
        try {
            returned = Returned.of(permitted.getAsBoolean()
                    ? Objects.requireNonNull(call.make(), "a call gives an answer")
                    : call.without(Lack.LEASE));
        } catch (Error e) {
            returned = new Returned<>(threw, Optional.of(e));
        } catch (Throwable e) {
            // Also what no signature admits and compiled code of other languages throws all the same: else the run waits for ever.
            returned = Returned.of(threw);
        }
        finish(returned);
    }

    private boolean begin() {
        lock.lock();
        try {
            if (!(stage instanceof Stage.Queued)) {
                return false;
            }
            stage = new Stage.Calling<>(Thread.currentThread());
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void finish(Returned<T> returned) {
        if (take(returned)) {
            wakeups.nudge();
        } else if (returned.answer() != threw) {
            // What was given up and then throws, as most do at an interrupt, tells nothing that is worth keeping.
            late.accept(returned);
        }
    }

    private boolean take(Returned<T> returned) {
        lock.lock();
        try {
            if (stage instanceof Stage.GivenUp) {
                // The interrupt was for the call and not for what this thread does next.
                Thread.interrupted();
                return false;
            }
            if (stage instanceof Stage.Queued || stage instanceof Stage.Calling) {
                stage = new Stage.Done<>(returned);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    Optional<Returned<T>> returned() {
        lock.lock();
        try {
            return stage instanceof Stage.Done<T> done ? Optional.of(done.returned()) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the call up, unless it has just come back. Its thread is interrupted while it is in the call, and at no other time. */
    Leave<T> giveUp() {
        lock.lock();
        try {
            if (stage instanceof Stage.Done<T> done) {
                return new Leave.CameBack<>(done.returned());
            }
            Stage<T> left = stage;
            stage = new Stage.GivenUp<>();
            if (left instanceof Stage.Queued) {
                return new Leave.NeverMade<>();
            }
            if (left instanceof Stage.Calling<T> calling) {
                calling.worker().interrupt();
            }
            return new Leave.Abandoned<>();
        } finally {
            lock.unlock();
        }
    }

    /** The same, and what is known then: what it came back with, or what its being given up is worth. */
    Returned<T> giveUp(Cause cause) {
        Leave<T> leave = giveUp();
        if (leave instanceof Leave.CameBack<T> back) {
            return back.returned();
        }
        return Returned.of(leave instanceof Leave.NeverMade ? call.unmade(cause) : call.abandoned(cause));
    }
}
