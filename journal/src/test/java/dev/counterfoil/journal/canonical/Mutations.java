// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Every small accident that may befall some bytes. Immutable. */
public final class Mutations {
    private static final byte[] INSERTED = " ,:0-.e\"\\{}[]\0\u007fu".getBytes(StandardCharsets.US_ASCII);

    private Mutations() {}

    /**
     * Each bit of each byte flipped, each byte deleted, doubled, and some bytes inserted before each.
     *
     * @param good the bytes
     * @return byte strings that all differ from them
     */
    public static List<byte[]> of(byte[] good) {
        List<byte[]> changed = new ArrayList<>();
        for (int at = 0; at <= good.length; at++) {
            for (byte inserted : INSERTED) {
                changed.add(with(good, at, at, inserted));
            }
            if (at == good.length) {
                break;
            }
            for (int bit = 0; bit < 8; bit++) {
                changed.add(with(good, at, at + 1, (byte) (good[at] ^ 1 << bit)));
            }
            changed.add(with(good, at, at + 1));
            changed.add(with(good, at, at, good[at]));
        }
        return changed;
    }

    private static byte[] with(byte[] good, int from, int to, byte... instead) {
        byte[] changed = new byte[from + instead.length + good.length - to];
        System.arraycopy(good, 0, changed, 0, from);
        System.arraycopy(instead, 0, changed, from, instead.length);
        System.arraycopy(good, to, changed, from + instead.length, good.length - to);
        return changed;
    }
}
