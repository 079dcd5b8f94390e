// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One dispatcher call in a thread of its own. Either its answer is taken, or it is given up and its answer is late: never both. A call
 * that was given up before its thread came to it is never made. Thread-safe.
 */
final class InFlight {
    private static final Answer THREW = Answer.uncertain().because(OutcomeReason.EXCEPTION);

    private final Wakeups wakeups;
    private final BooleanSupplier permitted;
    private final Consumer<Returned> late;
    private final Lock lock = new ReentrantLock();
    private Stage stage = new Stage.Queued();

    /**
     * What a call came back with.
     *
     * @param answer what is known of it
     * @param error what it threw, where that was an error and not an exception
     */
    record Returned(Answer answer, Optional<Error> error) {
        static Returned of(Answer answer) {
            return new Returned(answer, Optional.empty());
        }
    }

    /** What became of giving up. */
    sealed interface Leave {
        /** Too late to give up: it had come back. */
        record CameBack(Returned returned) implements Leave {}

        /** It goes on somewhere; what it answers is late. */
        record Abandoned() implements Leave {}

        /** The provider was not and will not be called. */
        record NeverMade() implements Leave {}
    }

    private sealed interface Stage {
        record Queued() implements Stage {}

        record Calling(Thread worker) implements Stage {}

        record Done(Returned returned) implements Stage {}

        record GivenUp() implements Stage {}
    }

    /**
     * A call that is not made yet.
     *
     * @param wakeups who waits for it
     * @param permitted asked in the last moment before the call, in its thread: whether it may still be made
     * @param late takes the answer of a call that was given up
     */
    InFlight(Wakeups wakeups, BooleanSupplier permitted, Consumer<Returned> late) {
        this.wakeups = wakeups;
        this.permitted = permitted;
        this.late = late;
    }

    void start(Executor executor, Dispatcher dispatcher, Dispatch dispatch) {
        try {
            executor.execute(() -> call(dispatcher, dispatch));
        } catch (RejectedExecutionException e) {
            refused(Returned.of(Answer.notDispatched(OutcomeReason.STOPPED_BY_HOST)));
        } catch (Error e) {
            refused(new Returned(Answer.notDispatched(OutcomeReason.EXCEPTION), Optional.of(e)));
        } catch (Throwable e) {
            refused(Returned.of(Answer.notDispatched(OutcomeReason.EXCEPTION)));
        }
    }

    /** The executor threw, as where no thread can be made. Whatever it did before, a call that was not begun is not made any more. */
    private void refused(Returned notMade) {
        lock.lock();
        try {
            if (stage instanceof Stage.Queued) {
                stage = new Stage.Done(notMade);
            }
        } finally {
            lock.unlock();
        }
        wakeups.nudge();
    }

    private void call(Dispatcher dispatcher, Dispatch dispatch) {
        if (!begin()) {
            return;
        }
        Returned returned;
        try {
            returned = Returned.of(permitted.getAsBoolean()
                    ? Objects.requireNonNull(dispatcher.dispatch(dispatch), "a dispatcher gives an answer")
                    : Answer.notDispatched(OutcomeReason.LEASE_TOO_OLD));
        } catch (Error e) {
            returned = new Returned(THREW, Optional.of(e));
        } catch (Throwable e) {
            // Also what no signature admits and compiled code of other languages throws all the same: else the run waits for ever.
            returned = Returned.of(THREW);
        }
        finish(returned);
    }

    private boolean begin() {
        lock.lock();
        try {
            if (!(stage instanceof Stage.Queued)) {
                return false;
            }
            stage = new Stage.Calling(Thread.currentThread());
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void finish(Returned returned) {
        if (take(returned)) {
            wakeups.nudge();
        } else if (returned.answer() != THREW) {
            // What was given up and then throws, as most do at an interrupt, tells nothing that is worth keeping.
            late.accept(returned);
        }
    }

    private boolean take(Returned returned) {
        lock.lock();
        try {
            if (stage instanceof Stage.GivenUp) {
                // The interrupt was for the call and not for what this thread does next.
                Thread.interrupted();
                return false;
            }
            if (stage instanceof Stage.Queued || stage instanceof Stage.Calling) {
                stage = new Stage.Done(returned);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    Optional<Returned> returned() {
        lock.lock();
        try {
            return stage instanceof Stage.Done done ? Optional.of(done.returned()) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the call up, unless it has just come back. Its thread is interrupted while it is in the call, and at no other time. */
    Leave giveUp() {
        lock.lock();
        try {
            if (stage instanceof Stage.Done done) {
                return new Leave.CameBack(done.returned());
            }
            Stage left = stage;
            stage = new Stage.GivenUp();
            if (left instanceof Stage.Queued) {
                return new Leave.NeverMade();
            }
            if (left instanceof Stage.Calling calling) {
                calling.worker().interrupt();
            }
            return new Leave.Abandoned();
        } finally {
            lock.unlock();
        }
    }
}
