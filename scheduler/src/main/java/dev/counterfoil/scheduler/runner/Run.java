// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.Commit;
import dev.counterfoil.journal.DurableIntent;
import dev.counterfoil.journal.InvocationJournal;
import dev.counterfoil.journal.Journal;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.machine.Command;
import dev.counterfoil.scheduler.machine.InvocationMachine;
import dev.counterfoil.scheduler.machine.Looked;
import dev.counterfoil.scheduler.machine.Moment;
import dev.counterfoil.scheduler.time.InvocationClock;
import dev.counterfoil.scheduler.time.Signal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The dull loop over one owned invocation: performs commands until one of them ends it. Confined to the thread that runs it.
 */
final class Run implements Command.Cases<Turn>, AttemptWait.Wishes {
    private final Context context;
    private final InvocationJournal journal;
    private final InvocationMachine machine;
    private final InvocationClock clock;
    private final Pace pace;
    private final RetryCharge charge;
    private final Calling calling;
    private int attempts;
    private int dispatched;
    private Optional<Answer> pending = Optional.empty();
    private Optional<Looked> looked = Optional.empty();
    private boolean unwritten;
    private Optional<Duration> regression;
    private boolean interrupted;

    /**
     * What all runs of a runtime share, and this run's wake-ups. Immutable.
     */
    record Context(Journal journal, RunSettings settings, Lifetime lifetime, LateAnswers late, Wakeups wakeups) {}

    Run(
            Context context,
            InvocationJournal journal,
            InvocationMachine machine,
            InvocationClock clock,
            Bytes request,
            Optional<Means> means) {
        this.context = context;
        this.journal = journal;
        this.machine = machine;
        this.clock = clock;
        this.calling = new Calling(context, request, means);
        this.pace = new Pace(context.settings().ticker());
        this.charge = new RetryCharge(journal, means.flatMap(Means::sharedRetries));
        this.regression = clock.startedBehind() ? Optional.of(clock.regression()) : Optional.empty();
    }

    /** An invocation that was just opened. */
    RunOutcome opened(Optional<DurableIntent> proof) {
        return complete(() -> proof.map(this::dispatch).orElseGet(this::decide));
    }

    /** An invocation that was just taken over. */
    RunOutcome resumed() {
        return complete(this::decide);
    }

