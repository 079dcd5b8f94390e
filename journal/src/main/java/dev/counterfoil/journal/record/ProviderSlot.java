// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;

/**
 * One provider's place in the order. Immutable.
 *
 * @param id its name
 * @param clearance whether it may see the request
 * @param maxRetries how many retries and redeliveries it may get
 * @param quote its own quote, where it has one
 */
public record ProviderSlot(ProviderId id, Clearance clearance, Ceiling maxRetries, Optional<Quote> quote) {
    /**
     * A cleared provider without a ceiling or quote of its own.
     *
     * @param id its name
     * @return the slot
     */
    public static ProviderSlot cleared(ProviderId id) {
        return new ProviderSlot(id, Clearance.CLEARED, Ceiling.unbounded(), Optional.empty());
    }
}
