// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.Journal;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.StoreException;
import java.util.Optional;

/** Finds out who a holder is, for a message. */
final class Owners {
    private Owners() {}

    static Optional<OwnerBeat> of(Journal journal, Holder holder) {
        try {
            return holder.owner().flatMap(journal.store()::owner);
        } catch (StoreException e) {
            return Optional.empty();
        }
    }
}
