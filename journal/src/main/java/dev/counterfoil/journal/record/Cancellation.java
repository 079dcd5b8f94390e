// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;

/**
 * The wish to stop: at most one, and nothing starts after it. Immutable.
 *
 * @param stamp place, instant, epoch
 * @param by who wished it
 */
public record Cancellation(Stamp stamp, Optional<String> by) implements JournalRecord {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException where {@code by} is not a name
     */
    public Cancellation {
        by.ifPresent(name -> Bounds.name("by", name));
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.cancellation(this);
    }
}
