// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Breaks bytes: flips, insertions, removals, doublings, cuts, splices. Pure. */
final class ByteMutation {
    private static final List<byte[]> PIECES = Stream.of(
                    "null", "{}", "[]", "\"\"", "-1", "-0", "0", "1.0", "1e400", "1e-9999999999", "9007199254740993",
                    "\"\\ud800\"", "\"\\u0000\"",                     "true", ",", ":", "{", "}", "[", "]", "\"", "\\", "\uFEFF",
                    "\u202E", "\u0000", "\u001B[2J", "\n", "\r\n", "\t", " ",
                    "\"id\":\"b\",", "99999999999999999999h", "//", "/*", "NaN", "\u00e9", "\uD83D\uDE00", "[[[[[[[[", "'",
                    "%s", "${x}", "\u2028")
            .map(piece -> piece.getBytes(StandardCharsets.UTF_8))
            .toList();
    private static final List<byte[]> FOREIGN = List.of(
            new byte[] {(byte) 0xFF}, new byte[] {(byte) 0xC0, (byte) 0x80}, new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            new byte[] {(byte) 0xF5}, new byte[] {(byte) 0xE2, (byte) 0x82}, new byte[] {(byte) 0xFE, (byte) 0xFF});

    private ByteMutation() {}

    static byte[] of(byte[] good, Dice dice, List<byte[]> others) {
        byte[] bytes = good;
        for (int changes = 1 + dice.below(4); changes > 0; changes--) {
            bytes = once(bytes, dice, others);
        }
        return bytes;
    }

    private static byte[] once(byte[] bytes, Dice dice, List<byte[]> others) {
        int at = dice.below(bytes.length + 1);
        int to = Math.min(bytes.length, at + dice.below(dice.oneIn(4) ? 200 : 9));
        return switch (dice.below(9)) {
            case 0 -> flipped(bytes, dice);
            case 1 -> joined(bytes, at, dice.bytes(1 + dice.below(6)), at);
            case 2 -> joined(bytes, at, dice.of(PIECES), dice.oneIn(2) ? at : to);
            case 3 -> joined(bytes, at, dice.of(FOREIGN), at);
            case 4 -> joined(bytes, at, new byte[0], to);
            case 5 -> joined(bytes, to, Arrays.copyOfRange(bytes, at, to), to);
            case 6 -> Arrays.copyOf(bytes, at);
            case 7 -> spliced(bytes, at, dice.of(others), dice);
            default -> joined(bytes, at, dice.of(PIECES), at);
        };
    }

    private static byte[] flipped(byte[] bytes, Dice dice) {
        byte[] changed = bytes.clone();
        if (changed.length > 0) {
            changed[dice.below(changed.length)] ^= (byte) (1 << dice.below(8));
        }
        return changed;
    }

    private static byte[] spliced(byte[] bytes, int at, byte[] other, Dice dice) {
        return joined(bytes, at, Arrays.copyOfRange(other, dice.below(other.length + 1), other.length), bytes.length);
    }

    private static byte[] joined(byte[] bytes, int until, byte[] middle, int from) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(bytes, 0, until);
        joined.writeBytes(middle);
        joined.write(bytes, from, bytes.length - from);
        return joined.toByteArray();
    }
}
