// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.record.Coded;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The words of a closed list, found by the bytes of their codes. Immutable.
 *
 * @param <E> the list
 */
final class ExactWords<E extends Coded> {
    private final List<Optional<E>> words;
    private final byte[][] codes;

    /** A power of two, sparse enough that most words are found at their first place; −1 where there is none. */
    private final int[] places;

    private ExactWords(List<E> list) {
        words = list.stream().map(Optional::of).toList();
        codes = list.stream().map(word -> ExactCursor.ascii(word.code())).toArray(byte[][]::new);
        places = new int[4 * Integer.highestOneBit(list.size()) << 1];
        Arrays.fill(places, -1);
        for (int i = 0; i < codes.length; i++) {
            int place = place(codes[i], 0, codes[i].length);
            while (places[place] >= 0) {
                place = place + 1 & places.length - 1;
            }
            places[place] = i;
        }
    }

    static <E extends Coded> ExactWords<E> of(List<E> list) {
        return new ExactWords<>(list);
    }

    static <E extends Enum<E> & Coded> ExactWords<E> of(Class<E> list) {
        return new ExactWords<>(List.of(list.getEnumConstants()));
    }

    private int place(byte[] in, int from, int to) {
        int sum = to - from;
        for (int i = from; i < to; i++) {
            sum = 31 * sum + in[i];
        }
        return (sum ^ sum >>> 15) & places.length - 1;
    }

    /** The word that is spelled there; empty where none of the list is. */
    Optional<E> find(byte[] in, int from, int to) {
        int place = place(in, from, to);
        while (places[place] >= 0) {
            int found = places[place];
            if (Arrays.equals(in, from, to, codes[found], 0, codes[found].length)) {
                return words.get(found);
            }
            place = place + 1 & places.length - 1;
        }
        return Optional.empty();
    }
}
