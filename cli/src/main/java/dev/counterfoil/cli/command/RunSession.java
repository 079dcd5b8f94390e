// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.EventLine;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.OutcomeLine;
import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.cli.output.ResultLine;
import dev.counterfoil.cli.output.ResultText;
import dev.counterfoil.journal.JournalListener;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The invocations of one process: opens the journal at the first of them, runs so many at a time, prints each result as it comes, and
 * gathers the exit status. Confined to one thread, which hands invocations in; results are printed by whichever thread has them.
 */
final class RunSession implements AutoCloseable, StopSignals.Stoppable {
    private final RunOptions options;
    private final Function<Counterfoil.Settings, Counterfoil> opening;
    private final Console console;
    private final StopSignals signals;
    private final ExecutorService callers;
    private final Semaphore free;
    private final Map<InvocationId, CompletableFuture<Void>> running = new ConcurrentHashMap<>();
    private final Set<InvocationId> damaged = ConcurrentHashMap.newKeySet();
    private final Object outcomeLock = new Object();
    private volatile Optional<Counterfoil> runtime = Optional.empty();
    private volatile boolean stopping;
    private ExitStatus status = ExitStatus.DONE;

    RunSession(RunOptions options, Console console, StopSignals signals, Function<Counterfoil.Settings, Counterfoil> opening) {
        this.options = options;
        this.console = console;
        this.signals = signals;
        this.opening = opening;
        this.callers = Executors.newFixedThreadPool(options.parallel, task -> {
            Thread thread = new Thread(task, "caller");
            thread.setDaemon(true);
            return thread;
        });
        this.free = new Semaphore(options.parallel);
        signals.tell(this);
    }

    /** The runtime; opens the journal where that was not done. Called by the thread of the session only. */
    Counterfoil runtime() {
        if (runtime.isEmpty()) {
            Counterfoil.Settings settings = Counterfoil.settings().ownerWait(options.ownerWait()).grace(options.gracePeriod());
            if (options.events) {
                settings.listener(this::event);
            }
            runtime = Optional.of(opening.apply(settings));
            if (stopping) {
                runtime.get().stop();
            }
        }
        return runtime.get();
    }

    private void event(JournalListener.Step step) {
        EventLine.json(step.invocation(), step.record(), step.digest()).ifPresent(this::print);
    }

    /** Where nobody reads the results, nothing new is started. */
    private void print(String line) {
        console.line(line);
        if (console.isOutputLost()) {
            stop();
        }
    }

    boolean isStopping() {
        return stopping;
    }

    /**
     * Where there is no journal yet nothing can be replayed: what the providers lack is told before one is made.
     *
     * @param invocation what would be run
     * @throws CommandException where the environment lacks what its providers refer to
     */
    void requireMeans(Invocation invocation) {
        if (runtime.isEmpty() && Files.notExists(options.journal)) {
            try {
                invocation.means().prepare();
            } catch (CommandException lacking) {
                throw CommandException.usage(invocation.id() + ": " + lacking.getMessage());
            }
        }
    }

    /**
     * Runs one, here where there is one at a time; else in another thread, as soon as one is free.
     *
     * @param after is given the outcome when its result was printed
     */
    void run(InvocationId id, Function<Counterfoil, RunOutcome> work, Consumer<RunOutcome> after) {
        Counterfoil counterfoil = runtime();
        if (options.parallel == 1) {
            perform(id, () -> work.apply(counterfoil), after);
            return;
        }
        CompletableFuture<Void> before = running.getOrDefault(id, CompletableFuture.completedFuture(null));
        before.join();
        free.acquireUninterruptibly();
        CompletableFuture<Void> now = CompletableFuture.runAsync(
                () -> perform(id, () -> work.apply(counterfoil), after), callers);
        running.put(id, now);
        now.whenComplete((nothing, failure) -> {
            if (failure != null) {
                ended(ExitStatus.UNEXPECTED);
            }
            running.remove(id, now);
            free.release();
        });
    }

    private void perform(InvocationId id, Supplier<RunOutcome> work, Consumer<RunOutcome> after) {
        try {
            RunOutcome outcome = work.get();
            OutcomeLine line = OutcomeLine.of(outcome, options.journal, signals.status());
            if (outcome instanceof RunOutcome.Concluded concluded) {
                print(options.isText() ? ResultText.of(concluded.result(), console) : ResultLine.json(concluded.result()));
            }
            line.line().ifPresent(console::complain);
            ended(line.status());
            after.accept(outcome);
        } catch (RuntimeException | Error failure) {
            if (failure instanceof Error) {
                // First: without memory nothing may come of telling it.
                ended(ExitStatus.UNEXPECTED);
            }
            CommandException known = Failures.of(failure);
            if (failure instanceof DamageException || failure instanceof DamagedJournalException) {
                damaged.add(id);
            }
            console.complainAll(PlainText.line(id.value()) + ": " + known.getMessage());
            ended(known.status());
        }
    }

    /** Whose damage has been told. */
    Set<InvocationId> damaged() {
        return Set.copyOf(damaged);
    }

    /** Takes an ending into account. */
    void ended(ExitStatus ending) {
        synchronized (outcomeLock) {
            status = status.and(ending);
        }
    }

    @Override
    public void stop() {
        stopping = true;
        runtime.ifPresent(Counterfoil::stop);
    }

    @Override
    public void stopNow() {
        stopping = true;
        runtime.ifPresent(Counterfoil::stopNow);
    }

    /** Waits for what runs, and says how it all ended. */
    ExitStatus finish() {
        free.acquireUninterruptibly(options.parallel);
        if (console.isOutputLost()) {
            console.complain("stdout: a result could not be written, its reader is gone or the disk is full; run again to see it replayed");
            ended(ExitStatus.UNEXPECTED);
        }
        ended(signals.told(console));
        synchronized (outcomeLock) {
            return status;
        }
    }

    @Override
    public void close() {
        callers.shutdown();
        runtime.ifPresent(Counterfoil::close);
    }
}
