// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.Amendment;
import dev.counterfoil.journal.Journal;
import dev.counterfoil.journal.Started;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.StackRoom;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.wire.BindingComparison;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.machine.Command;
import dev.counterfoil.scheduler.machine.Finding;
import dev.counterfoil.scheduler.machine.InvocationMachine;
import dev.counterfoil.scheduler.machine.Moment;
import dev.counterfoil.scheduler.time.InvocationClock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs and resumes invocations over one journal, each at most once at a time in this process. Thread-safe.
 *
 * <p>The order for one id: damage, conflict, settled or stopped, ownership, recovery table.
 */
public final class InvocationRunner {
    /** What a run needs of the stack: who has too little of it is told so before anything of the run is known to others. */
    private static final int FRAMES = 220;

    private final Journal journal;
    private final RunSettings settings;
    private final Stopping stopping;
    private final LateAnswers late;
    private final DoubtListener doubts;
    private final ActiveRuns running = new ActiveRuns();

    /**
     * A runner.
     *
     * @param journal where invocations are
     * @param settings time, patience, threads
     */
    public InvocationRunner(Journal journal, RunSettings settings) {
        this(journal, settings, DoubtListener.NONE);
    }

    /**
     * A runner that tells of doubts.
     *
     * @param journal where invocations are
     * @param settings time, patience, threads
     * @param doubts who is told of runs that leave their invocation uncertain
     */
    public InvocationRunner(Journal journal, RunSettings settings, DoubtListener doubts) {
        this.doubts = doubts;
        this.journal = journal;
        this.settings = settings;
        this.stopping = new Stopping(settings.ticker(), settings.grace());
        this.late = new LateAnswers(journal, settings);
    }

    /**
     * Opens an invocation or goes on with it, in the calling thread, until it ends or must be left.
     *
     * @param invocation what is asked for
     * @return how the run ended
     * @throws dev.counterfoil.journal.record.DamageException where its journal is damaged; nothing was sent
     */
    public RunOutcome run(Invocation invocation) {
        return run(invocation, () -> false);
    }

    /**
     * The same for a caller who may give it up before there is anything to cancel.
     *
     * @param invocation what is asked for
     * @param unwanted asked before each step, in this thread and others: once it says yes, the invocation is cancelled durably
     * @return how the run ended
     * @throws dev.counterfoil.journal.record.DamageException where its journal is damaged; nothing was sent
     */
    public RunOutcome run(Invocation invocation, BooleanSupplier unwanted) {
        Lifetime lifetime = new Lifetime(stopping, invocation.means().within());
        return alone(invocation.id(), lifetime, new Wakeups(unwanted), () -> conflict(invocation), context -> {
            while (true) {
                Optional<RunOutcome> outcome = journal.isTaken(invocation.id())
                        ? goOn(invocation, context)
                        : open(invocation, context);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
            }
        });
    }

    /**
     * Goes on with an open invocation from its journal alone; compares nothing.
     *
     * @param id its name
     * @param source finds its providers
     * @return how the run ended
     * @throws dev.counterfoil.journal.record.DamageException where its journal is damaged; nothing was sent
     */
    public RunOutcome resume(InvocationId id, MeansSource source) {
        return alone(id, Lifetime.of(stopping), new Wakeups(() -> false), Optional::empty, context -> {
            while (true) {
                Optional<Chronicle> found = journal.read(id);
                if (found.isEmpty()) {
                    return pruned(id).orElseGet(() -> new RunOutcome.Unknown(id));
                }
                Optional<RunOutcome> outcome = goOn(
                        found.get(),
                        Optional.empty(),
                        chronicle -> source.meansFor(id, chronicle.soundState().opening(), chronicle.configuration()),
                        context);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
            }
        });
    }

    /**
     * Cancels an invocation durably, whoever owns it; a run of it in this process ends its attempt.
     *
     * @param id its name
     * @param by who wishes it
     * @return what became of the wish
     * @throws dev.counterfoil.journal.record.JournalException where it cannot be read, or is damaged
     */
    public Amendment cancel(InvocationId id, Optional<String> by) {
        // First the wish, then the look: a run that opens the invocation in between finds one or the other.
        running.find(id).ifPresent(wakeups -> wakeups.wish(by));
        Amendment amendment = journal.amend(id, chronicle -> {
            InvocationState state = chronicle.soundState();
            InvocationClock clock = InvocationClock.resume(settings.wall(), settings.ticker(), state.last().at());
            Moment moment = new Moment(
                    clock.now(), chronicle.row().holder().epoch(), Moment.Phase.RUNNING, Optional.empty());
            return machine(id, state.opening().backoff(), Optional.empty()).cancelled(state, by, moment);
        });
        running.find(id).ifPresent(Wakeups::journalMoved);
        return amendment;
    }

