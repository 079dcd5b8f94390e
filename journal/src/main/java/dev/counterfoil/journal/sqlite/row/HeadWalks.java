// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The chains of all invocations at once, their records met from the last to the first: three numbers for each invocation, so that a check
 * of millions fits into a small heap. Confined to one check.
 */
final class HeadWalks {
    /** Stands for the place before an opening. */
    private static final long NOWHERE = Long.MIN_VALUE;

    private long[] numbers = new long[1 << 10];
    private long[] next = new long[1 << 10];
    private long[] left = new long[1 << 10];
    private int size;

    /** Is told of a chain that does not come out. */
    interface Odd {
        /**
         * One chain.
         *
         * @param left how many records fewer were met than the row counts
         * @param isOpen whether the walk did not come to an opening
         * @param key where it would have gone on
         */
        void chain(long number, long left, boolean isOpen, long key) throws SQLException;
    }

    /** One more invocation, in the order of their numbers. */
    void add(long number, long records, long lastKey) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
            next = Arrays.copyOf(next, 2 * size);
            left = Arrays.copyOf(left, 2 * size);
        }
        numbers[size] = number;
        next[size] = lastKey;
        left[size] = records;
        size++;
    }

    /** Whether a record is the next one of its invocation's walk, which then goes on before it. */
    boolean isNext(long number, long key, OptionalLong previous) {
        int place = Arrays.binarySearch(numbers, 0, size, number);
        if (place < 0 || next[place] != key) {
            return false;
        }
        next[place] = previous.orElse(NOWHERE);
        left[place]--;
        return true;
    }

    /** Tells of those whose walk did not come to an opening with the last record that was counted. */
    void tellOdd(Odd odd) throws SQLException {
        for (int i = 0; i < size; i++) {
            if (left[i] != 0 || next[i] != NOWHERE) {
                odd.chain(numbers[i], left[i], next[i] != NOWHERE, next[i]);
            }
        }
    }
}
