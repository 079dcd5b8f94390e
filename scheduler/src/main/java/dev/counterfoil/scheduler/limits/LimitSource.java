// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.limits;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Dimension;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The limits that one source gives, as it gave them: a number per {@link Dimension}, or none, and not yet checked for sense. Negative
 * numbers are kept, so that the intersection can name them. Immutable.
 */
public final class LimitSource {
    private static final LimitSource UNBOUNDED = new LimitSource(new EnumMap<>(Dimension.class));

    private final EnumMap<Dimension, Long> numbers;

    private LimitSource(EnumMap<Dimension, Long> numbers) {
        this.numbers = numbers;
    }

    /**
     * Nothing given: the identity of the intersection.
     *
     * @return the source
     */
    public static LimitSource unbounded() {
        return UNBOUNDED;
    }

    /**
     * One call, no retry, no failover, and the given tokens: the aggregate is their sum, cost and latency are unbounded.
     *
     * @param contextTokens the most context tokens of the call
     * @param outputTokens the most output tokens of the call
     * @return the source
     * @throws IllegalArgumentException where a number is beyond the canonical integers
     */
    public static LimitSource singleCallOnly(long contextTokens, long outputTokens) {
        return UNBOUNDED
                .with(Dimension.MAX_CALLS, 1)
                .with(Dimension.MAX_RETRIES, 0)
                .with(Dimension.MAX_FAILOVERS, 0)
                .with(Dimension.MAX_CONTEXT_TOKENS, contextTokens)
                .with(Dimension.MAX_OUTPUT_TOKENS, outputTokens)
                .with(Dimension.MAX_AGGREGATE_TOKENS, Math.min(Bounds.INTEGER, contextTokens + outputTokens));
    }

    /**
     * A source from a map.
     *
     * @param numbers the numbers given; a dimension that is missing is unbounded
     * @return the source
     * @throws IllegalArgumentException where a number is beyond the canonical integers
     */
    public static LimitSource of(Map<Dimension, Long> numbers) {
        LimitSource source = UNBOUNDED;
        for (Map.Entry<Dimension, Long> number : numbers.entrySet()) {
            source = source.with(number.getKey(), number.getValue());
        }
        return source;
    }

    /**
     * With one number given or replaced.
     *
     * @param dimension the dimension
     * @param most the number; may be negative
     * @return a new source
     * @throws IllegalArgumentException where the number is not within ±(2^53 − 1)
     */
    public LimitSource with(Dimension dimension, long most) {
        if (most < -Bounds.INTEGER || most > Bounds.INTEGER) {
            throw new IllegalArgumentException(dimension.code() + " is " + most + ", beyond ±" + Bounds.INTEGER);
        }
        EnumMap<Dimension, Long> copy = new EnumMap<>(numbers);
        copy.put(dimension, most);
        return new LimitSource(copy);
    }

    /**
     * The number given for a dimension.
     *
     * @param dimension the dimension
     * @return empty where none was
     */
    public OptionalLong most(Dimension dimension) {
        Long number = numbers.get(dimension);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    LimitSource min(LimitSource other) {
        EnumMap<Dimension, Long> lowest = new EnumMap<>(numbers);
        other.numbers.forEach((dimension, number) -> lowest.merge(dimension, number, Math::min));
        return new LimitSource(lowest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LimitSource that && numbers.equals(that.numbers);
    }

    @Override
    public int hashCode() {
        return numbers.hashCode();
    }

    @Override
    public String toString() {
        return numbers.toString();
    }
}
