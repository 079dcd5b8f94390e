// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.scheduler.backoff.JitterSource;
import java.util.Map;
import java.util.Optional;

/**
 * What one run of an invocation brings along and no binding fixes. Immutable.
 *
 * @param id whose run
 * @param backoff waits before continuations
 * @param jitter where waits are spread from
 * @param configurations digest of each provider's configuration; empty where the providers are not known in this run
 */
public record Terms(
        InvocationId id, Backoff backoff, JitterSource jitter, Optional<Map<ProviderId, Optional<Sha256>>> configurations) {
    /** Copies the map. */
    public Terms {
        configurations = configurations.map(Map::copyOf);
    }

    Optional<Sha256> configurationOf(ProviderId provider) {
        return configurations.flatMap(each -> each.getOrDefault(provider, Optional.empty()));
    }
}
