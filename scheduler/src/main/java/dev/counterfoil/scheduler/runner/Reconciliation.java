// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.store.OwnerBeat;
import java.util.Optional;

/** What became of a finding. Immutable. */
public sealed interface Reconciliation {
    /**
     * It is recorded, durably.
     *
     * @param state what the records say now: closed where nothing is left to do
     */
    record Recorded(InvocationState state) implements Reconciliation {}

    /**
     * The attempt has the same verdict already; nothing was written.
     *
     * @param state what the records say
     */
    record Unchanged(InvocationState state) implements Reconciliation {}

    /**
     * The attempt has another verdict, or another response; nothing was written.
     *
     * @param verdict what is recorded
     */
    record Conflicting(Verdict verdict) implements Reconciliation {}

    /**
     * There is no such attempt, or nothing about it is in doubt; nothing was written.
     *
     * @param state what the records say
     */
    record NotInDoubt(InvocationState state) implements Reconciliation {}

    /** There is no such invocation. */
    record Unknown() implements Reconciliation {}

    /**
     * The invocation was closed and is pruned; nothing was written.
     *
     * @param tombstone what is kept of it
     */
    record Pruned(Tombstone tombstone) implements Reconciliation {}

    /**
     * A living runtime owns the invocation; nothing was written.
     *
     * @param owner the runtime; empty where it is this one
     */
    record OwnedElsewhere(Optional<OwnerBeat> owner) implements Reconciliation {}

    /**
     * Whether it was written is not known, or it was not. Giving the same finding again is harmless.
     *
     * @param cause what failed
     */
    record Unavailable(String cause) implements Reconciliation {}
}