    private RunOutcome complete(Supplier<Turn> first) {
        try {
            Turn turn = first.get();
            while (turn instanceof Turn.Next next) {
                turn = next.command().match(this);
            }
            calling.thrown().ifPresent(Run::rethrow);
            return ((Turn.End) turn).outcome();
        } catch (RuntimeException | Error e) {
            // An answer that we hold is not lost to it, whatever it is.
            pending = pending.or(calling::held);
            keepPending();
            Optional<Bytes> response = pending.flatMap(Answer::response);
            if (e instanceof RuntimeException && response.isPresent()) {
                return new RunOutcome.Unavailable(journal.id(), response, cause(e));
            }
            throw e;
        } finally {
            release(journal);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void keepPending() {
        pending.ifPresent(answer -> context.late().keep(journal.id(), dispatched, answer));
    }

    /** Messages of the journal hold no payload; those of others may. */
    private static String cause(Throwable thrown) {
        return thrown instanceof JournalException ? String.valueOf(thrown.getMessage()) : thrown.getClass().getName();
    }

    private static void rethrow(Error error) {
        throw error;
    }

    static void release(InvocationJournal owned) {
        try {
            owned.release();
        } catch (JournalException e) {
            log(owned.id(), "was not given back: " + e.getMessage());
        }
    }

    private static void log(InvocationId id, String what) {
        System.getLogger(Run.class.getName()).log(System.Logger.Level.WARNING, "{0} {1}", id, what);
    }

    private Turn decide() {
        heed();
        return unwritten && journal.state().closing().isEmpty() ? lookedUp() : new Turn.Next(machine.next(journal.state(), moment()));
    }

    /** After an interrupt, a wish or an error nothing starts, whether or not a cancellation could be written. */
    private Moment moment() {
        boolean over = interrupted || calling.thrown().isPresent() || context.wakeups().wished().isPresent();
        Moment.Phase phase = over ? Moment.Phase.STOPPING : context.lifetime().phase();
        return new Moment(clock.now(), journal.epoch(), phase, regression, charge.left(), looked);
    }

    /** Looks whether this thread was interrupted, or a cancellation was wished before there was an invocation to cancel. */
    private void heed() {
        if (Thread.interrupted()) {
            interrupted();
        }
        context.wakeups().wished().ifPresent(wish -> cancelDurably(wish.by()));
    }

    @Override
    public Turn append(Command.Append append) {
        Duration rest = pace.left(journal.state().attempts().count());
        if (endsWithIntent(append.entries()) && !rest.isZero()) {
            return await(new Command.Await(rest, Command.Before.ATTEMPT));
        }
        boolean charges = endsWithIntent(append.entries());
        List<Entry> entries = charges && !journal.mayCharge()
                ? append.entries().subList(0, append.entries().size() - 1)
                : append.entries();
        // Evidence goes with the step that it belongs to, and waits for it.
        if (charges && entries.stream().allMatch(entry -> entry.record() instanceof Evidence)) {
            return end(new RunOutcome.Unavailable(
                    journal.id(), Optional.empty(), "nothing was charged: this runtime cannot show its journal that it lives"));
        }
        Commit commit = charge.append(entries);
        if (commit instanceof Commit.Committed committed) {
            pending = Optional.empty();
            regression = Optional.empty();
            unwritten = false;
            return committed.proof().map(this::dispatch).orElseGet(this::decide);
        }
        if (commit instanceof Commit.Moved) {
            return pending.map(this::answered).orElseGet(this::decide);
        }
        if (commit instanceof Commit.Lost lost) {
            return lost(lost.holder());
        }
        return commit instanceof Commit.NotWritten not
                ? notWritten(entries, not.cause())
                : end(new RunOutcome.Unavailable(
                        journal.id(), pending.flatMap(Answer::response), ((Commit.FateUnknown) commit).cause()));
    }

    private Turn answered(Answer answer) {
        heed();
        if (!isAwaited()) {
            keepPending();
            pending = Optional.empty();
            Optional<Bytes> unknown = answer.response()
                    .filter(bytes -> journal.state().attempts().find(dispatched).isPresent())
                    .filter(bytes -> !journal.state().responseDigest().equals(Optional.of(bytes.content().sha256())));
            return unknown.isEmpty() ? decide() : end(new RunOutcome.Unavailable(
                    journal.id(), unknown, "attempt " + dispatched + " was decided elsewhere before its answer came"));
        }
        return new Turn.Next(machine.answered(journal.state(), answer, moment()));
    }

    /** Whether the journal still wants the answer: a person may have given a verdict, or another runtime have brought it to its end. */
    private boolean isAwaited() {
        return journal.state().closing().isEmpty()
                && journal.state().attempts().newest()
                        .filter(newest -> newest.intent().ordinal() == dispatched)
                        .filter(newest -> newest.outcome().isEmpty() && newest.verdict().isEmpty())
                        .isPresent();
    }

    private Turn lost(Holder holder) {
        keepPending();
        return end(new RunOutcome.OwnedElsewhere(
                journal.id(), Owners.of(context.journal(), holder), pending.flatMap(Answer::response)));
    }

    private static boolean endsWithIntent(List<Entry> entries) {
        return entries.get(entries.size() - 1).record() instanceof Intent;
    }

    private Turn notWritten(List<Entry> entries, String cause) {
        if (pending.isPresent()) {
            return end(new RunOutcome.OutcomeNotDurable(journal.id(), pending.get().response(), cause));
        }
        return endsWithIntent(entries)
                ? end(new RunOutcome.NotStarted(journal.id(), cause))
                : end(new RunOutcome.Unavailable(journal.id(), Optional.empty(), cause));
    }

    @Override
    public Turn await(Command.Await await) {
        if (await.before() == Command.Before.ATTEMPT) {
            pace.begin(journal.state().attempts().count(), await.delay());
        }
        Signal signal = context.wakeups().arm();
        boolean moved = context.wakeups().takeMoved();
        if (moved && isCancelled() || context.lifetime().isEnding()) {
            return decide();
        }
        Duration atMost = await.delay().compareTo(AttemptWait.LOOK) < 0 ? await.delay() : AttemptWait.LOOK;
        try {
            if (!context.settings().waiter().await(atMost, signal)) {
                context.wakeups().journalMoved();
            }
        } catch (InterruptedException e) {
            interrupted();
        }
        return decide();
    }

    /** An answer that did not come to be written, as where the journal moved meanwhile, is judged once more and written then. */
    @Override
    public Turn lookUp(Command.LookUp command) {
        looked = Optional.of(calling.ask(journal, command, clock::now, this));
        unwritten = true;
        heed();
        return lookedUp();
    }

    private Turn lookedUp() {
        Command command = machine.lookedUp(journal.state(), looked.orElseThrow(), moment());
        unwritten = command instanceof Command.Append;
        return new Turn.Next(command);
    }

    @Override
    public Turn finish(Command.Finish finish) {
        return end(new RunOutcome.Concluded(
                Results.of(journal.id(), journal.state(), journal.response(), finish.reason(), attempts)));
    }

    @Override
    public Turn leaveOpen() {
        return end(new RunOutcome.LeftOpen(journal.id()));
    }

    @Override
    public Turn askForProviders() {
        return end(new RunOutcome.ProvidersUnknown(journal.id()));
    }

    private static Turn end(RunOutcome outcome) {
        return new Turn.End(outcome);
    }

    private Turn dispatch(DurableIntent proof) {
        attempts++;
        dispatched = proof.intent().ordinal();
        heed();
        boolean unwanted =
                interrupted || context.wakeups().wished().isPresent() || journal.state().cancellation().isPresent();
        Answer answer = unwanted
                ? Answer.notDispatched().category(FailureCategory.CANCELLED)
                : calling.answer(journal, proof, clock.now(), this);
        pending = Optional.of(answer);
        return answered(answer);
    }

    @Override
    public boolean isCancelled() {
        try {
            journal.reread();
        } catch (JournalException e) {
            // It is read again at the next look, and before anything is appended.
            return false;
        }
        context.wakeups().wished().ifPresent(wish -> cancelDurably(wish.by()));
        return journal.state().cancellation().isPresent();
    }

    /** While the process or the call around ends, an interrupt ends the attempt and cancels nothing: what is open may go on later. */
    @Override
    public Cancellation.Cause interrupted() {
        interrupted = true;
        if (context.lifetime().isEnding()) {
            return context.lifetime().cause();
        }
        cancelDurably(context.wakeups().wished().map(Wakeups.Wish::by).orElse(Optional.of("interrupt")));
        return Cancellation.Cause.CANCELLED;
    }

    private void cancelDurably(Optional<String> by) {
        try {
            Commit commit = new Commit.Moved();
            while (commit instanceof Commit.Moved) {
                List<Entry> entries = machine.cancelled(journal.state(), by, moment());
                if (entries.isEmpty()) {
                    return;
                }
                commit = journal.append(entries);
            }
            if (!(commit instanceof Commit.Committed)) {
                log(journal.id(), "was not cancelled in the journal: " + commit.getClass().getSimpleName());
            }
        } catch (JournalException e) {
            log(journal.id(), "was not cancelled in the journal: " + e.getMessage());
        }
    }
}
