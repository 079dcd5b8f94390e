// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

/** Text in columns of a terminal, of which wide characters take two. An estimate: what a terminal does is its own. Pure; thread-safe. */
final class FixedWidth {
    private static final int FIRST_WIDE = 0x1100;
    private static final int LAST_WIDE = 0xFFDC;
    private static final int SYMBOLS = 0x2E80;
    private static final int HANGUL_END = 0x115F;
    private static final int PICTURES = 0x1F300;
    private static final String CUT = "…";

    private FixedWidth() {}

    static int of(String text) {
        return text.codePoints().map(FixedWidth::columns).sum();
    }

    private static int columns(int point) {
        boolean wide = point >= FIRST_WIDE && point <= HANGUL_END || point >= SYMBOLS && point <= LAST_WIDE || point >= PICTURES;
        return wide ? 2 : 1;
    }

    /** As much of it as has room; where something is cut an ellipsis says so. */
    static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        int used = 1;
        for (int point : text.codePoints().toArray()) {
            used += columns(point);
            if (used > columns) {
                break;
            }
            shown.appendCodePoint(point);
        }
        return shown.append(CUT).toString();
    }

    static String padded(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - of(text)));
    }
}
