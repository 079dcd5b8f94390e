// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the records of one invocation say, up to one of them. Made by {@link JournalFold} only. Immutable.
 */
public final class InvocationState {
    private final Opening opening;
    private final Stamp last;
    private final Attempts attempts;
    private final Totals totals;
    private final long retriesAtProvider;
    private final Effects effects;
    private final Optional<Cancellation> cancellation;
    private final Optional<Closing> closing;
    private final Map<Integer, Integer> evidence;
    private final RestoredPast past;

    private InvocationState(
            Opening opening,
            Stamp last,
            Attempts attempts,
            Totals totals,
            long retriesAtProvider,
            Effects effects,
            Optional<Cancellation> cancellation,
            Optional<Closing> closing,
            Map<Integer, Integer> evidence,
            RestoredPast past) {
        this.opening = opening;
        this.last = last;
        this.attempts = attempts;
        this.totals = totals;
        this.retriesAtProvider = retriesAtProvider;
        this.effects = effects;
        this.cancellation = cancellation;
        this.closing = closing;
        this.evidence = evidence;
        this.past = past;
    }

    static InvocationState opened(Opening opening) {
        return new InvocationState(
                opening, opening.stamp(), Attempts.NONE, Totals.ZERO, 0, Effects.NONE, Optional.empty(), Optional.empty(), Map.of(),
                RestoredPast.NONE);
    }

    InvocationState with(Intent intent, long retriesAtThisProvider) {
        Attempt attempt = new Attempt(intent, Optional.empty(), Optional.empty());
        return new InvocationState(
                opening,
                intent.stamp(),
                attempts.with(attempt),
                totals.charged(intent.kind(), intent.charge()),
                retriesAtThisProvider,
                effects,
                cancellation,
                closing,
                evidence,
                past.after(intent, attempts));
    }

    InvocationState with(Attempt open, Outcome outcome) {
        return new InvocationState(
                opening,
                outcome.stamp(),
                attempts.withNewest(new Attempt(open.intent(), Optional.of(outcome), open.verdict())),
                totals.observed(open.intent().charge(), outcome.observed()),
                retriesAtProvider,
                effects.after(outcome),
                cancellation,
                closing,
                evidence,
                past);
    }

    InvocationState with(Attempt doubted, Verdict verdict) {
        return new InvocationState(
                opening,
                verdict.stamp(),
                attempts.withNewest(new Attempt(doubted.intent(), doubted.outcome(), Optional.of(verdict))),
                totals,
                retriesAtProvider,
                effects.after(verdict),
                cancellation,
                closing,
                evidence,
                past);
    }

    InvocationState with(Cancellation wish) {
        return new InvocationState(
                opening, wish.stamp(), attempts, totals, retriesAtProvider, effects, Optional.of(wish), closing, evidence,
                past);
    }

    InvocationState with(Closing end) {
        return new InvocationState(
                opening, end.stamp(), attempts, totals, retriesAtProvider, effects, cancellation, Optional.of(end), evidence,
                past);
    }

    InvocationState with(Evidence kept, Map<Integer, Integer> evidenceNow) {
        return new InvocationState(
                opening, kept.stamp(), attempts, totals, retriesAtProvider, effects, cancellation, closing, Map.copyOf(evidenceNow),
                past.after(kept, attempts));
    }

    /**
     * The first record.
     *
     * @return what is bound
     */
    public Opening opening() {
        return opening;
    }

    /**
     * Stamp of the last record folded.
     *
     * @return sequence, latest instant and epoch
     */
    public Stamp last() {
        return last;
    }

    /**
     * The stamp of a record that comes next.
     *
     * @param now the present; an earlier instant than the latest recorded one is raised to that
     * @param epoch the owner's epoch
     * @return the next sequence and an instant that does not decrease
     */
    public Stamp next(Instant now, long epoch) {
        return new Stamp(last.sequence() + 1, now.isBefore(last.at()) ? last.at() : now, epoch);
    }

    /**
     * The attempts.
     *
     * @return newest on top
     */
    public Attempts attempts() {
        return attempts;
    }

    /**
     * What the attempts add up to.
     *
     * @return the totals
     */
    public Totals totals() {
        return totals;
    }

    /**
     * Retries and redeliveries at the provider of the newest attempt since the last failover.
     *
     * @return the number
     */
    public long retriesAtProvider() {
        return retriesAtProvider;
    }

    /**
     * The wish to stop.
     *
     * @return empty where nobody wished it
     */
    public Optional<Cancellation> cancellation() {
        return cancellation;
    }

    /**
     * The last word.
     *
     * @return empty while it is open
     */
    public Optional<Closing> closing() {
        return closing;
    }

