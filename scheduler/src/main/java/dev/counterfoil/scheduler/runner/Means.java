// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.ProviderSlot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a run brings along and no binding fixes: how providers are called, and the pace. Immutable.
 *
 * @param providers in the order of the binding, same ids
 * @param backoff waits before continuations
 * @param attemptTimeout how long one attempt may take, where that is limited
 */
public record Means(List<Provider> providers, Backoff backoff, Optional<Duration> attemptTimeout) {
    /** Copies the list. */
    public Means {
        providers = List.copyOf(providers);
    }

    /** Whether these are the providers that are bound, in their order: means of others would call a provider that nobody declared. */
    boolean fits(Binding binding) {
        return providers.stream().map(provider -> provider.slot().id()).toList()
                .equals(binding.providers().stream().map(ProviderSlot::id).toList());
    }
}
