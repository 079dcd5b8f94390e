// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A byte string: request, response, evidence, configuration. Its text form says the length only, never the bytes. Immutable.
 */
public final class Bytes {
    /** No bytes. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] bytes;

    private Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Some bytes.
     *
     * @param bytes copied
     * @return the byte string
     */
    public static Bytes of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Bytes(bytes.clone());
    }

    /**
     * The UTF-8 bytes of a text.
     *
     * @param text the text
     * @return its bytes
     */
    public static Bytes utf8(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Their number.
     *
     * @return the length
     */
    public int size() {
        return bytes.length;
    }

    /**
     * The bytes.
     *
     * @return a copy
     */
    public byte[] toArray() {
        return bytes.clone();
    }

    /**
     * The bytes as UTF-8 text; a malformed sequence becomes U+FFFD.
     *
     * @return the text
     */
    public String utf8() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Their digest and length.
     *
     * @return what a record says of them
     */
    public Content content() {
        return Content.of(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
