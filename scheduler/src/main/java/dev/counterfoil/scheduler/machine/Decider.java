// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.admission.Admitted;
import dev.counterfoil.scheduler.admission.Decision;
import dev.counterfoil.scheduler.admission.Ledger;
import dev.counterfoil.scheduler.admission.NextAttempt;
import dev.counterfoil.scheduler.admission.Proposal;
import dev.counterfoil.scheduler.admission.Refusal;
import dev.counterfoil.scheduler.admission.WaitSource;
import dev.counterfoil.scheduler.machine.InvocationMachine.Step;
import dev.counterfoil.scheduler.recovery.Book;
import dev.counterfoil.scheduler.recovery.MayStart;
import dev.counterfoil.scheduler.recovery.RecoveryTable;
import dev.counterfoil.scheduler.recovery.Row;
import dev.counterfoil.scheduler.recovery.Situation;
import java.util.Optional;

/** One consultation of the recovery table: what it sees, which row it finds, and what that row means here. Confined. */
final class Decider {
    private final Terms terms;
    private final InvocationState state;
    private final Moment moment;
    private final Optional<Proposal> proposal;

    Decider(Terms terms, InvocationState state, Moment moment) {
        this.terms = terms;
        this.state = state;
        this.moment = moment;
        this.proposal = propose();
    }

    /** The attempt that would come next from this tail, and whether admission lets it start. */
    private Optional<Proposal> propose() {
        if (state.tail() == Tail.DOUBT) {
            boolean byContract = state.opening().binding().doubt() == DoubtProfile.REDELIVER;
            return byContract ? proposed(withVerdict()) : Optional.empty();
        }
        return proposed(state);
    }

    private Optional<Proposal> proposed(InvocationState at) {
        WaitSource waits = at.attempts().newest().<WaitSource>map(newest -> new Waits(terms, newest, moment.now())).orElse(WaitSource.NONE);
        Ledger ledger = Ledger.of(at);
        return NextAttempt.of(at.tail(), moment.sharedRetriesLeft().isPresent()
                ? ledger.withSharedRetriesLeft(moment.sharedRetriesLeft().getAsLong()) : ledger, moment.now(), waits);
    }

    private InvocationState withVerdict() {
        return ((FoldStep.Folded) JournalFold.next(state, redeliverByContract(stamp()))).state();
    }

    private Stamp stamp() {
        return state.next(moment.now(), moment.epoch());
    }

    private Verdict redeliverByContract(Stamp stamp) {
        return new Verdict(
                stamp,
                state.attempts().count() - 1,
                VerdictKind.REDELIVER,
                VerdictGround.CONTRACT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    Step step() {
        Row row = RecoveryTable.match(situation());
        if (row.decision().startsAttempt()) {
            Optional<Command> hindrance = hindrance();
            if (hindrance.isPresent()) {
                return new Step.Then(hindrance.get());
            }
        }
        return switch (row.decision()) {
            case REPLAY -> finish(ClosingReason.Ending.COMPLETED.code());
            case REPORT_STOP -> finish(state.closing().orElseThrow().reason().code());
            case CLOSE_SETTLED -> close(ClosingStatus.SETTLED, ClosingReason.Ending.COMPLETED);
            case CLOSE_LATE -> close(ClosingStatus.STOPPED, state.lateness().orElseThrow());
            case CLOSE_PERMANENT -> close(ClosingStatus.STOPPED, ClosingReason.Ending.PERMANENT);
            case CLOSE_ABANDONED -> close(ClosingStatus.STOPPED, ClosingReason.Ending.ABANDONED);
            case CLOSE_REFUSED -> close(ClosingStatus.STOPPED, refusal().code());
            case ATTEMPT_FRESH, RETRY_ELSE_FAILOVER, REDELIVER -> attempt();
            case VERDICT_REDELIVER -> (Step.Record) this::redeliverByContract;
            case UNCERTAIN_OUTCOME -> finish(openIntent() ? "open_intent" : "uncertain_outcome");
            case UNCERTAIN_REFUSAL -> finish(refusal().code().code());
            case LOOK_UP, WAIT_AND_LOOK_UP, ADOPT_RECEIPT, REJECT_BY_RECEIPT, VERDICT_NOT_APPLIED, UNCERTAIN_RECEIPT_PENDING,
                    UNCERTAIN_RECEIPT_CONFLICT -> throw new IllegalStateException("no book is given, so row " + row.letter()
                            + " cannot match");
        };
    }

    private Situation situation() {
        Binding binding = state.opening().binding();
        MayStart mayStart = proposal.filter(each -> !each.decision().isAdmitted()).isPresent() ? MayStart.NO : MayStart.YES;
        return Situation.beforeAsking(state.tail(), Worth.of(state), binding.doubt(), Book.NONE, mayStart);
    }

    /** Why an attempt that is admitted does not start all the same; nothing is closed for it. */
    private Optional<Command> hindrance() {
        if (moment.phase() == Moment.Phase.STOPPING) {
            return Optional.of(new Command.LeaveOpen());
        }
        return terms.configurations().isEmpty() ? Optional.of(new Command.AskForProviders()) : Optional.empty();
    }

    private Step attempt() {
        Proposal next = proposal.orElseThrow();
        if (!next.delay().isZero()) {
            return new Step.Then(new Command.Await(next.delay()));
        }
        Admitted admitted = (Admitted) next.decision();
        return (Step.Record) stamp -> admitted.intent(stamp, terms.configurationOf(admitted.provider()));
    }

    private Refusal refusal() {
        return ((Decision.Refused) proposal.orElseThrow().decision()).refusal();
    }

    private boolean openIntent() {
        return state.attempts().newest().flatMap(Attempt::outcome).isEmpty();
    }

    private static Step finish(String reason) {
        return new Step.Then(new Command.Finish(reason));
    }

    private static Step close(ClosingStatus status, ClosingReason reason) {
        return (Step.Record) stamp -> new Closing(stamp, status, reason);
    }
}
