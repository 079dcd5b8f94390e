// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.Commit;
import dev.counterfoil.journal.InvocationJournal;
import dev.counterfoil.journal.Journal;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.scheduler.machine.Finding;
import dev.counterfoil.scheduler.machine.InvocationMachine;
import dev.counterfoil.scheduler.machine.Moment;
import dev.counterfoil.scheduler.machine.Reconciled;
import dev.counterfoil.scheduler.machine.Terms;
import dev.counterfoil.scheduler.time.InvocationClock;
import java.time.Duration;
import java.util.Optional;

/** Takes an invocation over for as long as a verdict needs, and dispatches nothing. Confined to one call. */
final class Reconciler {
    private final Journal journal;
    private final RunSettings settings;
    private final Stopping stopping;
    private final ActiveRuns running;

    Reconciler(Journal journal, RunSettings settings, Stopping stopping, ActiveRuns running) {
        this.journal = journal;
        this.settings = settings;
        this.stopping = stopping;
        this.running = running;
    }

    Reconciliation reconcile(InvocationId id, int ordinal, Finding finding) {
        while (true) {
            Optional<Chronicle> found = journal.read(id);
            if (found.isEmpty()) {
                return journal.tombstone(id).<Reconciliation>map(Reconciliation.Pruned::new).orElseGet(Reconciliation.Unknown::new);
            }
            InvocationState state = found.get().soundState();
            Reconciled wished = decide(id, state, found.get().row().holder().epoch(), ordinal, finding);
            Optional<Reconciliation> done = wished instanceof Reconciled.Records
                    ? takeOver(id, ordinal, finding)
                    : Optional.of(unwritten(wished, state));
            if (done.isPresent()) {
                return done.get();
            }
        }
    }

    private Reconciled decide(InvocationId id, InvocationState state, long epoch, int ordinal, Finding finding) {
        InvocationClock clock = InvocationClock.resume(settings.wall(), settings.ticker(), state.last().at());
        Optional<Duration> regression = clock.startedBehind() ? Optional.of(clock.regression()) : Optional.empty();
        Moment moment = new Moment(clock.now(), epoch, Moment.Phase.RUNNING, regression);
        Terms terms = new Terms(id, state.opening().backoff(), settings.jitter(), Optional.empty());
        return new InvocationMachine(terms).reconciled(state, ordinal, finding, moment);
    }

    private static Reconciliation unwritten(Reconciled wished, InvocationState state) {
        if (wished instanceof Reconciled.Same) {
            return new Reconciliation.Unchanged(state);
        }
        return wished instanceof Reconciled.Other other
                ? new Reconciliation.Conflicting(other.verdict())
                : new Reconciliation.NotInDoubt(state);
    }

    /** Empty where it moved in the meantime. */
    private Optional<Reconciliation> takeOver(InvocationId id, int ordinal, Finding finding) {
        Patience patience = new Patience(settings, Lifetime.of(stopping));
        while (!running.enter(id, new Wakeups(() -> false))) {
            if (!patience.isLeft()) {
                return Optional.of(new Reconciliation.OwnedElsewhere(Optional.empty()));
            }
        }
        try {
            return new Takeover(journal, id, patience).attempt().match(
                    owned -> write(owned, ordinal, finding),
                    owner -> Optional.of(new Reconciliation.OwnedElsewhere(Optional.of(owner))),
                    Optional::empty);
        } finally {
            running.leave(id);
        }
    }

    private Optional<Reconciliation> write(InvocationJournal owned, int ordinal, Finding finding) {
        try {
            Reconciled wished = decide(owned.id(), owned.state(), owned.epoch(), ordinal, finding);
            if (!(wished instanceof Reconciled.Records records)) {
                return Optional.of(unwritten(wished, owned.state()));
            }
            Commit commit = owned.append(records.entries());
            if (commit instanceof Commit.Committed) {
                return Optional.of(new Reconciliation.Recorded(owned.state()));
            }
            if (commit instanceof Commit.NotWritten not) {
                return Optional.of(new Reconciliation.Unavailable(not.cause()));
            }
            return commit instanceof Commit.FateUnknown unknown
                    ? Optional.of(new Reconciliation.Unavailable(unknown.cause()))
                    : Optional.empty();
        } finally {
            release(owned);
        }
    }

    private static void release(InvocationJournal owned) {
        try {
            owned.release();
        } catch (JournalException e) {
            System.getLogger(Reconciler.class.getName())
                    .log(System.Logger.Level.WARNING, "{0} was not given back: {1}", owned.id(), e.getMessage());
        }
    }
}
