// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.forecast;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.ProviderId;

/**
 * An attempt that may still be made. Immutable.
 *
 * @param kind why
 * @param provider where
 * @param charge what it reserves
 * @param waitMillis how long is waited before it at most, but for a longer hint than was taken for possible
 * @param hinted whether the attempt before it, which is still to come, may give a hint that makes the wait longer
 */
public record ForecastAttempt(AttemptKind kind, ProviderId provider, Charge charge, long waitMillis, boolean hinted) {
    /**
     * Whether a shared budget of retries would pay for it.
     *
     * @return true for a retry and for a redelivery
     */
    public boolean isRetry() {
        return kind == AttemptKind.RETRY || kind == AttemptKind.REDELIVERY;
    }
}
