// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Opening;
import java.util.Optional;

/**
 * Finds the means of an invocation that is resumed from its journal alone. Must be thread-safe.
 */
@FunctionalInterface
public interface MeansSource {
    /**
     * The means for an invocation. Asked when it is open and ours; never for one that is settled or stopped.
     *
     * @param invocation its name
     * @param opening its first record
     * @param configuration the provider configuration stored beside it, where there is one
     * @return empty where its providers are not known, which means with other ids or in another order count as: what needs none of them
     *     is finished all the same
     */
    Optional<Means> meansFor(InvocationId invocation, Opening opening, Optional<Bytes> configuration);
}
