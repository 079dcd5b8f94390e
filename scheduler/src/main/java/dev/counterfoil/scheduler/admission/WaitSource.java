// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.ProviderId;
import java.time.Duration;

/**
 * How long is still to be waited before an attempt that is being considered. Asked once for each candidate, because a hint binds the
 * provider that gave it: a retry or redelivery has it as a floor, a failover waits its own backoff only. Confined to one decision.
 */
@FunctionalInterface
public interface WaitSource {
    /** Nothing is waited. */
    WaitSource NONE = (kind, provider, continuation) -> Duration.ZERO;

    /**
     * The wait.
     *
     * @param kind why the attempt would be made
     * @param provider where
     * @param continuation its number, from 1, failovers included
     * @return what is left of it, not negative
     */
    Duration waitFor(AttemptKind kind, ProviderId provider, int continuation);
}