    /**
     * Records what a person found out about an attempt in doubt, and what follows from it without a dispatch.
     *
     * @param id its invocation
     * @param ordinal the attempt
     * @param finding what was found
     * @return what became of it
     * @throws dev.counterfoil.journal.record.JournalException where it cannot be read, or is damaged
     */
    public Reconciliation reconcile(InvocationId id, int ordinal, Finding finding) {
        return new Reconciler(journal, settings, stopping, running).reconcile(id, ordinal, finding);
    }

    /** Lets nothing new start; running attempts may go on for the grace. */
    public void stop() {
        stopping.stop();
    }

    /** Lets nothing new start and ends running attempts. */
    public void stopNow() {
        stopping.stopNow();
    }

    /**
     * Waits until no run of this process is active.
     *
     * @param atMost how long
     * @return false where one still is
     * @throws InterruptedException where the calling thread is interrupted
     */
    public boolean awaitNone(Duration atMost) throws InterruptedException {
        return running.awaitNone(atMost);
    }

    /**
     * The same, deaf to interrupts, which are restored.
     *
     * @param atMost how long
     * @return false where one still is
     */
    public boolean awaitEnded(Duration atMost) {
        return running.awaitNoneUninterruptibly(atMost);
    }

    /** Something done while no other run of this process has the id. */
    private interface Alone {
        RunOutcome with(Run.Context context);
    }

    private RunOutcome alone(
            InvocationId id, Lifetime lifetime, Wakeups wakeups, Supplier<Optional<RunOutcome>> objection, Alone body) {
        StackRoom.require(FRAMES);
        try {
            Optional<RunOutcome> kept = enter(id, lifetime, wakeups, objection);
            if (kept.isPresent()) {
                return kept.get();
            }
            return told(entered(id, lifetime, wakeups, body));
        } catch (StoreException e) {
            return new RunOutcome.Unavailable(id, Optional.empty(), e.getMessage());
        }
    }

    private RunOutcome entered(InvocationId id, Lifetime lifetime, Wakeups wakeups, Alone body) {
        Cancellation.Listening around = lifetime.hear(wakeups);
        try {
            stopping.register(wakeups);
            return body.with(new Run.Context(journal, settings, lifetime, late, wakeups));
        } finally {
            around.end();
            stopping.unregister(wakeups);
            running.leave(id);
        }
    }

    /** Whoever is told may run things itself: the id is free again by then. */
    private RunOutcome told(RunOutcome outcome) {
        if (outcome instanceof RunOutcome.Concluded concluded && concluded.result().status() == InvocationResult.Status.UNCERTAIN) {
            try {
                doubts.uncertain(concluded.result());
            } catch (RuntimeException | Error e) {
                System.getLogger(InvocationRunner.class.getName()).log(
                        System.Logger.Level.WARNING, "a listener of doubts threw {0}", e.getClass().getName());
            }
        }
        return outcome;
    }

    /** Empty where the id is this run's now. What can be objected to at once is not waited for. */
    private Optional<RunOutcome> enter(
            InvocationId id, Lifetime lifetime, Wakeups wakeups, Supplier<Optional<RunOutcome>> objection) {
        Patience patience = new Patience(settings, lifetime);
        Optional<RunOutcome> no = Optional.empty();
        for (boolean first = true; !running.enter(id, wakeups); first = false) {
            boolean left = first || patience.isLeft();
            no = first || !left ? objection.get() : no;
            if (no.isPresent() || !left) {
                return no.or(() -> Optional.of(lifetime.isEnding() ? new RunOutcome.LeftOpen(id) : ownedElsewhere(id, Optional.empty())));
            }
        }
        return no;
    }

    private static RunOutcome ownedElsewhere(InvocationId id, Optional<OwnerBeat> owner) {
        return new RunOutcome.OwnedElsewhere(id, owner, Optional.empty());
    }

    private Optional<RunOutcome> conflict(Invocation invocation) {
        return journal.read(invocation.id()).flatMap(chronicle -> conflict(chronicle.soundState(), invocation));
    }

