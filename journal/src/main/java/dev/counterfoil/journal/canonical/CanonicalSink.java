// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing row of bytes that knows how RFC 8785 spells a string. Confined to one thread. */
final class CanonicalSink {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[512];
    private int length;

    int length() {
        return length;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    void put(char ascii) {
        room(1);
        bytes[length++] = (byte) ascii;
    }

    void raw(byte[] written) {
        room(written.length);
        System.arraycopy(written, 0, bytes, length, written.length);
        length += written.length;
    }

    void ascii(String text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
    }

    /**
     * Appends a string in quotation marks: the short escapes where there are some, lower-case {@code u00xx} for the other control
     * characters, everything else as it is, in UTF-8.
     *
     * @param text without a lone surrogate
     */
    void text(String text) {
        put('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c == '"' || c == '\\') {
                escape(c);
            } else if (c < 0x80) {
                put(c);
            } else if (c < 0x800) {
                room(2);
                bytes[length++] = (byte) (0xC0 | c >> 6);
                bytes[length++] = (byte) (0x80 | c & 0x3F);
            } else if (Character.isHighSurrogate(c)) {
                supplementary(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                room(3);
                bytes[length++] = (byte) (0xE0 | c >> 12);
                bytes[length++] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[length++] = (byte) (0x80 | c & 0x3F);
            }
        }
        put('"');
    }

    private void supplementary(int codePoint) {
        room(4);
        bytes[length++] = (byte) (0xF0 | codePoint >> 18);
        bytes[length++] = (byte) (0x80 | codePoint >> 12 & 0x3F);
        bytes[length++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
        bytes[length++] = (byte) (0x80 | codePoint & 0x3F);
    }

    private void escape(char c) {
        put('\\');
        switch (c) {
            case '"', '\\' -> put(c);
            case '\b' -> put('b');
            case '\t' -> put('t');
            case '\n' -> put('n');
            case '\f' -> put('f');
            case '\r' -> put('r');
            default -> {
                ascii("u00");
                put((char) HEX[c >> 4]);
                put((char) HEX[c & 0xF]);
            }
        }
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
