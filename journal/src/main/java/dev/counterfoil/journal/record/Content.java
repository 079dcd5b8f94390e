// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * What a record says of bytes that are stored beside it, or not at all: their digest and length, never the bytes. Immutable.
 *
 * @param sha256 digest of the clear bytes
 * @param bytes their number
 */
public record Content(Sha256 sha256, long bytes) {
    /**
     * Checks the length.
     *
     * @throws IllegalArgumentException where it is negative or beyond the canonical integers
     */
    public Content {
        Bounds.amount("bytes", bytes);
    }

    /**
     * Checks a length against a bound of {@link Bounds}.
     *
     * @param what what the bytes are, for the message
     * @param most most bytes allowed
     * @return this
     * @throws IllegalArgumentException where there are more
     */
    public Content within(String what, int most) {
        if (bytes > most) {
            throw new IllegalArgumentException(what + " has " + bytes + " bytes, at most " + most + " are allowed");
        }
        return this;
    }

    /**
     * Describes some bytes.
     *
     * @param content the bytes, read but not kept
     * @return their digest and length
     */
    public static Content of(byte[] content) {
        return new Content(Sha256.of(content), content.length);
    }
}
