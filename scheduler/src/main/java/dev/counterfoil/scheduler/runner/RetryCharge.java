// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.Commit;
import dev.counterfoil.journal.InvocationJournal;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.scheduler.budget.SharedRetries;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Takes a unit of the shared budget and appends the intent that it pays for, as one step: no such intent is asked to be written without
 * one, and no unit is spent where there certainly is no intent. Confined to one run.
 */
final class RetryCharge {
    private final InvocationJournal journal;
    private final Optional<SharedRetries> budget;

    RetryCharge(InvocationJournal journal, Optional<SharedRetries> budget) {
        this.journal = journal;
        this.budget = budget;
    }

    /** What admission is told; empty where nothing is shared. */
    OptionalLong left() {
        return left(budget);
    }

    static OptionalLong left(Optional<SharedRetries> budget) {
        return budget.map(shared -> OptionalLong.of(shared.left())).orElse(OptionalLong.empty());
    }

    /** Appends; where that would need a unit and none is left, nothing is asked of the journal: it is to be decided again. */
    Commit append(List<Entry> entries) {
        Optional<Intent> paid = paid(entries.get(entries.size() - 1));
        if (budget.isEmpty() || paid.isEmpty()) {
            return journal.append(entries);
        }
        return budget.get().take().map(unit -> append(entries, paid.get(), unit)).orElseGet(Commit.Moved::new);
    }

    private static Optional<Intent> paid(Entry last) {
        return Optional.of(last.record()).filter(Intent.class::isInstance).map(Intent.class::cast)
                .filter(intent -> intent.kind() == AttemptKind.RETRY || intent.kind() == AttemptKind.REDELIVERY);
    }

    private Commit append(List<Entry> entries, Intent intent, SharedRetries.Unit unit) {
        try {
            Commit commit = journal.append(entries);
            if (commit instanceof Commit.NotWritten || commit instanceof Commit.Moved && !isThere(intent)) {
                unit.giveBack();
            }
            return commit;
        } finally {
            // Whatever else became of it, also what was thrown, leaves an intent that is there or may be.
            unit.spend();
        }
    }

    /** What was closed elsewhere has moved, also where an append whose answer was lost had come first. */
    private boolean isThere(Intent intent) {
        return journal.state().attempts().find(intent.ordinal()).filter(attempt -> attempt.intent().equals(intent)).isPresent();
    }
}
