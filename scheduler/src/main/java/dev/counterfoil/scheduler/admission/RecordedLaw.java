// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Intent;
import java.util.Optional;

/** The law by which a journal's recorded attempts are judged when it is read. Thread-safe. */
public final class RecordedLaw implements Law {
    /** An attempt is lawful where the same admission that serves live runs would have admitted it. */
    public static final Law ADMISSION = new RecordedLaw();

    private RecordedLaw() {}

    @Override
    public Optional<String> objection(InvocationState before, Intent intent) {
        return Readmission.check(before, intent).map(Refusal::message);
    }

    @Override
    public boolean goesOn(InvocationState state) {
        return NextAttempt.of(state, state.last().at(), WaitSource.NONE).filter(next -> next.decision().isAdmitted()).isPresent();
    }
}
