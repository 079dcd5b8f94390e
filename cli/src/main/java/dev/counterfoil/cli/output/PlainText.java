// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import java.util.Locale;

/**
 * Text of others, as names of files and arguments, made safe for a terminal and a log: what is no visible character is spelled out, so that
 * a name can neither begin a line nor move the cursor nor turn the direction of what follows. Pure; thread-safe.
 */
public final class PlainText {
    private PlainText() {}

    /**
     * A text on one line.
     *
     * @param text any text
     * @return the same, with control, format and line characters and halves of pairs
     *     as {@code u{1b}} behind a backslash
     */
    public static String line(String text) {
        return text.codePoints().noneMatch(PlainText::isUnseen) ? text : spelled(text);
    }

    private static String spelled(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (isUnseen(c)) {
                plain.append(String.format(Locale.ROOT, "\\u{%x}", c));
            } else {
                plain.appendCodePoint(c);
            }
        });
        return plain.toString();
    }

    private static boolean isUnseen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> true;
            default -> false;
        };
    }
}
