// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.forecast;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.scheduler.admission.Admitted;
import dev.counterfoil.scheduler.admission.Decision;
import dev.counterfoil.scheduler.admission.Ledger;
import dev.counterfoil.scheduler.admission.NextAttempt;
import dev.counterfoil.scheduler.admission.Proposal;
import dev.counterfoil.scheduler.admission.WaitSource;
import dev.counterfoil.scheduler.backoff.BackoffPolicy;
import dev.counterfoil.scheduler.plan.FailoverWait;
import dev.counterfoil.scheduler.plan.Growth;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Plays an invocation to its end in records that nobody writes: each attempt that admission lets start fails without an effect, at once,
 * and the next one is asked for. Pure; thread-safe. Waits are the longest that chance can make them. Hints that providers have not given
 * yet are not among them, but for those that are asked for.
 */
public final class Forecaster {
    private final Backoff backoff;
    private final Instant now;
    private final OptionalLong sharedRetries;
    private final long hintMillis;
    private InvocationState state;
    private long paid;

    private Forecaster(InvocationState state, Backoff backoff, Instant now, OptionalLong sharedRetries, long hintMillis) {
        this.state = state;
        this.backoff = backoff;
        this.now = now;
        this.sharedRetries = sharedRetries;
        this.hintMillis = Bounds.amount("hint", hintMillis);
    }

    /**
     * What an invocation's records would say if it were opened now and nothing followed.
     *
     * @param binding what would be bound
     * @param backoff its waits
     * @param now the present, in whole milliseconds
     * @return the state
     * @throws IllegalArgumentException where the binding is not that of an opening at this instant
     */
    public static InvocationState opened(Binding binding, Backoff backoff, Instant now) {
        FoldStep step = JournalFold.first(new Opening(new Stamp(0, now, 1), binding, backoff, Optional.empty()));
        if (!(step instanceof FoldStep.Folded folded)) {
            throw new IllegalArgumentException(((FoldStep.Violation) step).rule());
        }
        return folded.state();
    }

    /**
     * Forecasts an invocation.
     *
     * @param state what its records say; of a new one its opening
     * @param backoff the waits of the run that would go on with it
     * @param now the present; the newest record's instant where that is later
     * @return what it may still do
     */
    public static Forecast of(InvocationState state, Backoff backoff, Instant now) {
        return of(state, backoff, now, OptionalLong.empty());
    }

    /**
     * The same with a budget of retries that is shared: as if nobody else took of it.
     *
     * @param state what its records say; of a new one its opening
     * @param backoff the waits of the run that would go on with it
     * @param now the present; the newest record's instant where that is later
     * @param sharedRetries how many retries and redeliveries the budget pays for; empty where nothing is shared
     * @return what it may still do
     */
    public static Forecast of(InvocationState state, Backoff backoff, Instant now, OptionalLong sharedRetries) {
        return of(state, backoff, now, sharedRetries, 0);
    }

    /**
     * The same where providers give hints: each attempt that fails asks for so long a wait before it is tried again. A hint is a floor that
     * nothing cuts, so a run in which one is longer may wait longer than its forecast says.
     *
     * @param state what its records say; of a new one its opening
     * @param backoff the waits of the run that would go on with it
     * @param now the present; the newest record's instant where that is later
     * @param sharedRetries how many retries and redeliveries the budget pays for; empty where nothing is shared
     * @param hintMillis the longest hint; 0 for none
     * @return what it may still do
     * @throws IllegalArgumentException where the hint is out of range
     */
    public static Forecast of(InvocationState state, Backoff backoff, Instant now, OptionalLong sharedRetries, long hintMillis) {
        Instant last = state.last().at();
        return new Forecaster(state, backoff, now.isBefore(last) ? last : now, sharedRetries, hintMillis).play();
    }

    private Optional<Proposal> next() {
        Ledger ledger = Ledger.of(state);
        return NextAttempt.of(state.tail(), sharedRetries.isPresent()
                ? ledger.withSharedRetriesLeft(sharedRetries.getAsLong() - paid) : ledger, now, WaitSource.NONE);
    }

