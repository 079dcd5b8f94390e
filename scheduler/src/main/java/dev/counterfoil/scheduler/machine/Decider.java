// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Sha256;
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
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.machine.InvocationMachine.Step;
import dev.counterfoil.scheduler.recovery.Book;
import dev.counterfoil.scheduler.recovery.MayStart;
import dev.counterfoil.scheduler.recovery.Receipt;
import dev.counterfoil.scheduler.recovery.RecoveryTable;
import dev.counterfoil.scheduler.recovery.Retention;
import dev.counterfoil.scheduler.recovery.Row;
import dev.counterfoil.scheduler.recovery.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One consultation of the recovery table: what it sees, which row it finds, and what that row means here. Confined. */
final class Decider {
    private final Terms terms;
    private final InvocationState state;
    private final Moment moment;
    private final Optional<Looked> looked;
    private final Optional<Proposal> proposal;

    Decider(Terms terms, InvocationState state, Moment moment) {
        this.terms = terms;
        this.state = state;
        this.moment = moment;
        this.looked = moment.looked().filter(each -> each.isAboutNewestOf(state));
        this.proposal = propose();
    }

    /** The attempt that would come next from this tail, and whether admission lets it start. */
    private Optional<Proposal> propose() {
        if (state.tail() == Tail.DOUBT) {
            boolean byContract = state.opening().binding().doubt() == DoubtProfile.REDELIVER;
            return byContract ? proposed(withVerdict(), waits(withVerdict())) : Optional.empty();
        }
        return proposed(state, waits(state));
    }

    private WaitSource waits(InvocationState at) {
        Instant notBefore = looked.flatMap(Looked::notBefore).orElse(moment.now());
        return at.attempts().newest().<WaitSource>map(newest -> new Waits(terms, newest, moment.now(), notBefore)).orElse(WaitSource.NONE);
    }

    /** Waiting and asking cost no call: only time and a cancellation forbid them. */
    private boolean mayAskAgain() {
        Deadline deadline = state.opening().binding().deadline();
        return state.cancellation().isEmpty()
                && !deadline.isLate(moment.now())
                && deadline.fits(moment.now(), untilAskedAgain(), Duration.ZERO);
    }

    private Duration untilAskedAgain() {
        Duration left = Duration.between(moment.now(), looked.orElseThrow().againAt(terms));
        return left.isNegative() ? Duration.ZERO : left;
    }

    private boolean isPending() {
        return state.tail() == Tail.DOUBT && looked.filter(each -> each.receipt() == Receipt.PENDING).isPresent();
    }

    private Optional<Proposal> proposed(InvocationState at, WaitSource waits) {
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
        return verdict(stamp, VerdictKind.REDELIVER, VerdictGround.CONTRACT, Optional.empty(), Optional.empty());
    }

    private Entry byReceipt(Stamp stamp, VerdictKind kind, Optional<Bytes> response) {
        Bytes evidence = looked.orElseThrow().evidence();
        Verdict verdict = verdict(
                stamp, kind, VerdictGround.RECEIPT, Optional.of(evidence.content()), response.map(bytes -> bytes.content().sha256()));
        return new Entry(verdict, response, Optional.of(evidence));
    }

    private Verdict verdict(
            Stamp stamp, VerdictKind kind, VerdictGround ground, Optional<Content> evidence, Optional<Sha256> response) {
        return new Verdict(stamp, state.attempts().count() - 1, kind, ground, evidence, Optional.empty(), response);
    }

    private Entry adopted(Stamp stamp) {
        LookupAnswer.Completed completed = (LookupAnswer.Completed) looked.orElseThrow().answer();
        return byReceipt(stamp, VerdictKind.COMPLETED, completed.response());
    }

    private Entry notApplied(Stamp stamp) {
        return byReceipt(stamp, VerdictKind.NOT_APPLIED, Optional.empty());
    }

    private static Entry permanent(Stamp stamp) {
        return Entry.of(new Closing(stamp, ClosingStatus.STOPPED, ClosingReason.Ending.PERMANENT));
    }

    Step step() {
        Row row = RecoveryTable.match(situation());
        Optional<Command> hindrance = hindrance(row);
        if (hindrance.isPresent()) {
            return new Step.Then(hindrance.get());
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
            case LOOK_UP -> new Step.Then(lookUp(1));
            case WAIT_AND_LOOK_UP -> new Step.Then(lookUpAgain());
            case ADOPT_RECEIPT -> new Step.Entries(List.of(this::adopted));
            case REJECT_BY_RECEIPT -> new Step.Entries(List.of(this::notApplied, Decider::permanent));
            case VERDICT_NOT_APPLIED -> new Step.Entries(List.of(this::notApplied));
            case UNCERTAIN_OUTCOME -> finish(openIntent() ? "open_intent" : "uncertain_outcome");
            case UNCERTAIN_RECEIPT_PENDING -> finish("receipt_pending");
            case UNCERTAIN_RECEIPT_CONFLICT -> finish("receipt_conflict");
            case UNCERTAIN_REFUSAL -> finish(refusal().code().code());
        };
    }

