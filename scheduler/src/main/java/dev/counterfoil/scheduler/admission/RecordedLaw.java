// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.chain.Law;

/** The law by which a journal's recorded attempts are judged when it is read. Thread-safe. */
public final class RecordedLaw {
    /** An attempt is lawful where the same admission that serves live runs would have admitted it. */
    public static final Law ADMISSION = (before, intent) -> Readmission.check(before, intent).map(refusal -> refusal.message());

    private RecordedLaw() {}
}
