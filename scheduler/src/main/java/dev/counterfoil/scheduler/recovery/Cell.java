// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.record.Coded;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What one line of the table demands of one observation: one of some words, or anything. Immutable.
 *
 * @param <E> the observation's words
 */
public final class Cell<E extends Enum<E> & Coded> {
    private final Optional<List<E>> words;

    private Cell(Optional<List<E>> words) {
        this.words = words;
    }

    /**
     * A cell that demands nothing.
     *
     * @param <E> the observation's words
     * @return the cell
     */
    public static <E extends Enum<E> & Coded> Cell<E> any() {
        return new Cell<>(Optional.empty());
    }

    /**
     * A cell that demands one of some words.
     *
     * @param <E> the observation's words
     * @param first one that is allowed
     * @param others more that are
     * @return the cell
     */
    @SafeVarargs
    public static <E extends Enum<E> & Coded> Cell<E> is(E first, E... others) {
        EnumSet<E> words = EnumSet.of(first);
        for (E other : others) {
            words.add(other);
        }
        return new Cell<>(Optional.of(List.copyOf(words)));
    }

    /**
     * Whether an observation meets the demand.
     *
     * @param observed the observation
     * @return true where it is one of the words, or anything will do
     */
    public boolean admits(E observed) {
        return words.isEmpty() || words.get().contains(observed);
    }

    /**
     * The words, for people.
     *
     * @return the codes with blanks for underscores, or a dash for anything
     */
    @Override
    public String toString() {
        return words.isEmpty()
                ? "–"
                : words.get().stream().map(word -> word.code().replace('_', ' ')).collect(Collectors.joining(", "));
    }
}
