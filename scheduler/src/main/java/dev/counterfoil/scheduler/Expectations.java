// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler;

import dev.counterfoil.scheduler.forecast.Forecaster;
import dev.counterfoil.scheduler.forecast.Misfit;
import dev.counterfoil.scheduler.forecast.MisfitException;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.Surroundings;
import dev.counterfoil.scheduler.runner.Invocation;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** What a runtime will be asked for, to be looked at when it is opened, and who is told of what can never fit. Confined. */
final class Expectations {
    private static final System.Logger LOG = System.getLogger(Counterfoil.class.getName());

    private final List<Function<Instant, Optional<Misfit>>> expected = new ArrayList<>();
    private Consumer<List<Misfit>> told = misfits ->
            misfits.forEach(misfit -> LOG.log(System.Logger.Level.WARNING, "{0}", misfit.message()));

    void add(Invocation invocation) {
        expected.add(now -> Misfit.of(
                invocation.id(), Forecaster.opened(invocation.bindingAt(now), invocation.means().backoff(), now), now));
    }

    void add(String name, Policy policy, Surroundings around) {
        expected.add(now -> Misfit.of(name, policy, around));
    }

    void tell(Consumer<List<Misfit>> listener) {
        told = listener;
    }

    void refuse() {
        told = misfits -> {
            throw new MisfitException(misfits);
        };
    }

    /** Looks at all, and tells once of what can never fit, where anything cannot. */
    void check(InstantSource wall) {
        if (expected.isEmpty()) {
            return;
        }
        Instant present = wall.instant().truncatedTo(ChronoUnit.MILLIS);
        List<Misfit> misfits = expected.stream().map(each -> each.apply(present)).flatMap(Optional::stream).toList();
        if (!misfits.isEmpty()) {
            told.accept(misfits);
        }
    }
}