    private Forecast play() {
        InvocationState from = state;
        List<ForecastAttempt> attempts = new ArrayList<>();
        Optional<Proposal> next = next();
        while (next.isPresent() && next.get().decision() instanceof Admitted admitted) {
            boolean begun = state.attempts().count() > 0;
            FailoverWait delay = begun && attempts.isEmpty() ? rest(admitted.kind()) : delay(admitted.kind());
            ForecastAttempt attempt = new ForecastAttempt(admitted.kind(), admitted.provider(), admitted.charge(), delay);
            attempts.add(attempt);
            paid += attempt.isRetry() ? 1 : 0;
            fold(admitted.intent(stamp(), Optional.empty()));
            fold(new Outcome(stamp(), admitted.ordinal(), OutcomeClass.PROVIDER_REPORTED_RETRYABLE, Optional.empty(), Usage.UNKNOWN,
                    Optional.empty(), Optional.empty(), OptionalLong.empty()));
            next = next();
        }
        Optional<RefusalCode> then = next.map(Proposal::decision).filter(Decision.Refused.class::isInstance)
                .map(refused -> ((Decision.Refused) refused).refusal().code());
        return new Forecast(from.opening().binding(), from.tail(), from.totals(), now, attempts, then);
    }

    private Stamp stamp() {
        return state.next(now, state.last().epoch());
    }

    private void fold(JournalRecord record) {
        FoldStep step = JournalFold.next(state, record);
        if (!(step instanceof FoldStep.Folded folded)) {
            throw new IllegalStateException("what admission lets start does not fold: " + ((FoldStep.Violation) step).rule());
        }
        state = folded.state();
    }

    /** The wait before an attempt that follows one that is still to come; before the first attempt there is none. */
    private FailoverWait delay(AttemptKind kind) {
        if (state.attempts().count() == 0) {
            return FailoverWait.NONE;
        }
        boolean hinted = kind != AttemptKind.FAILOVER;
        long hint = hinted ? hintMillis : 0;
        return new FailoverWait(Math.max(own(0), hint), Math.max(own(1), hint), growth(), hinted);
    }

    /** Our own wait before the attempt that comes next, where chance puts it there in its range. */
    private long own(double fraction) {
        // What this kind makes of earlier waits is for chance to say, up to its max.
        return backoff.kind() == BackoffKind.DECORRELATED && fraction > 0
                ? backoff.maxMillis()
                : BackoffPolicy.waitMillis(backoff, state.attempts().count(), OptionalLong.empty(), OptionalLong.empty(), fraction);
    }

    private Growth growth() {
        return switch (backoff.kind()) {
            case NONE, FIXED -> Growth.FIXED;
            case LINEAR -> Growth.LINEAR;
            case EXPONENTIAL -> Growth.EXPONENTIAL;
            case DECORRELATED -> Growth.DYNAMIC;
        };
    }

    /** What is left of the wait that runs since the newest outcome, or verdict: a hint of its provider is a floor for that provider. */
    private FailoverWait rest(AttemptKind kind) {
        Attempt newest = state.attempts().newest().orElseThrow();
        OptionalLong recorded = kind == AttemptKind.FAILOVER
                ? OptionalLong.empty() : newest.outcome().map(Outcome::retryAfterMillis).orElse(OptionalLong.empty());
        long hint = Math.min(Bounds.INTEGER, recorded.orElse(0));
        Instant since = newest.outcome().map(outcome -> outcome.stamp().at())
                .or(() -> newest.verdict().map(verdict -> verdict.stamp().at()))
                .orElse(newest.intent().stamp().at());
        Duration begun = Duration.between(now, since);
        return new FailoverWait(left(begun, Math.max(own(0), hint)), left(begun, Math.max(own(1), hint)), growth(), false);
    }

    private static long left(Duration begun, long wait) {
        return Math.max(0, begun.plusMillis(wait).toMillis());
    }
}
