// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler;

import dev.counterfoil.scheduler.runner.RunOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** A run whose caller does not wait. */
final class Submission {
    private static final System.Logger LOG = System.getLogger(Submission.class.getName());

    private Submission() {}

    /**
     * Starts a run.
     *
     * @param threads where
     * @param run is given what to ask whether the future was cancelled
     * @param cancel cancels an invocation that exists already
     */
    static CompletableFuture<RunOutcome> of(Executor threads, Function<BooleanSupplier, RunOutcome> run, Runnable cancel) {
        CompletableFuture<RunOutcome> future = new CompletableFuture<>();
        future.whenComplete((outcome, failure) -> {
            if (future.isCancelled()) {
                cancelElsewhere(threads, cancel);
            }
        });
        try {
            threads.execute(() -> complete(future, () -> run.apply(future::isCancelled)));
        } catch (RejectedExecutionException e) {
            future.completeExceptionally(e);
        }
        return future;
    }

    private static void cancelElsewhere(Executor threads, Runnable cancel) {
        try {
            threads.execute(() -> cancelQuietly(cancel));
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "a cancelled future's invocation was not cancelled: the runtime is closed");
        }
    }

    private static void complete(CompletableFuture<RunOutcome> future, Supplier<RunOutcome> run) {
        if (future.isDone()) {
            return;
        }
        try {
            future.complete(run.get());
        } catch (RuntimeException | Error e) {
            future.completeExceptionally(e);
        }
    }

    private static void cancelQuietly(Runnable cancel) {
        try {
            cancel.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a cancelled future's invocation was not cancelled: {0}", e.getMessage());
        }
    }
}
