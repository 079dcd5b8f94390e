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
 * @param receivers what receivers declare about themselves; a provider that is not there is silent
 */
public record Terms(
        InvocationId id,
        Backoff backoff,
        JitterSource jitter,
        Optional<Map<ProviderId, Optional<Sha256>>> configurations,
        Map<ProviderId, ReceiverTerms> receivers) {
    /** Copies the maps. */
    public Terms {
        configurations = configurations.map(Map::copyOf);
        receivers = Map.copyOf(receivers);
    }

    /**
     * Where no receiver declares anything.
     *
     * @param id whose run
     * @param backoff waits before continuations
     * @param jitter where waits are spread from
     * @param configurations digest of each provider's configuration; empty where the providers are not known in this run
     */
    public Terms(InvocationId id, Backoff backoff, JitterSource jitter, Optional<Map<ProviderId, Optional<Sha256>>> configurations) {
        this(id, backoff, jitter, configurations, Map.of());
    }

    ReceiverTerms receiver(ProviderId provider) {
        return receivers.getOrDefault(provider, ReceiverTerms.SILENT);
    }

    Optional<Sha256> configurationOf(ProviderId provider) {
        return configurations.flatMap(each -> each.getOrDefault(provider, Optional.empty()));
    }
}
