// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.scheduler.admission.Admitted;
import dev.counterfoil.scheduler.admission.NextAttempt;
import dev.counterfoil.scheduler.admission.WaitSource;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.recovery.TableContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * State × event → command. After every recorded step it consults the recovery table; whatever the table appends without a dispatch or a
 * wait between becomes one append. Pure; immutable and thread-safe.
 */
public final class InvocationMachine {
    private final Terms terms;

    /**
     * The machine of one run.
     *
     * @param terms what the run brings along
     */
    public InvocationMachine(Terms terms) {
        this.terms = terms;
    }

    /**
     * What comes next.
     *
     * @param state what the records say
     * @param moment the present
     * @return the command
     */
    public Command next(InvocationState state, Moment moment) {
        return new Batch(state, moment).complete();
    }

    /**
     * A new invocation: its opening, and what follows at once.
     *
     * @param binding what is bound
     * @param backoff the first run's backoff
     * @param request the exact bytes
     * @param configuration the provider configuration to store
     * @param moment the present
     * @return an append whose first record is the opening
     */
    public Command.Append open(Binding binding, Backoff backoff, Bytes request, Optional<Bytes> configuration, Moment moment) {
        Stamp stamp = new Stamp(0, moment.now(), moment.epoch());
        Opening opening = new Opening(stamp, binding, backoff, configuration.map(Bytes::content));
        Batch batch = new Batch(folded(JournalFold.first(opening)), moment);
        batch.entries.add(new Entry(opening, Optional.of(request), configuration));
        return (Command.Append) batch.complete();
    }

    /**
     * The newest intent was answered: its outcome, and what follows at once.
     *
     * @param state what the records say; the newest intent is open
     * @param answer what is known of it
     * @param moment the present
     * @return an append whose first record is the outcome or evidence that goes with it
     */
    public Command.Append answered(InvocationState state, Answer answer, Moment moment) {
        int ordinal = state.attempts().count() - 1;
        Batch batch = new Batch(state, moment);
        answer.findings().forEach(finding -> batch.keep(OptionalInt.of(ordinal), finding.what(), finding.content()));
        batch.add(new Entry(
                new Outcome(
                        batch.stamp(),
                        ordinal,
                        answer.outcomeClass(),
                        answer.category(),
                        answer.usage(),
                        answer.response().map(Bytes::content),
                        answer.reason(),
                        answer.retryAfterMillis()),
                answer.response(),
                Optional.empty()));
        return (Command.Append) batch.complete();
    }

    /**
     * A book was asked about the newest attempt: what it said, as evidence, and what follows at once.
     *
     * @param state what the records say; not closed
     * @param looked what it said
     * @param moment the present
     * @return mostly an append whose first record is the evidence; where the attempt has its 64 pieces, what follows alone
     */
    public Command lookedUp(InvocationState state, Looked looked, Moment moment) {
        Batch batch = new Batch(state, moment.after(looked));
        moment.regression().ifPresent(batch::keepRegression);
        batch.keep(OptionalInt.of(looked.ordinal()), EvidenceKind.LOOKUP, looked.evidence());
        return batch.complete();
    }

    /**
     * Somebody wishes to stop: the cancellation, where there is none yet, and the closing, where no doubt and no running attempt is left.
     *
     * @param state what the records say; not closed
     * @param by who wishes it
     * @param moment the present
     * @return the entries; none where it was cancelled before
     */
    public List<Entry> cancelled(InvocationState state, Optional<String> by, Moment moment) {
        if (state.cancellation().isPresent() || state.closing().isPresent()) {
            return List.of();
        }
        Batch batch = new Batch(state, moment);
        batch.add(Entry.of(new Cancellation(batch.stamp(), by)));
        return ((Command.Append) batch.complete()).entries();
    }

    /**
     * A person found out about an attempt: the verdict, and the closing where the table closes then. Never an intent that is dispatched:
     * whatever the verdict permits is for a run to start.
     *
     * <p>Where the attempt was in doubt when the journal was restored, and sending again is not harmless by contract wherever the original
     * may have sent, the original may have had the same verdict and gone on. So behind <em>not applied</em> and <em>redeliver</em> stands a
     * stand-in for the attempt that it may have made then, as {@link #restored} makes them, and the invocation is in doubt again; no
     * verdict on that leads to another.
     *
     * @param state what the records say
     * @param ordinal the attempt
     * @param finding what was found
     * @param moment the present
     * @return the entries, or why there are none
     */
    public Reconciled reconciled(InvocationState state, int ordinal, Finding finding, Moment moment) {
        Optional<Attempt> attempt = state.attempts().find(ordinal);
        Optional<Verdict> recorded = attempt.flatMap(Attempt::verdict);
        Optional<Sha256> response = finding.response().map(bytes -> bytes.content().sha256());
        if (recorded.isPresent()) {
            boolean same = recorded.get().verdict() == finding.verdict() && recorded.get().response().equals(response);
            return same ? new Reconciled.Same(recorded.get()) : new Reconciled.Other(recorded.get());
        }
        if (attempt.filter(Attempt::isInDoubt).isEmpty()) {
            return new Reconciled.NotInDoubt();
        }
        // Nothing is dispatched here: as while stopping, the table may close and may not start.
        Batch batch = new Batch(state, new Moment(moment.now(), moment.epoch(), Moment.Phase.STOPPING, moment.regression()));
        moment.regression().ifPresent(batch::keepRegression);
        Verdict verdict = new Verdict(
                batch.stamp(), ordinal, finding.verdict(), VerdictGround.PERSON, Optional.of(finding.evidence().content()), finding.by(),
                response);
        batch.add(new Entry(verdict, finding.response(), Optional.of(finding.evidence())));
        // Behind a verdict that ends the invocation no attempt is next, so none stands in.
        if (mayHaveGoneOn(state, ordinal)) {
            standIn(batch.state, moment.epoch()).ifPresent(intent -> batch.add(Entry.of(intent)));
        }
        return new Reconciled.Records(((Command.Append) batch.complete()).entries());
    }

