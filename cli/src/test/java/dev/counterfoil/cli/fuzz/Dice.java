// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** What chance decides for one input: it follows from seed, surface and number, so that each input can be made again alone. Confined. */
final class Dice {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final SplittableRandom random;

    Dice(long seed, String surface, long number) {
        random = new SplittableRandom(seed + surface.hashCode() * SPREAD ^ number * 0xBF58476D1CE4E5B9L);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    long number() {
        return random.nextLong();
    }

    <T> T of(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
