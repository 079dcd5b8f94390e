// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.scheduler.limits.EffectiveLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which attempt comes next. The charge is always that of the provider that will be called. Pure; immutable and thread-safe.
 */
public final class Continuation {
    private final Ledger ledger;
    private final Instant now;
    private final WaitSource waits;
    private final Duration timeout;

    private Continuation(Ledger ledger, Instant now, WaitSource waits, Duration timeout) {
        this.ledger = ledger;
        this.now = now;
        this.waits = waits;
        this.timeout = timeout;
    }

    /**
     * What an attempt at a provider reserves.
     *
     * @param binding quotes, request, limits, accounts
     * @param slot the provider that will be called
     * @return its own quote or the invocation's, the request's bytes, and the response bytes that may come
     */
    public static Charge chargeAt(Binding binding, ProviderSlot slot) {
        return Charge.ofAttempt(
                binding.quoteFor(slot),
                binding.request().bytes(),
                EffectiveLimits.responseBytes(binding.limits()),
                binding.accounts());
    }

    /**
     * The first attempt: at the primary, at once.
     *
     * @param ledger the invocation
     * @param now its present
     * @param timeout how long the attempt may take, to be held against the deadline
     * @return the decision, without a wait
     */
    public static Proposal fresh(Ledger ledger, Instant now, Duration timeout) {
        return new Continuation(ledger, now, WaitSource.NONE, timeout).propose(AttemptKind.FRESH, ledger.provider(), Duration.ZERO);
    }

    /**
     * The same provider again after a verdict that permits it.
     *
     * @param ledger the invocation
     * @param now its present
     * @param waits what is to be waited
     * @param timeout how long the attempt may take, to be held against the deadline
     * @return the decision and its wait
     */
    public static Proposal redelivery(Ledger ledger, Instant now, WaitSource waits, Duration timeout) {
        return new Continuation(ledger, now, waits, timeout).at(AttemptKind.REDELIVERY, ledger.provider());
    }

    /**
     * After a failure without effect: retry, else failover.
     *
     * <p>The current provider is tried again until {@code retries_exhausted} or {@code provider_retries_exhausted}; only these two turn
     * to the next provider, where the order has one, and every other refusal stands: money, tokens, calls and waits never become a
     * failover. A failure that is permanent for the provider goes to the next one without spending a retry.
     *
     * @param ledger the invocation
     * @param now its present
     * @param waits what is to be waited for each candidate
     * @param timeout how long the attempt may take, to be held against the deadline
     * @return the decision and its wait; with no next provider the refusal of the retry
     */
    public static Proposal next(Ledger ledger, Instant now, WaitSource waits, Duration timeout) {
        Continuation continuation = new Continuation(ledger, now, waits, timeout);
        if (ledger.isPermanentForProvider()) {
            return continuation.at(AttemptKind.FAILOVER, ledger.nextProvider());
        }
        Proposal retry = continuation.at(AttemptKind.RETRY, ledger.provider());
        boolean goesOn = ledger.nextProvider().isPresent()
                && retry.decision() instanceof Decision.Refused refused
                && (refused.refusal().code() == RefusalCode.RETRIES_EXHAUSTED
                        || refused.refusal().code() == RefusalCode.PROVIDER_RETRIES_EXHAUSTED);
        return goesOn ? continuation.at(AttemptKind.FAILOVER, ledger.nextProvider()) : retry;
    }

    private Proposal at(AttemptKind kind, Optional<ProviderSlot> slot) {
        // Before any attempt there is no continuation to wait for; admission refuses the kind.
        Duration delay = slot.filter(candidate -> ledger.attempts() > 0)
                .map(candidate -> waits.waitFor(kind, candidate.id(), ledger.attempts()))
                .orElse(Duration.ZERO);
        return propose(kind, slot, delay);
    }

    private Proposal propose(AttemptKind kind, Optional<ProviderSlot> slot, Duration delay) {
        // Past the end of the order any id is refused for its place, after what takes precedence over that.
        ProviderSlot asked = slot.orElse(ledger.binding().providers().get(0));
        AttemptRequest request =
                new AttemptRequest(kind, asked.id(), chargeAt(ledger.binding(), asked), delay, timeout);
        return new Proposal(Admission.admit(ledger, request, now), delay);
    }
}