    /** As if it were opened when it was: a deadline that is relative or the call's around is then the one or the other as it was. */
    private Optional<RunOutcome> conflict(InvocationState state, Invocation invocation) {
        return BindingComparison.compare(state.opening().binding(), invocation.bindingAt(state.opening().stamp().at()))
                .map(conflict -> new RunOutcome.Conflicting(invocation.id(), conflict));
    }

    /** Asked before anything is written: a no that reading gives leaves the journal as it was, without a row for this runtime too. */
    private Optional<RunOutcome> pruned(InvocationId id) {
        return journal.tombstone(id).map(RunOutcome.Pruned::new);
    }

    /** Empty where it moved, or was pruned since it was looked for: look anew. */
    private Optional<RunOutcome> goOn(Invocation invocation, Run.Context context) {
        Optional<Chronicle> found = journal.read(invocation.id());
        return found.isPresent()
                ? goOn(found.get(), Optional.of(invocation), chronicle -> Optional.of(invocation.means()), context)
                : pruned(invocation.id());
    }

    /** Empty where the id is there by now, or was and is pruned: look anew. */
    private Optional<RunOutcome> open(Invocation invocation, Run.Context context) {
        if (context.lifetime().isEnding()) {
            return Optional.of(new RunOutcome.LeftOpen(invocation.id()));
        }
        InvocationClock clock = InvocationClock.open(settings.wall(), settings.ticker());
        Means means = invocation.means();
        means.prepare();
        InvocationMachine machine = machine(invocation.id(), means.backoff(), Optional.of(means));
        boolean unwanted = Thread.currentThread().isInterrupted() || context.wakeups().wished().isPresent();
        Moment.Phase phase = unwanted ? Moment.Phase.STOPPING : context.lifetime().phase();
        Moment moment = new Moment(clock.now(), 1, phase, Optional.empty());
        Command.Append first = machine.open(
                invocation.bindingAt(moment.now()), means.backoff(), invocation.request(), invocation.configuration(), moment);
        Started started = journal.open(invocation.id(), first.entries());
        if (started instanceof Started.Opened opened) {
            Run run = new Run(
                    context, opened.journal(), machine, clock, invocation.request(), Optional.of(means));
            return Optional.of(run.opened(opened.proof()));
        }
        if (started instanceof Started.NotWritten not) {
            return Optional.of(new RunOutcome.NotStarted(invocation.id(), not.cause()));
        }
        return started instanceof Started.FateUnknown unknown
                ? Optional.of(new RunOutcome.Unavailable(invocation.id(), Optional.empty(), unknown.cause()))
                : Optional.empty();
    }

    /** Empty where it changed hands or was closed in the meantime. */
    private Optional<RunOutcome> goOn(
            Chronicle chronicle, Optional<Invocation> asked, Function<Chronicle, Optional<Means>> source, Run.Context context) {
        InvocationId id = chronicle.id();
        InvocationState state = chronicle.soundState();
        Optional<RunOutcome> conflict = asked.flatMap(invocation -> conflict(state, invocation));
        if (conflict.isPresent()) {
            return conflict;
        }
        if (state.closing().isPresent()) {
            return Optional.of(new RunOutcome.Concluded(
                    Results.of(id, state, chronicle.response(), state.closing().get().reason().code(), 0)));
        }
        Takeover takeover = new Takeover(journal, id, new Patience(settings, context.lifetime()));
        return takeover.vacancy().match(
                row -> row.equals(chronicle.row()) ? resumed(takeover, asked, chronicle, source, context) : Optional.empty(),
                owner -> Optional.of(ownedElsewhere(id, Optional.of(owner))),
                Optional::empty);
    }

    /** What is only to be reported is, without owning it: nothing is written then. */
    private Optional<RunOutcome> resumed(
            Takeover takeover, Optional<Invocation> asked, Chronicle chronicle, Function<Chronicle, Optional<Means>> source,
            Run.Context context) {
        Optional<Means> means = source.apply(chronicle).filter(found -> found.fits(chronicle.soundState().opening().binding()));
        Resumption resumption = new Resumption(context, chronicle, asked.map(Invocation::request), means);
        Optional<RunOutcome> report = resumption.report();
        if (report.isPresent()) {
            return report;
        }
        means.ifPresent(Means::prepare);
        return takeover.attempt().match(
                owned -> Optional.of(resumption.over(owned).resumed()),
                owner -> Optional.of(ownedElsewhere(chronicle.id(), Optional.of(owner))),
                Optional::empty);
    }

    private InvocationMachine machine(InvocationId id, Backoff backoff, Optional<Means> means) {
        return Resumption.machine(settings, id, backoff, means);
    }
}
