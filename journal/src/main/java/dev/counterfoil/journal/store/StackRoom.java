// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

/**
 * Room on the stack of the calling thread. Whoever holds what others wait for, a lock, a transaction, the lead of a group, must come to
 * the end of it; a stack that overflows on the way leaves it held for ever. So it is asked for before anything is begun: where there is
 * none the overflow happens here, and is the caller's alone. Pure; thread-safe.
 *
 * <p>No Java program can ask how much is left, so it is used once and given back: that costs as many calls of an empty method.
 */
public final class StackRoom {
    private StackRoom() {}

    /**
     * Uses so much of the stack and gives it back.
     *
     * @param frames how many calls deep, each of 100 bytes at least where it is compiled, and some times that where it is not
     * @throws StackOverflowError where there is no room
     */
    public static void require(int frames) {
        deeper(frames, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    }

    /** Each argument is used on the way back, so each call has to keep them on the stack. */
    private static long deeper(int left, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
        return left == 0 ? a : deeper(left - 1, b, c, d, e, f, g, h, i, j, a) ^ a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j ^ left;
    }
}
