// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.record.Bounds;
import java.math.BigInteger;
import java.util.OptionalLong;

/**
 * What a model's tokens cost, in whole micros of the currency's unit for a million tokens: 2.50 for a million is 2,500,000. Immutable.
 *
 * <p>Fees for anything else than tokens are not in it.
 *
 * @param contextMicros for a million tokens sent
 * @param outputMicros for a million tokens received
 * @param cachedMicros for a million of those tokens sent that the provider had kept from before; as the others where it is not given
 */
public record Price(long contextMicros, long outputMicros, OptionalLong cachedMicros) {
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException where a number is negative or beyond the canonical integers, or what was kept costs more than what
     *     is new
     */
    public Price {
        Bounds.amount("context_micros", contextMicros);
        Bounds.amount("output_micros", outputMicros);
        if (cachedMicros.isPresent() && Bounds.amount("cached_micros", cachedMicros.getAsLong()) > contextMicros) {
            throw new IllegalArgumentException("cached_micros is " + cachedMicros.getAsLong() + ", must be at most " + contextMicros
                    + " as for other tokens: a quote does not know what is kept");
        }
    }

    /**
     * A price without a discount.
     *
     * @param contextMicros for a million tokens sent
     * @param outputMicros for a million tokens received
     * @return the price
     * @throws IllegalArgumentException where a number is negative or beyond the canonical integers
     */
    public static Price perMillion(long contextMicros, long outputMicros) {
        return new Price(contextMicros, outputMicros, OptionalLong.empty());
    }

    /**
     * With a discount for what the provider had kept from before. It lowers what is observed, never what is quoted.
     *
     * @param micros for a million tokens
     * @return a new price
     * @throws IllegalArgumentException where it is negative, or greater than for other tokens
     */
    public Price cached(long micros) {
        return new Price(contextMicros, outputMicros, OptionalLong.of(micros));
    }

    /**
     * What tokens cost, with whatever is less than a micro rounded up once, in the sum.
     *
     * @param contextTokens tokens sent
     * @param outputTokens tokens received
     * @return micros; empty where they are beyond the canonical integers
     * @throws IllegalArgumentException where a number is negative or beyond the canonical integers
     */
    public OptionalLong costMicros(long contextTokens, long outputTokens) {
        return costMicros(contextTokens, 0, outputTokens);
    }

    /**
     * What tokens cost where some of those sent were kept from before.
     *
     * @param contextTokens tokens sent
     * @param cachedTokens how many of them were kept
     * @param outputTokens tokens received
     * @return micros; empty where they are beyond the canonical integers
     * @throws IllegalArgumentException where a number is negative or beyond the canonical integers, or more were kept than sent
     */
    public OptionalLong costMicros(long contextTokens, long cachedTokens, long outputTokens) {
        Bounds.amount("context_tokens", contextTokens);
        Bounds.amount("output_tokens", outputTokens);
        if (Bounds.amount("cached_tokens", cachedTokens) > contextTokens) {
            throw new IllegalArgumentException("cached_tokens is " + cachedTokens + ", must be at most " + contextTokens);
        }
        BigInteger millionth = product(contextTokens - cachedTokens, contextMicros)
                .add(product(cachedTokens, cachedMicros.orElse(contextMicros)))
                .add(product(outputTokens, outputMicros));
        BigInteger micros = millionth.add(MILLION.subtract(BigInteger.ONE)).divide(MILLION);
        return micros.compareTo(BigInteger.valueOf(Bounds.INTEGER)) > 0 ? OptionalLong.empty() : OptionalLong.of(micros.longValueExact());
    }

    private static BigInteger product(long tokens, long micros) {
        return BigInteger.valueOf(tokens).multiply(BigInteger.valueOf(micros));
    }
}
