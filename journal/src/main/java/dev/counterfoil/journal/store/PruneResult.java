// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.InvocationId;
import java.util.Set;

/** What became of the wish to prune. Immutable. */
public sealed interface PruneResult {
    /**
     * It is durable. What is in neither set is as it was: open, with another head, or not there.
     *
     * @param pruned those that this step replaced
     * @param already those whose tombstone, this very one, was there before: somebody else pruned them, or an earlier step whose answer
     *     was {@link Unknown}
     */
    record Pruned(Set<InvocationId> pruned, Set<InvocationId> already) implements PruneResult {
        /** Copies the sets. */
        public Pruned {
            pruned = Set.copyOf(pruned);
            already = Set.copyOf(already);
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
