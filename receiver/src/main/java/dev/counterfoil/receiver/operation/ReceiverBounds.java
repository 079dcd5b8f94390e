// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.operation;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Every bound of the receiver, and the one place where names are measured. Immutable. */
public final class ReceiverBounds {
    /** Most bytes of a scope and of a key: the same as on the sender's side, or what it may name could not be delivered. */
    public static final int NAME_BYTES = 256;

    /** Most bytes of a payload: it is held in memory, and may be kept in a row. */
    public static final int PAYLOAD_BYTES = 64 << 20;

    /** Most bytes of the evidence for a finding, and of the name of a claimant: a person writes and reads them. */
    public static final int TEXT_BYTES = 4096;

    private ReceiverBounds() {}

    /**
     * The bytes of a name.
     *
     * @param what what it names, for the message
     * @param value the text
     * @return 1 to {@link #NAME_BYTES} UTF-8 bytes
     * @throws IllegalArgumentException where it is empty, too long or no Unicode text; the message does not repeat it
     */
    public static byte[] name(String what, String value) {
        return text(what, value, NAME_BYTES);
    }

    /**
     * The bytes of a text.
     *
     * @param what what it is, for the message
     * @param value the text
     * @param atMost how many bytes it may have
     * @return 1 to so many UTF-8 bytes
     * @throws IllegalArgumentException where it is empty, too long or no Unicode text; the message does not repeat it
     */
    public static byte[] text(String what, String value, int atMost) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException(what + ": must not be empty");
        }
        if (value.length() > atMost) {
            throw tooLong(what, atMost);
        }
        byte[] bytes = encoded(what, value);
        if (bytes.length > atMost) {
            throw tooLong(what, atMost);
        }
        return bytes;
    }

    private static IllegalArgumentException tooLong(String what, int atMost) {
        return new IllegalArgumentException(what + ": must have at most " + atMost + " UTF-8 bytes");
    }

    private static byte[] encoded(String what, String value) {
        try {
            ByteBuffer buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(what + ": half of a surrogate pair is no text", e);
        }
    }
}
