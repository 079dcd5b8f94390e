// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.scheduler.forecast.Forecaster;
import dev.counterfoil.scheduler.forecast.Misfit;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.time.SystemTime;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Says once, before anything of a file of specs is started, that some of it can never fit. It refuses nothing: each is run, and ends as it
 * does. Of what the journal has already nothing is said: that may well have an answer.
 */
final class MisfitNotice {
    private MisfitNotice() {}

    static void tell(List<List<Invocation>> files, RunSession session, Console console) {
        Instant now = SystemTime.wall().instant();
        List<Misfit> misfits = files.stream().flatMap(Collection::stream)
                .flatMap(invocation -> misfit(invocation, now, session).stream()).toList();
        if (!misfits.isEmpty()) {
            String others = misfits.size() == 1 ? "" : " (and " + (misfits.size() - 1) + " more that can never fit)";
            console.complain(misfits.get(0).message() + others);
        }
    }

    private static Optional<Misfit> misfit(Invocation invocation, Instant now, RunSession session) {
        return Misfit.of(invocation.id(), Forecaster.opened(invocation.bindingAt(now), invocation.means().backoff(), now), now)
                .filter(found -> !session.runtime().journal().isTaken(invocation.id()));
    }
}
