// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import java.time.Instant;
import java.util.Optional;

/**
 * The deadline that an invocation is bound to: its own, or that of the call that it is within where this one is earlier. Both are fixed
 * when they are opened, so asked for one instant of opening it is always the same. Pure.
 */
final class InvocationDeadline {
    private InvocationDeadline() {}

    static Deadline at(Instant opening, Optional<Instant> absolute, Limits limits, Optional<Dispatch> within) {
        Deadline own = absolute.map(Deadline::absolute).orElseGet(() -> relative(opening, limits));
        return within.flatMap(call -> call.bounds().deadline())
                .filter(outer -> own.at().filter(at -> !at.isAfter(outer)).isEmpty())
                .map(Deadline::absolute)
                .orElse(own);
    }

    private static Deadline relative(Instant opening, Limits limits) {
        var latency = limits.of(Dimension.MAX_LATENCY_MILLIS).most();
        return latency.isPresent() ? Deadline.after(latency.getAsLong(), opening) : Deadline.NONE;
    }
}
