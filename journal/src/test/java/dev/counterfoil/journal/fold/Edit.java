// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The same record with another stamp, or with its ordinal moved. Immutable.
 *
 * @param stamp the stamp that it gets; an opening keeps its own
 * @param ordinalShift what is added to its ordinal, where it has one
 */
record Edit(Stamp stamp, int ordinalShift) implements JournalRecord.Cases<JournalRecord> {
    static JournalRecord stamped(JournalRecord record, Stamp stamp) {
        return record.match(new Edit(stamp, 0));
    }

    static JournalRecord shifted(JournalRecord record, int ordinalShift) {
        return record.match(new Edit(record.stamp(), ordinalShift));
    }

    /** Sequences from 0 without a gap and instants that do not decrease, whatever stood there. */
    static List<JournalRecord> renumbered(List<JournalRecord> records) {
        List<JournalRecord> result = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            result.add(stamped(records.get(i), new Stamp(i, Story.instant(i), 1)));
        }
        return result;
    }

    @Override
    public JournalRecord opening(Opening opening) {
        return opening;
    }

    @Override
    public JournalRecord intent(Intent intent) {
        return new Intent(
                stamp,
                intent.ordinal() + ordinalShift,
                intent.kind(),
                intent.provider(),
                intent.charge(),
                intent.prior(),
                intent.providerConfiguration());
    }

    @Override
    public JournalRecord outcome(Outcome outcome) {
        return new Outcome(
                stamp,
                outcome.ordinal() + ordinalShift,
                outcome.outcomeClass(),
                outcome.category(),
                outcome.observed(),
                outcome.response(),
                outcome.reason(),
                outcome.retryAfterMillis());
    }

    @Override
    public JournalRecord verdict(Verdict verdict) {
        return new Verdict(
                stamp,
                verdict.ordinal() + ordinalShift,
                verdict.verdict(),
                verdict.ground(),
                verdict.evidence(),
                verdict.by(),
                verdict.response());
    }

    @Override
    public JournalRecord cancellation(Cancellation cancellation) {
        return new Cancellation(stamp, cancellation.by());
    }

    @Override
    public JournalRecord evidence(Evidence evidence) {
        OptionalInt ordinal = evidence.ordinal();
        return new Evidence(
                stamp,
                ordinal.isPresent() ? OptionalInt.of(ordinal.getAsInt() + ordinalShift) : ordinal,
                evidence.what(),
                evidence.content());
    }

    @Override
    public JournalRecord closing(Closing closing) {
        return new Closing(stamp, closing.status(), closing.reason());
    }
}
