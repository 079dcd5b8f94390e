// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.store.JournalIdentity;
import java.util.List;

/** What became of a restoration. Immutable. */
public sealed interface RestoreOutcome {
    /**
     * The backup is a journal of its own now.
     *
     * @param identity its new identity
     * @param backup which journal it was a backup of
     * @param open what was open, in the order of opening
     */
    record Restored(JournalIdentity identity, JournalIdentity backup, List<RestoredInvocation> open) implements RestoreOutcome {
        /** Copies the list. */
        public Restored {
            open = List.copyOf(open);
        }

        /**
         * How many of what was open the restoration made something of.
         *
         * @param found what
         * @return the number
         */
        public long count(RestoredInvocation.Found found) {
            return open.stream().filter(each -> each.found() == found).count();
        }
    }

    /**
     * The backup is damaged, and as it was.
     *
     * @param damages how many damages were told
     */
    record Damaged(long damages) implements RestoreOutcome {}

    /** The work was told to end; the backup is as it was. */
    record Stopped() implements RestoreOutcome {}
}
