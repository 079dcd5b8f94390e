// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Verdict;
import java.util.List;

/** What a finding leads to, before anything is written. Immutable. */
public sealed interface Reconciled {
    /**
     * It clears the doubt: the verdict, and what the recovery table closes then; no intent.
     *
     * @param entries to be appended together
     */
    record Records(List<Entry> entries) implements Reconciled {
        /** Copies the list. */
        public Records {
            entries = List.copyOf(entries);
        }
    }

    /**
     * The attempt has this verdict already, and the same response where it has one.
     *
     * @param verdict what is recorded
     */
    record Same(Verdict verdict) implements Reconciled {}

    /**
     * The attempt has another verdict already; a verdict is never replaced.
     *
     * @param verdict what is recorded
     */
    record Other(Verdict verdict) implements Reconciled {}

    /** There is no such attempt, or nothing about it is in doubt. */
    record NotInDoubt() implements Reconciled {}
}
