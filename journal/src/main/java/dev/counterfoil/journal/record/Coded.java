// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Locale;
import java.util.Optional;

/**
 * A word of a closed list. Its code is what stands in records, documents and output: lower_snake, stable. Immutable.
 */
public interface Coded {
    /**
     * The constant's Java name.
     *
     * @return the name
     */
    String name();

    /**
     * The stable word.
     *
     * @return lower_snake
     */
    default String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds the word with a code.
     *
     * @param <E> the list
     * @param list the list's class
     * @param code the code
     * @return the word, or empty where the list has no such word
     */
    static <E extends Enum<E> & Coded> Optional<E> find(Class<E> list, String code) {
        for (E word : list.getEnumConstants()) {
            if (word.code().equals(code)) {
                return Optional.of(word);
            }
        }
        return Optional.empty();
    }
}
