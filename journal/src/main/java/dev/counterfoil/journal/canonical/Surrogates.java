// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

/** The one check for halves of characters: UTF-8 cannot spell them, so two texts with different halves could share bytes. Immutable. */
final class Surrogates {
    private Surrogates() {}

    /**
     * Whether a text has half of a surrogate pair.
     *
     * @param text the text
     * @return true where one half stands without the other
     */
    static boolean hasLone(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isLowSurrogate(c) || i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))) {
                return true;
            }
            i++;
        }
        return false;
    }

    static void refuseLone(String what, String text) {
        if (hasLone(text)) {
            throw new IllegalArgumentException(what + " has a lone surrogate");
        }
    }
}