    /**
     * The journal is a copy of an earlier state, and the original may have gone on from there: what is recorded before anything is decided
     * from it.
     *
     * <p>Where an attempt came next, the original may have made it. It is charged here as a <em>stand-in</em>: the intent that admission
     * would admit at the instant of the last record, which is the earliest at which the original can have sent it; waits are left out,
     * since nobody knows which were waited. The invocation is in doubt then, as after any crash between intent and outcome. Where nothing
     * could be sent any more, nothing is charged; where it is in doubt already, a stand-in follows the verdict. Evidence of the restoration
     * stands behind it: about the newest attempt, or where that has no room, about none or an earlier one.
     *
     * @param state what the records say; not closed
     * @param note what is kept of the restoration
     * @param moment the present; its epoch is later than that of the last record
     * @return the entries; without that evidence where each attempt, and what is about none, has its 64 pieces
     */
    public List<Entry> restored(InvocationState state, Bytes note, Moment moment) {
        Batch batch = new Batch(state, moment);
        standIn(state, moment.epoch()).ifPresent(intent -> batch.add(Entry.of(intent)));
        moment.regression().ifPresent(batch::keepRegression);
        batch.keep(room(batch.state), EvidenceKind.RESTORED, note);
        return batch.entries;
    }

    /** The newest attempt; where it has no room for evidence, none, and then the newest of the others that has. */
    private static OptionalInt room(InvocationState state) {
        int newest = state.attempts().count() - 1;
        return IntStream.concat(IntStream.of(newest, -1), IntStream.rangeClosed(1, newest).map(back -> newest - back))
                .filter(ordinal -> state.evidenceCount(ordinal) < Bounds.EVIDENCE_PER_ATTEMPT)
                .limit(1)
                .filter(ordinal -> ordinal >= 0)
                .findFirst();
    }

    private static boolean mayHaveGoneOn(InvocationState state, int ordinal) {
        return Worth.of(state) == TableContract.UNKEYED && state.restoredDoubt().equals(OptionalInt.of(ordinal));
    }

    private static Optional<Intent> standIn(InvocationState state, long epoch) {
        Instant sent = state.last().at();
        return NextAttempt.of(state, sent, WaitSource.NONE)
                .flatMap(proposal -> proposal.decision().match(Optional::of, refusal -> Optional.<Admitted>empty()))
                .map(admitted -> admitted.intent(state.next(sent, epoch), Optional.empty()));
    }

    private static InvocationState folded(FoldStep step) {
        if (step instanceof FoldStep.Violation violation) {
            throw new IllegalStateException("the machine made a record that is not well formed: " + violation.rule());
        }
        return ((FoldStep.Folded) step).state();
    }

    /** What one append gathers. Confined to one decision. */
    private final class Batch {
        private final Moment moment;
        private final List<Entry> entries = new ArrayList<>();
        private InvocationState state;

        private Batch(InvocationState state, Moment moment) {
            this.state = state;
            this.moment = moment.notBefore(state.last().at());
        }

        private Stamp stamp() {
            return state.next(moment.now(), moment.epoch());
        }

        private void add(Entry entry) {
            state = folded(JournalFold.next(state, entry.record()));
            entries.add(entry);
        }

        private void keep(OptionalInt ordinal, EvidenceKind what, Bytes content) {
            // The last place is a restoration's: by its evidence a doubt is known to be the original's to answer for.
            int places = switch (what) {
                case RESTORED -> Bounds.EVIDENCE_PER_ATTEMPT;
                // Whoever asks again and again leaves room for what an attempt may still tell, such as a late outcome.
                case LOOKUP -> Bounds.EVIDENCE_PER_ATTEMPT / 2;
                default -> Bounds.EVIDENCE_PER_ATTEMPT - 1;
            };
            if (state.evidenceCount(ordinal.orElse(-1)) < places) {
                add(Entry.of(new Evidence(stamp(), ordinal, what, content.content()), content));
            }
        }

        /** Adds what the table appends, until it commands something else, or an intent stands last. */
        private Command complete() {
            while (!endsWithIntent()) {
                Step step = new Decider(terms, state, moment).step();
                if (step instanceof Step.Then then) {
                    return entries.isEmpty() ? then.command() : new Command.Append(entries);
                }
                if (entries.isEmpty()) {
                    moment.regression().ifPresent(this::keepRegression);
                }
                if (step instanceof Step.Entries several) {
                    several.makers().forEach(maker -> add(maker.apply(stamp())));
                } else {
                    add(Entry.of(((Step.Record) step).make(stamp())));
                }
            }
            return new Command.Append(entries);
        }

        private boolean endsWithIntent() {
            return !entries.isEmpty()
                    && entries.get(entries.size() - 1).record() instanceof Intent;
        }

        private void keepRegression(Duration behind) {
            keep(OptionalInt.empty(), EvidenceKind.CLOCK_REGRESSION, Bytes.utf8("{\"behind_millis\":" + behind.toMillis() + "}"));
        }
    }

    /** What the table leads to, before it is gathered. */
    sealed interface Step {
        /** One more record. */
        @FunctionalInterface
        non-sealed interface Record extends Step {
            JournalRecord make(Stamp stamp);
        }

        /** Records with what is kept beside them, all in this append, whatever the table would say in between. */
        record Entries(List<Function<Stamp, Entry>> makers) implements Step {
            public Entries {
                makers = List.copyOf(makers);
            }
        }

        /** Something that ends the append. */
        record Then(Command command) implements Step {}
    }
}
