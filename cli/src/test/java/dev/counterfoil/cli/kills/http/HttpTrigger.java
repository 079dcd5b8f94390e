// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import dev.counterfoil.cli.kills.CommandProcess;
import dev.counterfoil.cli.kills.Line;
import java.util.concurrent.CompletableFuture;

/** Waits for the moment of one kill: on the wire, at an event, or at random. The lines of the command come from another thread. */
final class HttpTrigger {
    private final Halt halt;
    private final CompletableFuture<Void> firstStep = new CompletableFuture<>();

    HttpTrigger(Halt halt) {
        this.halt = halt;
    }

    Halt halt() {
        return halt;
    }

    HttpKill kill() {
        return halt.kill();
    }

    /** Is shown each line of the command as it comes. */
    void line(Line line) {
        if (line.isEvent()) {
            firstStep.complete(null);
            if (line.is("event", kill().step().event())) {
                halt.reach();
            }
        }
    }

    /** Waits for it; false where the command ended before. */
    boolean came(CommandProcess process) throws InterruptedException {
        if (kill().step() == Step.AT_RANDOM) {
            CompletableFuture.anyOf(firstStep, process.onExit()).join();
            return !process.endsWithin(kill().delayMillis());
        }
        CompletableFuture.anyOf(halt.reached(), process.onExit()).join();
        return halt.reached().isDone();
    }
}
