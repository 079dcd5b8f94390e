// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * The name of one provider in an order: 1 to 256 UTF-8 bytes, no control characters. Immutable.
 *
 * @param value the text
 */
public record ProviderId(String value) implements Comparable<ProviderId> {
    /**
     * Checks the text.
     *
     * @throws IllegalArgumentException where it is empty, too long, or has a control character or a lone surrogate
     */
    public ProviderId {
        Bounds.name("provider id", value);
    }

    @Override
    public int compareTo(ProviderId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
