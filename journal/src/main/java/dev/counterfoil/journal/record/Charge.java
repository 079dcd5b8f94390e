// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Collection;
import java.util.List;

/**
 * What an attempt reserves, for ever: it can be added to a total and never taken from one. Immutable.
 *
 * @param calls attempts, always 1 for an attempt
 * @param contextTokens tokens sent
 * @param outputTokens tokens asked for
 * @param costMicros cost in millionths of the currency's unit
 * @param requestBytes bytes sent
 * @param responseBytes bytes of response that may come
 * @param accounts labels it is booked under, sorted, no duplicates
 */
public record Charge(
        long calls, long contextTokens, long outputTokens, long costMicros, long requestBytes, long responseBytes, List<Account> accounts) {
    /**
     * Checks the ranges and sorts the accounts.
     *
     * @throws IllegalArgumentException where a number is negative or beyond the canonical integers
     */
    public Charge {
        Bounds.amount("calls", calls);
        Bounds.amount("context_tokens", contextTokens);
        Bounds.amount("output_tokens", outputTokens);
        Bounds.amount("cost_micros", costMicros);
        Bounds.amount("request_bytes", requestBytes);
        Bounds.amount("response_bytes", responseBytes);
        accounts = Account.inOrder(accounts);
    }

    /**
     * The charge of one attempt.
     *
     * @param quote what it is expected to use
     * @param requestBytes bytes sent
     * @param responseBytes bytes of response that may come
     * @param accounts labels it is booked under
     * @return the charge, of one call
     */
    public static Charge ofAttempt(Quote quote, long requestBytes, long responseBytes, Collection<Account> accounts) {
        return new Charge(
                1, quote.contextTokens(), quote.outputTokens(), quote.costMicros(), requestBytes, responseBytes, List.copyOf(accounts));
    }
}
