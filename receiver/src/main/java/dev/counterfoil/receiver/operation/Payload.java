// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.operation;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a delivery, and their fingerprint, which is made here and taken from nobody. Immutable. */
public final class Payload {
    private final byte[] bytes;
    private final PayloadDigest digest;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
        this.digest = PayloadDigest.of(bytes);
    }

    /**
     * Bytes that arrived.
     *
     * @param bytes copied; none is a payload too
     * @return the payload
     * @throws IllegalArgumentException where there are more than {@link ReceiverBounds#PAYLOAD_BYTES}
     */
    public static Payload of(byte[] bytes) {
        if (bytes.length > ReceiverBounds.PAYLOAD_BYTES) {
            throw new IllegalArgumentException("payload: must have at most " + ReceiverBounds.PAYLOAD_BYTES + " bytes");
        }
        return new Payload(bytes.clone());
    }

    /**
     * The UTF-8 bytes of a text.
     *
     * @param text as it is, nothing trimmed or normalised
     * @return the payload
     */
    public static Payload utf8(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The bytes.
     *
     * @return a copy
     */
    public byte[] bytes() {
        return bytes.clone();
    }

    /**
     * Their fingerprint.
     *
     * @return SHA-256 of the bytes
     */
    public PayloadDigest digest() {
        return digest;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return digest.hashCode();
    }

    /** Its length only. */
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
