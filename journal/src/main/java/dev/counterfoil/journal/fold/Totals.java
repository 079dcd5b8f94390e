// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Usage;
import java.util.OptionalLong;

/**
 * What attempts add up to. Tokens and cost are exposure: the greater of what was reserved and what was observed; the rest counts.
 * Only ever grows: there is no way to take a charge back. Immutable.
 *
 * @param calls attempts of every kind
 * @param retries attempts of kind retry and redelivery
 * @param failovers attempts of kind failover
 * @param contextTokens tokens sent
 * @param outputTokens tokens received
 * @param costMicros cost in millionths of the currency's unit
 * @param requestBytes bytes sent
 * @param responseBytesReserved bytes of response that were allowed for
 */
public record Totals(
        long calls,
        long retries,
        long failovers,
        long contextTokens,
        long outputTokens,
        long costMicros,
        long requestBytes,
        long responseBytesReserved) {
    /** Nothing. */
    public static final Totals ZERO = new Totals(0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException where one is negative: adding it would take a charge back
     * @throws ArithmeticException where context and output tokens together leave a long
     */
    public Totals {
        if (calls < 0
                || retries < 0
                || failovers < 0
                || contextTokens < 0
                || outputTokens < 0
                || costMicros < 0
                || requestBytes < 0
                || responseBytesReserved < 0) {
            throw new IllegalArgumentException("a total is not negative");
        }
        Math.addExact(contextTokens, outputTokens);
    }

    /**
     * Context and output tokens together.
     *
     * @return the sum, which fits a long
     */
    public long aggregateTokens() {
        return contextTokens + outputTokens;
    }

    /**
     * With one more attempt's charge.
     *
     * @param kind why the attempt is made
     * @param charge what it reserves
     * @return greater totals
     * @throws ArithmeticException where a sum leaves a long
     */
    public Totals charged(AttemptKind kind, Charge charge) {
        boolean again = kind == AttemptKind.RETRY || kind == AttemptKind.REDELIVERY;
        return plus(new Totals(
                charge.calls(),
                again ? 1 : 0,
                kind == AttemptKind.FAILOVER ? 1 : 0,
                charge.contextTokens(),
                charge.outputTokens(),
                charge.costMicros(),
                charge.requestBytes(),
                charge.responseBytes()));
    }

    /**
     * With what an attempt used beyond what it had reserved. Less than reserved changes nothing.
     *
     * @param charge what it had reserved
     * @param usage what was observed
     * @return the same or greater totals
     * @throws ArithmeticException where a sum leaves a long
     */
    public Totals observed(Charge charge, Usage usage) {
        return plus(new Totals(
                0,
                0,
                0,
                overage(usage.contextTokens(), charge.contextTokens()),
                overage(usage.outputTokens(), charge.outputTokens()),
                overage(usage.costMicros(), charge.costMicros()),
                0,
                0));
    }

    /**
     * The sum of two totals.
     *
     * @param other the other
     * @return the sum in each number
     * @throws ArithmeticException where a sum leaves a long
     */
    public Totals plus(Totals other) {
        return new Totals(
                Math.addExact(calls, other.calls),
                Math.addExact(retries, other.retries),
                Math.addExact(failovers, other.failovers),
                Math.addExact(contextTokens, other.contextTokens),
                Math.addExact(outputTokens, other.outputTokens),
                Math.addExact(costMicros, other.costMicros),
                Math.addExact(requestBytes, other.requestBytes),
                Math.addExact(responseBytesReserved, other.responseBytesReserved));
    }

    private static long overage(OptionalLong observed, long reserved) {
        return observed.isPresent() ? Math.max(0, observed.getAsLong() - reserved) : 0;
    }
}
