// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.scheduler.limits.EffectiveLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether a recorded attempt is one that admission would have admitted: the law, where the fold knows the grammar. What is refused here
 * makes the journal unlawful. Pure; immutable and thread-safe.
 *
 * <p>The intent's own instant is now, wait and timeout are zero, the exposure is what was folded up to there. Left out: accounts, shared
 * budgets of retries, and every setting that is not bound.
 */
public final class Readmission {
    private Readmission() {}

    /**
     * Judges one recorded attempt.
     *
     * @param before what the records before it say
     * @param recorded the attempt; the fold has found it well formed there
     * @return the refusal it would have met, or the number that differs from the binding; empty where it is lawful
     */
    public static Optional<Refusal> check(InvocationState before, Intent recorded) {
        if (recorded.charge().calls() != 1) {
            return Optional.of(Refusal.differs(RefusalCode.CALLS_EXHAUSTED, recorded.charge().calls(), 1));
        }
        AttemptRequest request =
                new AttemptRequest(recorded.kind(), recorded.provider(), recorded.charge(), Duration.ZERO, Duration.ZERO);
        return Admission.admit(Ledger.of(before), request, recorded.stamp().at())
                .match(admitted -> overcharged(before.opening().binding(), recorded), Optional::of);
    }

    private static Optional<Refusal> overcharged(Binding binding, Intent recorded) {
        Charge charge = recorded.charge();
        // Admission has found the provider at its place in the order.
        Quote quote = binding.providers().stream()
                .filter(slot -> slot.id().equals(recorded.provider()))
                .map(binding::quoteFor)
                .findFirst()
                .orElseThrow();
        return differs(RefusalCode.CONTEXT_TOKENS_EXCEEDED, charge.contextTokens(), quote.contextTokens())
                .or(() -> differs(RefusalCode.OUTPUT_TOKENS_EXCEEDED, charge.outputTokens(), quote.outputTokens()))
                .or(() -> differs(RefusalCode.COST_EXHAUSTED, charge.costMicros(), quote.costMicros()))
                .or(() -> differs(RefusalCode.REQUEST_BYTES_EXCEEDED, charge.requestBytes(), binding.request().bytes()))
                .or(() -> reservedOtherwise(binding.limits(), charge.responseBytes()));
    }

    /** What is reserved where nothing is bound is not bound either. */
    private static Optional<Refusal> reservedOtherwise(Limits limits, long responseBytes) {
        return limits.of(Dimension.MAX_RESPONSE_BYTES).most().isPresent()
                ? differs(RefusalCode.RESPONSE_BYTES_EXCEEDED, responseBytes, EffectiveLimits.responseBytes(limits))
                : Optional.empty();
    }

    private static Optional<Refusal> differs(RefusalCode code, long recorded, long bound) {
        return recorded == bound ? Optional.empty() : Optional.of(Refusal.differs(code, recorded, bound));
    }
}
