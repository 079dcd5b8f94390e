// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.util.Optional;

/**
 * A provider's place in the order and the way to call it. Immutable.
 *
 * @param slot its place: id, clearance, own ceiling and quote; bound
 * @param dispatcher how it is called; not bound
 * @param configuration digest of what the dispatcher was configured with, recorded with each intent
 */
public record Provider(ProviderSlot slot, Dispatcher dispatcher, Optional<Sha256> configuration) {
    /**
     * A cleared provider without a ceiling or quote of its own.
     *
     * @param id its name
     * @param dispatcher how it is called
     * @return the provider
     */
    public static Provider of(String id, Dispatcher dispatcher) {
        return new Provider(ProviderSlot.cleared(new ProviderId(id)), dispatcher, Optional.empty());
    }
}
