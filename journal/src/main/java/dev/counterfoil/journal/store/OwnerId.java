// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Bounds;

/**
 * The random name of one runtime. Immutable.
 *
 * @param value the text, 1 to 256 bytes
 */
public record OwnerId(String value) {
    /**
     * Checks the text.
     *
     * @throws IllegalArgumentException where it is not a name
     */
    public OwnerId {
        Bounds.name("owner", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
