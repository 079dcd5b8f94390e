// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler;

import dev.counterfoil.journal.Amendment;
import dev.counterfoil.journal.Journal;
import dev.counterfoil.journal.JournalListener;
import dev.counterfoil.journal.ownership.Heart;
import dev.counterfoil.journal.ownership.OwnerIdentity;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import dev.counterfoil.scheduler.backoff.JitterSource;
import dev.counterfoil.scheduler.forecast.Misfit;
import dev.counterfoil.scheduler.forecast.MisfitException;
import dev.counterfoil.scheduler.machine.Finding;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.Surroundings;
import dev.counterfoil.scheduler.runner.DoubtListener;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationRunner;
import dev.counterfoil.scheduler.runner.MeansSource;
import dev.counterfoil.scheduler.runner.Reconciliation;
import dev.counterfoil.scheduler.runner.RunOutcome;
import dev.counterfoil.scheduler.runner.RunSettings;
import dev.counterfoil.scheduler.time.SystemTime;
import dev.counterfoil.scheduler.time.Ticker;
import dev.counterfoil.scheduler.time.Waiter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The runtime that a host embeds: runs invocations over a journal, each attempt charged and recorded before it is dispatched and after.
 * Thread-safe; one for a journal and process is enough.
 *
 * <p>It installs no shutdown hook, retries nothing that may have had an effect, and never dispatches an old intent.
 */
public final class Counterfoil implements AutoCloseable {
    /** What ended attempts may take to write their outcomes. */
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final Journal journal;
    private final InvocationRunner runner;
    private final ExecutorService threads;
    private final RunSettings settings;

    private Counterfoil(Journal journal, RunSettings settings, DoubtListener doubts, ExecutorService threads) {
        this.journal = journal;
        this.settings = settings;
        this.threads = threads;
        this.runner = new InvocationRunner(journal, settings, doubts);
    }

    /**
     * Opens a journal in a SQLite file, or creates it where nothing is.
     *
     * @param file the file
     * @return a runtime with standard settings
     * @throws dev.counterfoil.journal.store.StoreException where it is not available
     * @throws dev.counterfoil.journal.record.JournalException where it is damaged
     */
    public static Counterfoil open(Path file) {
        return settings().open(file);
    }

    /**
     * Starts to describe a runtime.
     *
     * @return settings, confined to their user
     */
    public static Settings settings() {
        return new Settings();
    }

    /**
     * Opens an invocation or goes on with it, in the calling thread (platform or virtual), until it ends or must be left.
     *
     * <p>An interrupt of the calling thread cancels the invocation durably, ends a running attempt, and is restored; nothing starts after
     * it, even where the cancellation cannot be written. While the runtime stops, or while this run only waits for an owner, it cancels
     * nothing. An error of a dispatcher (not an exception) is thrown from here once the attempt's outcome is recorded.
     *
     * @param invocation what is asked for
     * @return how the run ended
     * @throws dev.counterfoil.journal.record.JournalException where its journal is damaged; nothing was sent
     */
    public RunOutcome run(Invocation invocation) {
        return runner.run(invocation);
    }

    /**
     * The same in a thread of the runtime. Cancelling the future cancels the invocation durably.
     *
     * @param invocation what is asked for
     * @return completes in a thread of the runtime, with how the run ended or with what it threw; exceptionally at once where the runtime
     *     is closed
     */
    public CompletableFuture<RunOutcome> submit(Invocation invocation) {
        return Submission.of(threads, unwanted -> runner.run(invocation, unwanted), () -> cancel(invocation.id(), "future"));
    }

    /**
     * Goes on with an open invocation from its journal alone.
     *
     * @param id its name
     * @param means finds its providers
     * @return how the run ended
     * @throws dev.counterfoil.journal.record.JournalException where its journal is damaged; nothing was sent
     */
    public RunOutcome resume(InvocationId id, MeansSource means) {
        return runner.resume(id, means);
    }

    /**
     * The names of the open invocations, in the order of opening.
     *
     * @return a list as of now
     * @throws dev.counterfoil.journal.store.StoreException where the journal cannot be read
     */
    public List<InvocationId> openInvocations() {
        return journal.openInvocations();
    }

    /**
     * Cancels an invocation durably: nothing starts from then on, a running attempt is asked to end.
     *
     * @param id its name
     * @param by who wishes it
     * @return what became of the wish
     * @throws dev.counterfoil.journal.record.JournalException where it cannot be read, or is damaged
     */
    public Amendment cancel(InvocationId id, String by) {
        return runner.cancel(id, Optional.of(by));
    }

    /**
     * Records what a person found out about an attempt in doubt, and in the same append what follows from it without a dispatch: it
     * dispatches nothing. Waits for a living owner as a run does.
     *
     * @param id its invocation
     * @param ordinal the attempt, from 0
     * @param finding what was found
     * @return what became of it
     * @throws dev.counterfoil.journal.record.JournalException where it cannot be read, or is damaged
     */
    public Reconciliation reconcile(InvocationId id, int ordinal, Finding finding) {
        return runner.reconcile(id, ordinal, finding);
    }

    /**
     * The journal.
     *
     * @return what this runtime writes
     */
    public Journal journal() {
        return journal;
    }

    /** Lets nothing new start; running attempts may go on for the grace, and what is not finished stays open. Returns at once. */
    public void stop() {
        runner.stop();
    }

    /** Lets nothing new start and ends running attempts, which are uncertain then. Returns at once. */
    public void stopNow() {
        runner.stopNow();
    }

