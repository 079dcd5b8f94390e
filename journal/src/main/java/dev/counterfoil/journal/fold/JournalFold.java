// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The one fold: state × record → state, or a violation of the grammar. Pure; immutable and thread-safe.
 *
 * <p>The grammar: one opening, first; sequences without a gap; instants and epochs that never decrease; ordinals from 0 without a gap;
 * an intent only where nothing is open, in doubt, cancelled or closed, of the kind and with the prior class that the record before it
 * gives; one outcome for the newest intent, at most, with no more response than that reserved; one verdict for the newest attempt, at
 * most, and only while it is in doubt; one cancellation, at most; a closing that says what the tail allows, never over a doubt; after it
 * only evidence; at most {@link Bounds#EVIDENCE_PER_ATTEMPT} pieces of evidence an attempt.
 */
public final class JournalFold {
    private JournalFold() {}

    /**
     * Folds the first record.
     *
     * @param record the record
     * @return the state, where it is an opening
     */
    public static FoldStep first(JournalRecord record) {
        if (!(record instanceof Opening opening)) {
            return violation("the first record is an opening");
        }
        Deadline deadline = opening.binding().deadline();
        boolean fixed = deadline.latencyMillis().isEmpty()
                || deadline.at().equals(Optional.of(opening.stamp().at().plusMillis(deadline.latencyMillis().getAsLong())));
        return fixed
                ? new FoldStep.Folded(InvocationState.opened(opening))
                : violation("a relative deadline's instant is that of the opening and so many milliseconds");
    }

    /**
     * Folds one more record.
     *
     * @param state what is known
     * @param record the next record
     * @return the new state, or the rule that the record breaks
     */
    public static FoldStep next(InvocationState state, JournalRecord record) {
        Optional<String> misplaced = misplaced(state, record.stamp());
        if (misplaced.isPresent()) {
            return violation(misplaced.get());
        }
        if (state.closing().isPresent() && !(record instanceof Evidence)) {
            return violation("nothing but evidence follows a closing");
        }
        try {
            return record.match(new Rules(state));
        } catch (ArithmeticException e) {
            return violation("totals stay within 64 bits");
        }
    }

    private static Optional<String> misplaced(InvocationState state, Stamp stamp) {
        Stamp last = state.last();
        if (stamp.sequence() != last.sequence() + 1) {
            return Optional.of("sequences have no gap");
        }
        if (stamp.at().isBefore(last.at())) {
            return Optional.of("instants do not decrease");
        }
        return stamp.epoch() < last.epoch() ? Optional.of("epochs do not decrease") : Optional.empty();
    }

    private static FoldStep violation(String rule) {
        return new FoldStep.Violation(rule);
    }

    private record Rules(InvocationState state) implements JournalRecord.Cases<FoldStep> {
        @Override
        public FoldStep opening(Opening opening) {
            return violation("an invocation has one opening");
        }

        @Override
        public FoldStep intent(Intent intent) {
            Attempts attempts = state.attempts();
            if (intent.ordinal() != attempts.count()) {
                return violation("ordinals have no gap");
            }
            if (attempts.count() >= Bounds.ATTEMPTS) {
                return violation("an invocation has at most " + Bounds.ATTEMPTS + " attempts");
            }
            if (state.cancellation().isPresent()) {
                return violation("no intent follows a cancellation");
            }
            if (!state.tail().admitsIntent()) {
                return violation("no intent follows the tail " + state.tail().code());
            }
            if (!intent.prior().equals(attempts.newest().map(Attempt::outcomeClass))) {
                return violation("an intent's prior is the class of the attempt before it");
            }
            if (!kindFits(intent.kind())) {
                return violation("no intent of kind " + intent.kind().code() + " follows the tail " + state.tail().code());
            }
            if (intent.charge().calls() != 1) {
                return violation("an attempt is one call");
            }
            return new FoldStep.Folded(state.with(intent, retriesAfter(intent.kind())));
        }

        private boolean kindFits(AttemptKind kind) {
            return switch (kind) {
                case FRESH -> state.tail() == Tail.EMPTY;
                case RETRY, FAILOVER -> state.tail() == Tail.SAFE_FAILURE;
                case REDELIVERY -> state.tail() == Tail.CLEARED_NOT_APPLIED || state.tail() == Tail.CLEARED_REDELIVER;
            };
        }

        private long retriesAfter(AttemptKind kind) {
            return switch (kind) {
                case FRESH, FAILOVER -> 0;
                case RETRY, REDELIVERY -> state.retriesAtProvider() + 1;
            };
        }

        @Override
        public FoldStep outcome(Outcome outcome) {
            Optional<Attempt> open = newest(outcome.ordinal())
                    .filter(attempt -> attempt.outcome().isEmpty() && attempt.verdict().isEmpty());
            if (open.isEmpty()) {
                return violation("an outcome is of the newest intent, which has none and no verdict");
            }
            long reserved = open.get().intent().charge().responseBytes();
            return outcome.response().filter(response -> response.bytes() > reserved).isPresent()
                    ? violation("a response has no more bytes than its intent reserved")
                    : new FoldStep.Folded(state.with(open.get(), outcome));
        }

        @Override
        public FoldStep verdict(Verdict verdict) {
            Optional<Attempt> doubted = newest(verdict.ordinal()).filter(Attempt::isInDoubt);
            return doubted.isEmpty()
                    ? violation("a verdict is on the newest attempt, while it is in doubt")
                    : new FoldStep.Folded(state.with(doubted.get(), verdict));
        }

        private Optional<Attempt> newest(int ordinal) {
            return state.attempts().newest().filter(attempt -> attempt.intent().ordinal() == ordinal);
        }

        @Override
        public FoldStep cancellation(Cancellation cancellation) {
            return state.cancellation().isPresent()
                    ? violation("an invocation has one cancellation")
                    : new FoldStep.Folded(state.with(cancellation));
        }

        @Override
        public FoldStep evidence(Evidence evidence) {
            int ordinal = evidence.ordinal().orElse(-1);
            if (ordinal >= state.attempts().count()) {
                return violation("evidence is about an attempt that was made");
            }
            int count = state.evidenceCount(ordinal) + 1;
            if (count > Bounds.EVIDENCE_PER_ATTEMPT) {
                return violation("an attempt has at most " + Bounds.EVIDENCE_PER_ATTEMPT + " pieces of evidence");
            }
            Map<Integer, Integer> counts = new HashMap<>(state.evidence());
            counts.put(ordinal, count);
            return new FoldStep.Folded(state.with(evidence, counts));
        }

        @Override
        public FoldStep closing(Closing closing) {
            return closingFits(closing.reason())
                    ? new FoldStep.Folded(state.with(closing))
                    : violation("no closing with reason " + closing.reason().code() + " follows the tail " + state.tail().code());
        }

        private boolean closingFits(ClosingReason reason) {
            if (reason == RefusalCode.CANCELLED && state.cancellation().isEmpty()) {
                return false;
            }
            boolean refused = reason instanceof RefusalCode;
            return switch (state.tail()) {
                case EMPTY, SAFE_FAILURE, CLEARED_REDELIVER -> refused;
                case CLEARED_NOT_APPLIED -> refused || reason == ClosingReason.Ending.PERMANENT;
                case COMPLETED_IN_TIME, CLEARED_COMPLETED -> reason == ClosingReason.Ending.COMPLETED;
                case COMPLETED_LATE -> state.lateness().filter(late -> late == reason).isPresent();
                case PERMANENT -> reason == ClosingReason.Ending.PERMANENT;
                case CLEARED_ABANDONED -> reason == ClosingReason.Ending.ABANDONED;
                case DOUBT, SETTLED, STOPPED -> false;
            };
        }
    }
}
