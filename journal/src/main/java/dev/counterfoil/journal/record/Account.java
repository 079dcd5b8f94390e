// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * A label that charges are booked under: 1 to 256 UTF-8 bytes, no control characters. Immutable.
 *
 * @param value the text
 */
public record Account(String value) implements Comparable<Account> {
    /**
     * Checks the text.
     *
     * @throws IllegalArgumentException where it is empty, too long, or has a control character or a lone surrogate
     */
    public Account {
        Bounds.name("account", value);
    }

    @Override
    public int compareTo(Account other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
