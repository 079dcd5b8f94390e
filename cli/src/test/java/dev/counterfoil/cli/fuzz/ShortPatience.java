// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.fixtures.world.SimulatedTime;
import dev.counterfoil.scheduler.Counterfoil;
import java.time.Duration;
import java.util.Optional;

/** Simulated time that jumps, and a runtime that is stopped where it would wait for ages, as a host may well ask it to. Confined. */
final class ShortPatience {
    private static final int WAITS = 100;

    private Optional<Counterfoil> runtime = Optional.empty();
    private int waits;

    Counterfoil.Settings settings() {
        SimulatedTime time = new SimulatedTime(GoodInput.NOW);
        return Counterfoil.settings().ownerWait(Duration.ZERO).time(time.wall(), time.ticker(), (atMost, signal) -> {
            if (++waits > WAITS) {
                runtime.ifPresent(Counterfoil::stop);
            }
            return time.jumping().await(atMost, signal);
        });
    }

    void stops(Counterfoil waiting) {
        runtime = Optional.of(waiting);
    }

    boolean isOver() {
        return waits > WAITS;
    }

    void renew() {
        waits = 0;
    }
}
