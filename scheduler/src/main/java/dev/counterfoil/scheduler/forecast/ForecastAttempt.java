// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.forecast;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.scheduler.plan.FailoverWait;

/**
 * An attempt that may still be made. Immutable.
 *
 * @param kind why
 * @param provider where
 * @param charge what it reserves
 * @param delay how long is waited before it, but for a longer hint than was taken for possible
 */
public record ForecastAttempt(AttemptKind kind, ProviderId provider, Charge charge, FailoverWait delay) {
    /**
     * Whether a shared budget of retries would pay for it.
     *
     * @return true for a retry and for a redelivery
     */
    public boolean isRetry() {
        return kind == AttemptKind.RETRY || kind == AttemptKind.REDELIVERY;
    }
}