    /**
     * How many pieces of evidence there are for an attempt.
     *
     * @param ordinal the attempt, or −1 for those about none
     * @return the number
     */
    public int evidenceCount(int ordinal) {
        return evidence.getOrDefault(ordinal, 0);
    }

    /**
     * The newest attempt that was in doubt already when the journal was restored from a backup. The original may have had a verdict on it
     * and gone on, so a verdict that is given here says nothing of what it sent then.
     *
     * @return its ordinal; empty where there is none
     */
    public OptionalInt restoredDoubt() {
        return past.doubt();
    }

    /**
     * Whether the newest attempt is in doubt and stands for what the original of a restored journal may have done from there, wherever it
     * went: it was in doubt in the copy, or the restoration charged it, or it follows a person's verdict on the doubt of the copy.
     *
     * @return true while no verdict has cleared it
     */
    public boolean isInRestoredDoubt() {
        return attempts.newest().filter(newest -> newest.isInDoubt() && past.has(newest.intent().ordinal())).isPresent();
    }

    Map<Integer, Integer> evidence() {
        return evidence;
    }

    /**
     * Where it stands.
     *
     * @return the tail
     */
    public Tail tail() {
        if (closing.isPresent()) {
            return closing.get().status() == ClosingStatus.SETTLED ? Tail.SETTLED : Tail.STOPPED;
        }
        return attempts.newest().map(this::tailOf).orElse(Tail.EMPTY);
    }

    private Tail tailOf(Attempt newest) {
        if (newest.verdict().isPresent()) {
            return switch (newest.verdict().get().verdict()) {
                case COMPLETED -> Tail.CLEARED_COMPLETED;
                case NOT_APPLIED -> Tail.CLEARED_NOT_APPLIED;
                case REDELIVER -> Tail.CLEARED_REDELIVER;
                case ABANDONED -> Tail.CLEARED_ABANDONED;
            };
        }
        return switch (newest.outcomeClass()) {
            case UNCERTAIN -> Tail.DOUBT;
            case REJECTED_PERMANENTLY -> Tail.PERMANENT;
            case COMPLETED_WITH_RESPONSE -> lateness().isPresent() ? Tail.COMPLETED_LATE : Tail.COMPLETED_IN_TIME;
            case NOT_DISPATCHED, REJECTED_BEFORE_PROCESSING, PROVIDER_REPORTED_RETRYABLE -> Tail.SAFE_FAILURE;
        };
    }

    /**
     * Why a response that we hold came too late: after the cancellation, or at or after the deadline. Judged on outcomes only; a
     * verdict settles whenever it is found.
     *
     * @return cancelled, deadline_exceeded, or empty where there is no response or it came in time
     */
    public Optional<RefusalCode> lateness() {
        Optional<Outcome> completed = attempts.newest()
                .flatMap(Attempt::outcome)
                .filter(outcome -> outcome.outcomeClass() == OutcomeClass.COMPLETED_WITH_RESPONSE);
        if (completed.isEmpty()) {
            return Optional.empty();
        }
        Stamp at = completed.get().stamp();
        if (cancellation.filter(wish -> wish.stamp().sequence() < at.sequence()).isPresent()) {
            return Optional.of(RefusalCode.CANCELLED);
        }
        return opening.binding().deadline().isLate(at.at()) ? Optional.of(RefusalCode.DEADLINE_EXCEEDED) : Optional.empty();
    }

    /**
     * Digest of the response that we hold: of a completed outcome, in time or late, or of a verdict that found one.
     *
     * @return empty where there is none
     */
    public Optional<Sha256> responseDigest() {
        return attempts.newest().flatMap(newest -> newest.verdict().isPresent()
                ? newest.verdict().flatMap(Verdict::response)
                : newest.outcome().flatMap(Outcome::response).map(content -> content.sha256()));
    }

    /**
     * Whether a verdict <em>redeliver</em> left the effect unknown and nothing since has settled it: failover is refused then,
     * unless the operation is read-only.
     *
     * @return true while that is so
     */
    public boolean hasOpenRedelivery() {
        return effects.openRedelivery();
    }

    /**
     * What is known of the effect.
     *
     * @return the business state
     */
    public BusinessState businessState() {
        if (attempts.count() == 0) {
            return BusinessState.NOT_ATTEMPTED;
        }
        if (opening.binding().operation().contract() == Contract.READ_ONLY) {
            return BusinessState.READ_ONLY;
        }
        if (effects.confirmed()) {
            return BusinessState.CONFIRMED;
        }
        boolean doubted = attempts.newest().filter(Attempt::isInDoubt).isPresent();
        return doubted || effects.leftUnknown() ? BusinessState.UNKNOWN : BusinessState.NOT_APPLIED;
    }
}
