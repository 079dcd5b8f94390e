// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One decision after one failure: what the last attempt looked like, what the receiver has on record, what it promises and what time it is
 * lead to one {@link Route}. Pure: it sends, stores, sleeps and draws nothing. Thread-safe: each call decides in an instance of its own,
 * which gathers the reasons and is given to nobody.
 *
 * <p>Facts come first, then no new work after a cancellation, then safety, then the number of attempts, then time. It knows one snapshot:
 * who has a journal has more to go by, and goes by {@link dev.counterfoil.scheduler.recovery.RecoveryTable}, which the runtime does.
 * Carrying the answer out needs today's contract and permission, which are no part of it.
 */
public final class RecoveryDecision {
    private final RecoveryInput input;
    private final boolean authoritative;
    private final List<Reason> reasons = new ArrayList<>();

    private RecoveryDecision(RecoveryInput input) {
        this.input = input;
        this.authoritative = input.receipt().lookup() == Lookup.AUTHORITATIVE;
    }

    /**
     * Decides.
     *
     * @param input what is known
     * @return the decision, or what of the input is outside of the rules
     */
    public static RecoveryAnswer decide(RecoveryInput input) {
        Optional<RecoveryAnswer.Invalid> wrong = InputCheck.first(input);
        return wrong.isPresent() ? wrong.get() : new RecoveryDecision(input).byReceipt();
    }

    private RecoveryAnswer byReceipt() {
        Reason receipt = receipt();
        reasons.add(receipt);
        if (receipt == Reason.RECEIPT_CONFLICT) {
            return answer(Route.STOP_CONFLICT, Optional.empty());
        }
        return receipt == Reason.RECEIPT_COMPLETED ? answer(Route.REUSE_RECORDED_RESULT, input.receipt().result()) : byOutcome();
    }

    private RecoveryAnswer byOutcome() {
        reasons.add(switch (input.outcome()) {
            case SUCCESS -> Reason.OUTCOME_SUCCESS;
            case TRANSIENT -> Reason.OUTCOME_TRANSIENT;
            case PERMANENT -> Reason.OUTCOME_PERMANENT;
            case UNKNOWN -> Reason.OUTCOME_UNKNOWN;
        });
        if (input.outcome() == Outcome.SUCCESS) {
            return answer(Route.ACCEPT_REPLY, input.replyResult());
        }
        if (input.cancelled()) {
            reasons.add(Reason.CANCELLED);
            return stop(Route.STOP_CANCELLED);
        }
        if (holds(ReceiptState.PENDING)) {
            return byClock(Route.WAIT_FOR_PENDING);
        }
        return input.outcome() == Outcome.PERMANENT ? stop(Route.STOP_PERMANENT) : bySafety();
    }

    private RecoveryAnswer bySafety() {
        Reason safety = safety();
        reasons.add(safety);
        return switch (safety) {
            case UNSAFE_LOOKUP_NEEDED -> byClock(Route.RECONCILE_FIRST);
            case UNSAFE_NO_CONTRACT -> stop(Route.STOP_FOR_REVIEW);
            default -> byAllowance();
        };
    }

    private RecoveryAnswer byAllowance() {
        if (input.attemptsStarted() >= input.maxAttempts()) {
            reasons.add(Reason.ATTEMPTS_EXHAUSTED);
            return stop(Route.STOP_ATTEMPTS_EXHAUSTED);
        }
        reasons.add(Reason.ATTEMPTS_AVAILABLE);
        return byClock(Route.RETRY_SAME_OPERATION_KEY);
    }

    /** A wait that the service asked for is a floor: neither shortened nor added to. */
    private RecoveryAnswer byClock(Route route) {
        long delay = RetryDelay.millis(input);
        if (!RetryDelay.fits(input, delay)) {
            reasons.add(Reason.DELAY_EXCEEDS_DEADLINE);
            return stop(Route.STOP_DEADLINE);
        }
        long asked = input.retryAfterMillis().orElse(0);
        if (asked > delay) {
            if (!RetryDelay.fits(input, asked)) {
                reasons.add(Reason.RETRY_AFTER_EXCEEDS_DEADLINE);
                return stop(Route.STOP_DEADLINE);
            }
            reasons.add(Reason.RETRY_AFTER_APPLIED);
        }
        reasons.add(Reason.FITS_DEADLINE);
        return new RecoveryAnswer.Decided(route, OptionalLong.of(Math.max(delay, asked)), Optional.empty(), reasons);
    }

    private Reason receipt() {
        if (!authoritative) {
            return input.receipt().lookup() == Lookup.STALE ? Reason.RECEIPT_STALE : Reason.RECEIPT_UNAVAILABLE;
        }
        if (holds(ReceiptState.ABSENT)) {
            return Reason.RECEIPT_ABSENT;
        }
        if (!input.receipt().fingerprint().equals(Optional.of(input.operation().fingerprint()))) {
            return Reason.RECEIPT_CONFLICT;
        }
        return holds(ReceiptState.PENDING) ? Reason.RECEIPT_PENDING : Reason.RECEIPT_COMPLETED;
    }

    private Reason safety() {
        return RetryRule.ground(input.contract(), input.operation()).orElseGet(this::undeclaredSafety);
    }

    private Reason undeclaredSafety() {
        if (isProvenAbsent()) {
            return Reason.SAFE_PROVEN_ABSENT;
        }
        return input.contract().reconciliation() ? Reason.UNSAFE_LOOKUP_NEEDED : Reason.UNSAFE_NO_CONTRACT;
    }

    private boolean holds(ReceiptState state) {
        return authoritative && input.receipt().state().equals(Optional.of(state));
    }

    /** That a receiver has nothing proves nothing, unless it promises that no earlier delivery can take effect any more. */
    private boolean isProvenAbsent() {
        return input.contract().reconciliation() && holds(ReceiptState.ABSENT);
    }

    private boolean mayHaveHappened() {
        boolean open = holds(ReceiptState.PENDING) || input.outcome() != Outcome.PERMANENT || input.attemptsStarted() > 1;
        return open && !input.contract().readOnly() && !isProvenAbsent();
    }

    private RecoveryAnswer stop(Route route) {
        if (mayHaveHappened()) {
            reasons.add(Reason.EFFECT_MAY_EXIST);
        }
        return answer(route, Optional.empty());
    }

    private RecoveryAnswer answer(Route route, Optional<String> result) {
        return new RecoveryAnswer.Decided(route, OptionalLong.empty(), result, reasons);
    }
}
