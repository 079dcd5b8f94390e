// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.fixtures.store.InMemoryCheckpointStore;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.Means;
import dev.counterfoil.scheduler.runner.Provider;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.util.Optional;

/**
 * A runtime over a journal in memory, whose time jumps. It is made anew before it grows large, and stopped where a run would wait for
 * ages. Confined.
 */
final class RunInMemory implements AutoCloseable {
    private static final int RUNS = 200;

    private ShortPatience patience;
    private Counterfoil runtime;
    private int runs;

    RunInMemory() {
        open();
    }

    private void open() {
        patience = new ShortPatience();
        runtime = patience.settings().over(new InMemoryCheckpointStore());
        patience.stops(runtime);
    }

    /** Runs what was accepted; again, it is not another invocation. */
    RunOutcome run(Invocation invocation, Dice dice) {
        if (++runs % RUNS == 0 || patience.isOver()) {
            runtime.close();
            open();
        }
        patience.renew();
        RunOutcome first = runtime.run(invocation);
        Finding.unless(isAnswer(first) || patience.isOver() && first instanceof RunOutcome.LeftOpen, "ran and ended as " + first);
        if (first instanceof RunOutcome.Concluded && dice.oneIn(4)) {
            RunOutcome again = runtime.run(invocation);
            Finding.unless(again instanceof RunOutcome.Concluded, "ran again and ended as " + again);
        }
        return first;
    }

    private static boolean isAnswer(RunOutcome outcome) {
        return outcome instanceof RunOutcome.Concluded || outcome instanceof RunOutcome.Conflicting;
    }

    /** An answer that chance chooses. */
    static Answer answer(Dice dice) {
        return switch (dice.below(7)) {
            case 0 -> Answer.uncertain();
            case 1 -> Answer.retryable();
            case 2 -> Answer.rejected();
            case 3 -> Answer.permanentlyRejected();
            case 4 -> Answer.notDispatched();
            default -> Answer.completed(Canary.VALUE);
        };
    }

    /** The means of an invocation with the same providers, which start nothing. */
    static Means harmless(Opening opening) {
        return new Means(
                opening.binding().providers().stream()
                        .map(slot -> new Provider(slot, dispatch -> Answer.completed(Canary.VALUE), Optional.empty()))
                        .toList(),
                opening.backoff(), Optional.empty());
    }

    @Override
    public void close() {
        runtime.close();
    }
}