    /**
     * Stops, waits for runs and running attempts for the grace and a little more, and closes the journal. Cancels nothing: what is not
     * finished stays open and goes on when it is run again. An interrupt ends running attempts at once, whose outcomes are still written,
     * and is restored. Closing twice is closing once.
     */
    @Override
    public void close() {
        boolean interrupted = false;
        try {
            runner.stop();
            interrupted = endRuns();
        } finally {
            // First the journal: what the threads are interrupted in can write nothing any more.
            try {
                journal.close();
            } finally {
                threads.shutdownNow();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Whether the wait was interrupted. */
    private boolean endRuns() {
        boolean interrupted = false;
        try {
            if (runner.awaitNone(settings.grace().plus(CLOSING))) {
                return false;
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        runner.stopNow();
        runner.awaitEnded(CLOSING);
        return interrupted;
    }

    /** How a runtime is made. Confined. */
    public static final class Settings {
        private JournalListener listener = JournalListener.NONE;
        private DoubtListener doubts = DoubtListener.NONE;
        private Duration ownerWait = Duration.ofSeconds(15);
        private Duration grace = Duration.ofSeconds(30);
        private Optional<ExecutorService> threads = Optional.empty();
        private InstantSource wall = SystemTime.wall();
        private Ticker ticker = SystemTime.ticker();
        private Waiter waiter = SystemTime.waiter();
        private final Expectations expectations = new Expectations();

        private Settings() {}

        /**
         * Who is told of every durable step.
         *
         * @param told the listener
         * @return these settings
         */
        public Settings listener(JournalListener told) {
            listener = told;
            return this;
        }

        /**
         * Who is told of each run that leaves its invocation uncertain.
         *
         * @param told the listener
         * @return these settings
         */
        public Settings onUncertain(DoubtListener told) {
            doubts = told;
            return this;
        }

        /**
         * How long a run waits for a living owner.
         *
         * @param patience not negative; 15 s where it is not given
         * @return these settings
         */
        public Settings ownerWait(Duration patience) {
            ownerWait = patience;
            return this;
        }

        /**
         * How long running attempts may go on after the runtime is told to stop.
         *
         * @param time not negative; 30 s where it is not given
         * @return these settings
         */
        public Settings grace(Duration time) {
            grace = time;
            return this;
        }

        /**
         * The threads that dispatchers and submitted invocations run in, for example one virtual thread each. Must not limit their
         * number, or invocations wait for their own attempts. Shut down with the runtime.
         *
         * @param executor the threads; cached daemon threads where they are not given
         * @return these settings
         */
        public Settings threads(ExecutorService executor) {
            threads = Optional.of(executor);
            return this;
        }

        /**
         * Whose time deadlines and waits go by: for tests. Ownership goes by the machine's all the same.
         *
         * @param clock the wall clock
         * @param monotonic elapsed time
         * @param passing lets time pass
         * @return these settings
         */
        public Settings time(InstantSource clock, Ticker monotonic, Waiter passing) {
            wall = clock;
            ticker = monotonic;
            waiter = passing;
            return this;
        }

        /**
         * An invocation that the runtime will be asked for, or one like those. It is looked at when the runtime is opened, and not run.
         *
         * @param invocation the invocation
         * @return these settings
         */
        public Settings expect(Invocation invocation) {
            expectations.add(invocation);
            return this;
        }

        /**
         * A policy that the host will call by. It is planned when the runtime is opened.
         *
         * @param name what it is called, for who is told
         * @param policy the policy
         * @param around what is known around it
         * @return these settings
         */
        public Settings expect(String name, Policy policy, Surroundings around) {
            expectations.add(name, policy, around);
            return this;
        }

        /**
         * Who is told of what is expected and can never fit: once, before the journal is opened, and only where there is any. What it
         * throws, the opening throws.
         *
         * @param told the listener; a warning to the log for each where it is not given
         * @return these settings
         */
        public Settings onMisfit(Consumer<List<Misfit>> told) {
            expectations.tell(told);
            return this;
        }

        /**
         * Opens nothing where something is expected that can never fit: a {@link MisfitException} is thrown instead.
         *
         * @return these settings
         */
        public Settings refuseMisfits() {
            expectations.refuse();
            return this;
        }

        /**
         * Opens a journal in a SQLite file, or creates it where nothing is.
         *
         * @param file the file
         * @return the runtime
         * @throws MisfitException where that was wished and something can never fit; nothing is created
         * @throws dev.counterfoil.journal.store.StoreException where it is not available
         * @throws dev.counterfoil.journal.record.JournalException where it is damaged
         */
        public Counterfoil open(Path file) {
            expectations.check(wall);
            return made(SqliteCheckpointStore.openOrCreate(file));
        }

        /**
         * A runtime over any store.
         *
         * @param store the store; closed with the runtime
         * @return the runtime
         * @throws MisfitException where that was wished and something can never fit; the store stays open
         */
        public Counterfoil over(CheckpointStore store) {
            expectations.check(wall);
            return made(store);
        }

        private Counterfoil made(CheckpointStore store) {
            ExecutorService executor = threads.orElseGet(() -> Executors.newCachedThreadPool(daemons()));
            RunSettings settings =
                    new RunSettings(wall, ticker, waiter, executor, JitterSource.ofInvocation(), ownerWait, grace);
            Journal journal = Journal.over(
                    store, () -> Heart.beating(store, OwnerIdentity.ofThisProcess()), RecordedLaw.ADMISSION, listener);
            return new Counterfoil(journal, settings, doubts, executor);
        }

        private static ThreadFactory daemons() {
            AtomicLong number = new AtomicLong();
            return task -> {
                Thread thread = new Thread(task, "counterfoil-" + number.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            };
        }
    }
}
