// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.limits;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Limits;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Limits that were intersected and found to make sense. There is no other way to make them. Immutable.
 *
 * <p>The minimum is taken first, per dimension, and only the result is judged: first any negative number, in the order of
 * {@link Dimension}, then zero calls. So one negative source is always caught, whatever the others say. Not rejected: zero of anything
 * but calls (a latency of zero refuses every attempt), more retries than calls, an attempt's ceiling above the aggregate.
 */
public final class EffectiveLimits {
    private final Limits limits;

    private EffectiveLimits(Limits limits) {
        this.limits = limits;
    }

    /**
     * The lowest number in each dimension. The order of the sources does not matter.
     *
     * @param source what the caller's code allows
     * @param deployment what the deployment allows
     * @param invocation what this invocation allows
     * @return effective limits, or the first rejection: never {@link LimitsRejection#MISSING}
     */
    public static LimitsDecision intersect(LimitSource source, LimitSource deployment, LimitSource invocation) {
        LimitSource lowest = source.min(deployment).min(invocation);
        for (Dimension dimension : Dimension.values()) {
            if (lowest.most(dimension).orElse(0) < 0) {
                return new LimitsDecision.Rejected(LimitsRejection.NEGATIVE_LIMIT, dimension);
            }
        }
        if (lowest.most(Dimension.MAX_CALLS).orElse(1) == 0) {
            return new LimitsDecision.Rejected(LimitsRejection.ZERO_IMPOSSIBLE, Dimension.MAX_CALLS);
        }
        return new LimitsDecision.Effective(new EffectiveLimits(checked(lowest)));
    }

    /**
     * As {@link #intersect}, for a whole spec, where some source must say how many calls there may be: a runtime that spends money has
     * no unbounded number of them by oversight. That is checked first.
     *
     * @param source what the caller's code allows
     * @param deployment what the deployment allows
     * @param invocation what this invocation allows
     * @return effective limits, or the first rejection
     */
    public static LimitsDecision intersectGivingCalls(LimitSource source, LimitSource deployment, LimitSource invocation) {
        boolean given = source.min(deployment).min(invocation).most(Dimension.MAX_CALLS).isPresent();
        return given
                ? intersect(source, deployment, invocation)
                : new LimitsDecision.Rejected(LimitsRejection.MISSING, Dimension.MAX_CALLS);
    }

    private static Limits checked(LimitSource lowest) {
        Limits limits = Limits.unbounded();
        for (Dimension dimension : Dimension.values()) {
            OptionalLong most = lowest.most(dimension);
            if (most.isPresent()) {
                limits = limits.with(dimension, most.getAsLong());
            }
        }
        return limits;
    }

    /**
     * The ceilings.
     *
     * @return all twelve, the latency among them
     */
    public Limits limits() {
        return limits;
    }

    /**
     * The deadline that the latency becomes, once, at opening. Nothing reads the latency afterwards.
     *
     * @param openedAt the instant of opening, in whole milliseconds
     * @return no deadline where the latency is unbounded; empty where the sum is beyond the canonical integers
     */
    public Optional<Deadline> deadline(Instant openedAt) {
        OptionalLong latency = limits.of(Dimension.MAX_LATENCY_MILLIS).most();
        if (latency.isEmpty()) {
            return Optional.of(Deadline.NONE);
        }
        boolean fits = Bounds.INTEGER - latency.getAsLong() >= openedAt.toEpochMilli();
        return fits ? Optional.of(Deadline.after(latency.getAsLong(), openedAt)) : Optional.empty();
    }

    /**
     * How many response bytes an attempt may bring, and so how many it is charged: what {@code max_response_bytes} says, else 1 MiB,
     * and never more than {@link Bounds#RESPONSE_BYTES_AT_MOST}.
     *
     * @param limits the ceilings of the invocation
     * @return the bytes
     */
    public static long responseBytes(Limits limits) {
        Ceiling given = limits.of(Dimension.MAX_RESPONSE_BYTES);
        return Math.min(given.most().orElse(Bounds.RESPONSE_BYTES), Bounds.RESPONSE_BYTES_AT_MOST);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EffectiveLimits that && limits.equals(that.limits);
    }

    @Override
    public int hashCode() {
        return limits.hashCode();
    }

    @Override
    public String toString() {
        return limits.toString();
    }
}
