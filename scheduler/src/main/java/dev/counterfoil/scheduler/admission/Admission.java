// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.provider.FailoverDecision;
import dev.counterfoil.scheduler.provider.FailoverOrder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Ledger × request × now → admitted with the new ledger, or the first refusal in the order of {@link RefusalCode}. The one function for
 * live attempts and for those that were recorded. Pure; immutable and thread-safe.
 *
 * <p>Every ceiling is itself allowed, but the deadline's own instant is too late. Zero always fits into zero. Numbers are compared with
 * what is left, never summed first, so nothing overflows; where there is no ceiling, what is left is what the canonical integers leave.
 * Accounts are not judged here: the store takes their units with the intent.
 */
public final class Admission {
    private final Ledger ledger;
    private final AttemptRequest request;
    private final Instant now;

    private Admission(Ledger ledger, AttemptRequest request, Instant now) {
        this.ledger = ledger;
        this.request = request;
        this.now = now;
    }

    /**
     * Decides.
     *
     * @param ledger what is used and allowed
     * @param request what is asked for
     * @param now the present of the invocation
     * @return admitted, with the charge in its ledger, or refused, with nothing charged
     */
    public static Decision admit(Ledger ledger, AttemptRequest request, Instant now) {
        return new Admission(ledger, request, now).refusal()
                .<Decision>map(Decision.Refused::new)
                .orElseGet(() -> new Admitted(ledger, request));
    }

    private Optional<Refusal> refusal() {
        return ended()
                .or(this::priorForbids)
                .or(this::retriesUsed)
                .or(this::failoversUsed)
                .or(this::misplaced)
                .or(this::delayed)
                .or(this::tokens)
                .or(this::cost)
                .or(this::bytes);
    }

    private Optional<Refusal> ended() {
        if (ledger.isCancelled()) {
            return Optional.of(Refusal.of(RefusalCode.CANCELLED));
        }
        if (deadline().isLate(now)) {
            return Optional.of(Refusal.of(RefusalCode.DEADLINE_EXCEEDED));
        }
        Ceiling calls = ceiling(Dimension.MAX_CALLS).min(Ceiling.of(Bounds.ATTEMPTS));
        return used(RefusalCode.CALLS_EXHAUSTED, calls, Math.max(ledger.totals().calls(), ledger.attempts()));
    }

    private Optional<Refusal> priorForbids() {
        Optional<OutcomeClass> prior = ledger.prior();
        boolean safe = prior.filter(OutcomeClass::isSafe).isPresent();
        return switch (request.kind()) {
            case FRESH -> unless(prior.isEmpty(), "a fresh attempt is the first");
            case RETRY -> unless(safe, "a retry follows a failure without effect");
            case FAILOVER -> unless(safe, "a failover follows a failure without effect")
                    .or(() -> unless(!ledger.hasOpenRedelivery() || isReadOnly(), "what a redelivery left unknown is not settled"));
            case REDELIVERY -> unless(verdictPermits(), "a redelivery follows a verdict that permits it");
        };
    }

    private Optional<Refusal> unless(boolean permitted, String rule) {
        return permitted ? Optional.empty() : Optional.of(Refusal.prior(ledger.prior(), rule));
    }

    private boolean verdictPermits() {
        return ledger.verdict().filter(v -> v == VerdictKind.NOT_APPLIED || v == VerdictKind.REDELIVER).isPresent();
    }

    private boolean isReadOnly() {
        return ledger.binding().operation().contract() == Contract.READ_ONLY;
    }

    private Optional<Refusal> retriesUsed() {
        if (request.kind() != AttemptKind.RETRY && request.kind() != AttemptKind.REDELIVERY) {
            return Optional.empty();
        }
        Ceiling provider = ledger.provider().map(ProviderSlot::maxRetries).orElse(Ceiling.unbounded());
        return used(RefusalCode.RETRIES_EXHAUSTED, ceiling(Dimension.MAX_RETRIES), ledger.totals().retries())
                .or(() -> used(RefusalCode.PROVIDER_RETRIES_EXHAUSTED, provider, ledger.retriesAtProvider()))
                .or(() -> ledger.sharedRetriesLeft().orElse(1) > 0
                        ? Optional.empty()
                        : Optional.of(Refusal.total(RefusalCode.RETRY_BUDGET_EXHAUSTED, 1, 0)));
    }

