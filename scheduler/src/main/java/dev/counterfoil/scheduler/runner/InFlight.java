// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * One dispatcher call in a thread of its own. Either its answer is taken, or it is given up and its answer is late: never both.
 * Thread-safe.
 */
final class InFlight {
    private final Wakeups wakeups;
    private final Consumer<Returned> late;
    private final AtomicReference<Stage> stage = new AtomicReference<>(new Stage.Waiting());
    private final Lock workerLock = new ReentrantLock();
    private Optional<Thread> worker = Optional.empty();

    /**
     * What a call came back with.
     *
     * @param answer what is known of it
     * @param error what it threw, where that was an error and not an exception
     */
    record Returned(Answer answer, Optional<Error> error) {}

    private sealed interface Stage {
        record Waiting() implements Stage {}

        record Done(Returned returned) implements Stage {}

        record GivenUp() implements Stage {}
    }

    InFlight(Wakeups wakeups, Consumer<Returned> late) {
        this.wakeups = wakeups;
        this.late = late;
    }

    void start(Executor executor, Dispatcher dispatcher, Dispatch dispatch) {
        try {
            executor.execute(() -> call(dispatcher, dispatch));
        } catch (RejectedExecutionException e) {
            // The task was never run, so the provider was never contacted.
            finish(new Returned(Answer.notDispatched(OutcomeReason.STOPPED_BY_HOST), Optional.empty()));
        }
    }

    private void call(Dispatcher dispatcher, Dispatch dispatch) {
        work(Optional.of(Thread.currentThread()));
        Returned returned;
        try {
            returned = new Returned(dispatcher.dispatch(dispatch), Optional.empty());
        } catch (Exception e) {
            returned = new Returned(threw(), Optional.empty());
        } catch (Error e) {
            returned = new Returned(threw(), Optional.of(e));
        }
        work(Optional.empty());
        Thread.interrupted();
        finish(returned);
    }

    /** The thread may be interrupted from the first call to the second, and not when it already does something else. */
    private void work(Optional<Thread> thread) {
        workerLock.lock();
        try {
            worker = thread;
        } finally {
            workerLock.unlock();
        }
    }

    private void interruptWorker() {
        workerLock.lock();
        try {
            worker.ifPresent(Thread::interrupt);
        } finally {
            workerLock.unlock();
        }
    }

    private static Answer threw() {
        return Answer.uncertain().because(OutcomeReason.EXCEPTION);
    }

    private void finish(Returned returned) {
        Stage seen = stage.get();
        if (seen instanceof Stage.Waiting && stage.compareAndSet(seen, new Stage.Done(returned))) {
            wakeups.nudge();
        } else {
            late.accept(returned);
        }
    }

    Optional<Returned> returned() {
        return stage.get() instanceof Stage.Done done ? Optional.of(done.returned()) : Optional.empty();
    }

    /** Gives the call up, unless it has just come back. */
    Optional<Returned> giveUp() {
        Stage seen = stage.get();
        if (seen instanceof Stage.Waiting && stage.compareAndSet(seen, new Stage.GivenUp())) {
            interruptWorker();
            return Optional.empty();
        }
        return returned();
    }
}
