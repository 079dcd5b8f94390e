// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.provider;

import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;

/**
 * Whether a provider may be called at a place in the order. Immutable.
 */
public sealed interface FailoverDecision {
    /**
     * It may.
     *
     * @param slot the provider at that place
     */
    record Admitted(ProviderSlot slot) implements FailoverDecision {}

    /**
     * The order ends before that place.
     *
     * @param index the place, from 0
     */
    record AlternativesExhausted(int index) implements FailoverDecision {}

    /**
     * Another provider stands at that place.
     *
     * @param index the place, from 0
     * @param expected who stands there
     * @param requested who was asked for
     */
    record OutOfOrder(int index, ProviderId expected, ProviderId requested) implements FailoverDecision {}

    /**
     * The provider at that place may not see the request. It is never skipped.
     *
     * @param provider who stands there
     */
    record NotCleared(ProviderId provider) implements FailoverDecision {}
}
