// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.InvocationId;
import java.util.Set;

/** What became of the wish to prune. Immutable. */
public sealed interface PruneResult {
    /**
     * It is durable.
     *
     * @param pruned those whose tombstone is there; the others are as they were: open, with another head, or not there
     */
    record Pruned(Set<InvocationId> pruned) implements PruneResult {
        /** Copies the set. */
        public Pruned {
            pruned = Set.copyOf(pruned);
        }
    }

    /**
     * All of them were pruned that could be, or none: the commit failed or was not answered. A later read tells, and the same wish may be
     * repeated.
     *
     * @param cause what failed, in one line
     */
    record Unknown(String cause) implements PruneResult {}
}
