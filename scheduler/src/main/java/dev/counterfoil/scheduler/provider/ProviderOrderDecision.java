// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.provider;

/**
 * What checking an order of providers gives. Immutable.
 */
public sealed interface ProviderOrderDecision {
    /**
     * It is one.
     *
     * @param order the order
     */
    record Valid(ProviderOrder order) implements ProviderOrderDecision {}

    /**
     * It is none.
     *
     * @param rejection why
     * @param index the place of the provider at fault, from 0; for an order that is too long, the first place too many
     */
    record Rejected(ProviderOrderRejection rejection, int index) implements ProviderOrderDecision {
        /**
         * The rejection in one line; it names the place, never the id.
         *
         * @return code and place
         */
        public String message() {
            return rejection.code() + ": providers[" + index + "]";
        }
    }
}