    private Situation situation() {
        Binding binding = state.opening().binding();
        boolean may = isPending() ? mayAskAgain() : proposal.filter(each -> !each.decision().isAdmitted()).isEmpty();
        Situation before = Situation.beforeAsking(
                state.tail(), Worth.of(state, retention()), binding.doubt(), book(), may ? MayStart.YES : MayStart.NO);
        return state.tail() == Tail.DOUBT ? looked.map(each -> before.after(receipt(each))).orElse(before) : before;
    }

    /** Where the receiver closed the key for an earlier attempt, nothing came under it since and nothing will: that is a rejection. */
    private Receipt receipt(Looked answered) {
        boolean refused = answered.receipt() == Receipt.ABSENT && Worth.isKeyClosed(state);
        return refused ? Receipt.REJECTED : answered.receipt();
    }

    private Book book() {
        return mayHaveBook() ? receiver().book() : Book.NONE;
    }

    /** Without scope and key there is nothing to ask about; and what one book says is not all where the doubt may be elsewhere too. */
    private boolean mayHaveBook() {
        Operation operation = state.opening().binding().operation();
        return operation.scope().isPresent() && operation.key().isPresent() && !Worth.mayBeElsewhere(state);
    }

    /** Whether a book would be asked if there is one, which nobody knows before the providers are known. */
    private boolean missesBook() {
        return terms.configurations().isEmpty()
                && state.tail() == Tail.DOUBT
                && state.opening().binding().doubt() != DoubtProfile.STRICT
                && mayHaveBook();
    }

    private ReceiverTerms receiver() {
        return state.attempts().newest().map(newest -> terms.receiver(newest.intent().provider())).orElse(ReceiverTerms.SILENT);
    }

    /** Whether the key is honoured when the next attempt is sent; so the receiver's own word, which was said of the present, counts too. */
    private Retention retention() {
        Instant again = moment.now().plus(proposal.map(Proposal::delay).orElse(Duration.ZERO));
        return looked.filter(each -> each.retention() == Retention.EXPIRED)
                .map(Looked::retention)
                .orElseGet(() -> Worth.retention(state, receiver().keysKept(), again));
    }

    /** Why what the row would start, an attempt or a look-up, does not start all the same; nothing is closed for it. */
    private Optional<Command> hindrance(Row row) {
        boolean asks = row.decision().asksBook() || missesBook();
        if (!row.decision().startsAttempt() && !asks) {
            return Optional.empty();
        }
        if (moment.phase() == Moment.Phase.STOPPING) {
            // Whoever cancelled waits for a result; whoever stops the process goes on later.
            return Optional.of(asks && state.cancellation().isPresent() ? uncertain() : new Command.LeaveOpen());
        }
        if (terms.configurations().isEmpty()) {
            return Optional.of(new Command.AskForProviders());
        }
        return isOutlived() ? Optional.of(uncertain()) : Optional.empty();
    }

    /** A verdict by contract rests on the key, which the receiver may have forgotten since: then the verdict permits nothing any more. */
    private boolean isOutlived() {
        return state.tail() == Tail.CLEARED_REDELIVER
                && state.opening().binding().operation().contract() == Contract.RECEIVER_IDEMPOTENT
                && state.attempts().newest().flatMap(Attempt::verdict).filter(each -> each.ground() == VerdictGround.CONTRACT).isPresent()
                && retention() == Retention.EXPIRED;
    }

    private Command lookUpAgain() {
        Duration left = untilAskedAgain();
        return left.isZero() ? lookUp(looked.orElseThrow().round() + 1) : new Command.Await(left, Command.Before.LOOKUP);
    }

    private Command lookUp(int round) {
        Attempt newest = state.attempts().newest().orElseThrow();
        return new Command.LookUp(newest.intent().ordinal(), newest.intent().provider(), round);
    }

    private Step attempt() {
        Proposal next = proposal.orElseThrow();
        if (!next.delay().isZero()) {
            return new Step.Then(new Command.Await(next.delay(), Command.Before.ATTEMPT));
        }
        Admitted admitted = (Admitted) next.decision();
        return (Step.Record) stamp -> admitted.intent(stamp, terms.configurationOf(admitted.provider()));
    }

    private Refusal refusal() {
        return ((Decision.Refused) proposal.orElseThrow().decision()).refusal();
    }

    private Command uncertain() {
        return new Command.Finish(openIntent() ? "open_intent" : "uncertain_outcome");
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
