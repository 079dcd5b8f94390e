// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import dev.counterfoil.journal.record.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Random JSON values that our canonical form can spell; the same seed gives the same values. Confined to one thread. */
final class JsonGenerator {
    private static final int[] EDGES = {
        0, 1, 8, 9, 0xA, 0xB, 0xC, 0xD, 0x1F, ' ', '"', '/', '\\', 'a', 'z', 0x7E, 0x7F, 0x80, 0x7FF, 0x800, 0x2028, 0xD7FF, 0xE000,
        0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF
    };
    private static final long[] NUMBERS = {0, 1, -1, 9, 10, -10, 999, Bounds.INTEGER, -Bounds.INTEGER, 1L << 32, -(1L << 31)};

    private final SplittableRandom random;

    JsonGenerator(long seed) {
        random = new SplittableRandom(seed);
    }

    Json value(int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 7)) {
            case 0 -> Json.NULL;
            case 1 -> Json.truth(random.nextBoolean());
            case 2 -> Json.whole(number());
            case 3 -> Json.text(text());
            case 4 -> {
                List<Json> elements = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    elements.add(value(depth - 1));
                }
                yield Json.array(elements);
            }
            default -> {
                Map<String, Json> members = new LinkedHashMap<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    members.put(text(), value(depth - 1));
                }
                yield new Json.Members(members);
            }
        };
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.appendCodePoint(EDGES[random.nextInt(EDGES.length)]);
        }
        return text.toString();
    }

    private long number() {
        return random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextLong(-Bounds.INTEGER, Bounds.INTEGER + 1);
    }
}
