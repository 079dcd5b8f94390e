// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import java.util.function.Function;

/**
 * Whether an attempt may be charged. Immutable.
 */
public sealed interface Decision permits Admitted, Decision.Refused {
    /**
     * It may not; nothing was charged.
     *
     * @param refusal why
     */
    record Refused(Refusal refusal) implements Decision {
        @Override
        public <T> T match(Function<Admitted, T> admitted, Function<Refusal, T> refused) {
            return refused.apply(refusal);
        }
    }

    /**
     * Calls the case that fits.
     *
     * @param <T> what the cases answer
     * @param admitted what to do with a charged attempt
     * @param refused what to do with a refusal
     * @return that case's answer
     */
    <T> T match(Function<Admitted, T> admitted, Function<Refusal, T> refused);

    /**
     * Whether it may.
     *
     * @return true for {@link Admitted}
     */
    default boolean isAdmitted() {
        return this instanceof Admitted;
    }
}
