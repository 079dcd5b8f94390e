// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.Optional;

/**
 * What is known of a shared budget of retries. Immutable.
 *
 * @param key its name
 * @param spent what is used up
 * @param limit what may be used; no less than what is used up
 * @param unit what is counted, where that was said
 */
public record RetryBudget(String key, double spent, double limit, Optional<String> unit) {
    /** What retries are counted in. */
    static final String RETRIES = "retries";

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException where one is not finite or negative, or more is spent than the limit
     */
    public RetryBudget {
        spent = Amounts.atLeast(0, "spent", spent);
        limit = Amounts.atLeast(spent, "limit", limit);
    }

    /**
     * A budget of retries.
     *
     * @param key its name
     * @param spent what is used up
     * @param limit what may be used
     * @throws IllegalArgumentException where a number is out of range
     */
    public RetryBudget(String key, double spent, double limit) {
        this(key, spent, limit, Optional.of(RETRIES));
    }

    /** Whether it was said to count something else than retries. */
    boolean isOfAnotherUnit() {
        return unit.filter(said -> !said.equals(RETRIES)).isPresent();
    }

    /**
     * What is left.
     *
     * @return limit less spent
     */
    public double remaining() {
        return limit - spent;
    }
}
