// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;

/**
 * The first record of an invocation: what is bound for ever, and what the first run was configured with. Immutable.
 *
 * @param stamp sequence 0
 * @param binding what may not differ in a later run
 * @param backoff the first run's backoff; not bound
 * @param configuration digest and length of the provider configuration stored beside it; not bound
 */
public record Opening(Stamp stamp, Binding binding, Backoff backoff, Optional<Content> configuration) implements JournalRecord {
    /**
     * Checks the sequence and the bound of the configuration.
     *
     * @throws IllegalArgumentException where it is not 0, or the configuration has more than {@link Bounds#CONFIGURATION_BYTES}
     */
    public Opening {
        if (stamp.sequence() != 0) {
            throw new IllegalArgumentException("an opening has sequence 0");
        }
        configuration.ifPresent(content -> content.within("the provider configuration", Bounds.CONFIGURATION_BYTES));
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.opening(this);
    }
}
