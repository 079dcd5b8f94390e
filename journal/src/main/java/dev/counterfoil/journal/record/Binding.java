// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What may not differ between two runs of the same id, in the order in which it is compared. Immutable.
 *
 * @param request digest and length of the request
 * @param confidentiality label of the request, where it has one
 * @param operation the effect it may have
 * @param limits the effective limits, all but the latency
 * @param deadline the deadline
 * @param providers the order, at least one
 * @param quote what an attempt is expected to use where the provider has no quote of its own
 * @param doubt what recovery may do with a doubt
 * @param accounts labels that charges are booked under, sorted, no duplicates
 * @param parent the invocation that this one is part of
 */
public record Binding(
        Content request,
        Optional<String> confidentiality,
        Operation operation,
        Limits limits,
        Deadline deadline,
        List<ProviderSlot> providers,
        Quote quote,
        DoubtProfile doubt,
        List<Account> accounts,
        Optional<InvocationId> parent) {
    /**
     * Checks bounds, the label and the number of providers, and sorts the accounts.
     *
     * @throws IllegalArgumentException where there is no provider or more than {@link Bounds#PROVIDERS}, two have the same id, or
     *     the label is not a name, or request or response may be longer than {@link Bounds} allows
     */
    public Binding {
        request.within("request", Bounds.REQUEST_BYTES);
        confidentiality.ifPresent(label -> Bounds.name("confidentiality", label));
        limits = limits.with(Dimension.MAX_LATENCY_MILLIS, Ceiling.unbounded());
        if (limits.of(Dimension.MAX_RESPONSE_BYTES).most().orElse(0) > Bounds.RESPONSE_BYTES_AT_MOST) {
            throw new IllegalArgumentException("max_response_bytes is at most " + Bounds.RESPONSE_BYTES_AT_MOST);
        }
        providers = List.copyOf(providers);
        if (providers.isEmpty() || providers.size() > Bounds.PROVIDERS) {
            throw new IllegalArgumentException("providers has " + providers.size() + " members, must have 1 to " + Bounds.PROVIDERS);
        }
        Set<ProviderId> ids = new HashSet<>();
        for (ProviderSlot slot : providers) {
            if (!ids.add(slot.id())) {
                throw new IllegalArgumentException("two providers have the same id");
            }
        }
        accounts = Account.inOrder(accounts);
    }

    /**
     * The quote for an attempt at a provider.
     *
     * @param slot the provider
     * @return its own quote, or the invocation's
     */
    public Quote quoteFor(ProviderSlot slot) {
        return slot.quote().orElse(quote);
    }
}
