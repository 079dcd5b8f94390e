// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

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

    /** The accounts sorted, each once: as they come, where they come so. */
    static List<Account> inOrder(Collection<Account> accounts) {
        Optional<Account> last = Optional.empty();
        for (Account account : accounts) {
            if (last.isPresent() && last.get().compareTo(account) >= 0) {
                return accounts.stream().sorted().distinct().toList();
            }
            last = Optional.of(account);
        }
        return List.copyOf(accounts);
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