    private Optional<Refusal> failoversUsed() {
        return request.kind() == AttemptKind.FAILOVER
                ? used(RefusalCode.FAILOVERS_EXHAUSTED, ceiling(Dimension.MAX_FAILOVERS), ledger.totals().failovers())
                : Optional.empty();
    }

    private Optional<Refusal> misplaced() {
        List<ProviderSlot> order = ledger.binding().providers();
        int place = ledger.providerIndex() + (request.kind() == AttemptKind.FAILOVER ? 1 : 0);
        FailoverDecision decision = FailoverOrder.admit(order, place, request.provider());
        if (decision instanceof FailoverDecision.AlternativesExhausted past) {
            return Optional.of(Refusal.alternatives(past.index(), order.size()));
        }
        if (decision instanceof FailoverDecision.OutOfOrder other) {
            return Optional.of(Refusal.outOfOrder(other.index(), other.expected(), other.requested()));
        }
        return decision instanceof FailoverDecision.NotCleared kept
                ? Optional.of(Refusal.notCleared(kept.provider()))
                : Optional.empty();
    }

    private Optional<Refusal> delayed() {
        return deadline().fits(now, request.delay(), request.timeout())
                ? Optional.empty()
                : Optional.of(Refusal.delay(request.delay().toMillis()));
    }

    private Optional<Refusal> tokens() {
        Charge charge = request.charge();
        Totals totals = ledger.totals();
        long left = Math.max(0, ceiling(Dimension.MAX_AGGREGATE_TOKENS).remainingAfter(totals.contextTokens()) - totals.outputTokens());
        // Two canonical integers: their sum fits a long.
        long both = charge.contextTokens() + charge.outputTokens();
        return within(RefusalCode.CONTEXT_TOKENS_EXCEEDED, Dimension.MAX_CONTEXT_TOKENS, charge.contextTokens())
                .or(() -> within(RefusalCode.OUTPUT_TOKENS_EXCEEDED, Dimension.MAX_OUTPUT_TOKENS, charge.outputTokens()))
                .or(() -> left(RefusalCode.AGGREGATE_TOKENS_EXHAUSTED, both, left));
    }

    private Optional<Refusal> cost() {
        long left = ceiling(Dimension.MAX_COST_MICROS).remainingAfter(ledger.totals().costMicros());
        return left(RefusalCode.COST_EXHAUSTED, request.charge().costMicros(), left);
    }

    private Optional<Refusal> bytes() {
        Charge charge = request.charge();
        Totals totals = ledger.totals();
        long inputLeft = ceiling(Dimension.MAX_TOTAL_INPUT_BYTES).remainingAfter(totals.requestBytes());
        long outputLeft = ceiling(Dimension.MAX_TOTAL_OUTPUT_BYTES).remainingAfter(totals.responseBytesReserved());
        return within(RefusalCode.REQUEST_BYTES_EXCEEDED, Dimension.MAX_REQUEST_BYTES, charge.requestBytes())
                .or(() -> within(RefusalCode.RESPONSE_BYTES_EXCEEDED, Dimension.MAX_RESPONSE_BYTES, charge.responseBytes()))
                .or(() -> left(RefusalCode.TOTAL_INPUT_BYTES_EXHAUSTED, charge.requestBytes(), inputLeft))
                .or(() -> left(RefusalCode.TOTAL_OUTPUT_BYTES_EXHAUSTED, charge.responseBytes(), outputLeft));
    }

    private Ceiling ceiling(Dimension dimension) {
        return ledger.binding().limits().of(dimension);
    }

    private Deadline deadline() {
        return ledger.binding().deadline();
    }

    private static Optional<Refusal> used(RefusalCode code, Ceiling ceiling, long count) {
        return ceiling.remainingAfter(count) > 0
                ? Optional.empty()
                : Optional.of(Refusal.count(code, ceiling.most().orElse(Bounds.INTEGER)));
    }

    private Optional<Refusal> within(RefusalCode code, Dimension dimension, long amount) {
        Ceiling ceiling = ceiling(dimension);
        return ceiling.admits(amount)
                ? Optional.empty()
                : Optional.of(Refusal.attempt(code, amount, ceiling.most().orElseThrow()));
    }

    private static Optional<Refusal> left(RefusalCode code, long amount, long left) {
        return amount <= left ? Optional.empty() : Optional.of(Refusal.total(code, amount, left));
    }
}
