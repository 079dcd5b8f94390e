// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.Counterfoil;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A platform thread that runs one invocation, and what became of it. */
final class Caller {
    static final int SECONDS = 60;

    private final CompletableFuture<RunOutcome> outcome = new CompletableFuture<>();
    private final CompletableFuture<Boolean> flag = new CompletableFuture<>();
    private final Thread thread;

    private Caller(Counterfoil runtime, Invocation invocation) {
        thread = new Thread(() -> {
            try {
                outcome.complete(runtime.run(invocation));
            } catch (RuntimeException | Error e) {
                outcome.completeExceptionally(e);
            } finally {
                flag.complete(Thread.currentThread().isInterrupted());
            }
        });
        thread.setDaemon(true);
    }

    static Caller of(Counterfoil runtime, Invocation invocation) {
        Caller caller = new Caller(runtime, invocation);
        caller.thread.start();
        return caller;
    }

    void interrupt() {
        thread.interrupt();
    }

    RunOutcome outcome() throws InterruptedException {
        return soon(outcome);
    }

    InvocationResult result() throws InterruptedException {
        return outcome().result();
    }

    boolean interruptedAfterwards() throws InterruptedException {
        return soon(flag);
    }

    static <T> T soon(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } catch (TimeoutException e) {
            throw new AssertionError("nothing within " + SECONDS + " s", e);
        }
    }
}
