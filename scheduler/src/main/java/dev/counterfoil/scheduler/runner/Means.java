// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.scheduler.budget.SharedRetries;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a run brings along and no binding fixes: how providers are called, and the pace. Immutable.
 *
 * @param providers in the order of the binding, same ids
 * @param backoff waits before continuations
 * @param attemptTimeout how long one attempt may take, where that is limited
 * @param sharedRetries what pays for its retries and redeliveries, where that is shared
 * @param within the call that the run is part of: it ends when that is asked to end
 */
public record Means(
        List<Provider> providers, Backoff backoff, Optional<Duration> attemptTimeout, Optional<SharedRetries> sharedRetries,
        Optional<Dispatch> within) {
    /** Copies the list. */
    public Means {
        providers = List.copyOf(providers);
    }

    /**
     * For a run that shares nothing and is part of no call.
     *
     * @param providers in the order of the binding, same ids
     * @param backoff waits before continuations
     * @param attemptTimeout how long one attempt may take, where that is limited
     */
    public Means(List<Provider> providers, Backoff backoff, Optional<Duration> attemptTimeout) {
        this(providers, backoff, attemptTimeout, Optional.empty(), Optional.empty());
    }

    /** Gets all providers and their books ready; what one of them throws is thrown. */
    public void prepare() {
        for (Provider provider : providers) {
            provider.dispatcher().prepare();
            provider.receipts().ifPresent(book -> book.lookup().prepare());
        }
    }

    /** Whether these are the providers that are bound, in their order: means of others would call a provider that nobody declared. */
    boolean fits(Binding binding) {
        return providers.stream().map(provider -> provider.slot().id()).toList()
                .equals(binding.providers().stream().map(ProviderSlot::id).toList());
    }
}
