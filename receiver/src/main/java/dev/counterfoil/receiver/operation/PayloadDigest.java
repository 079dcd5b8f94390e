// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.operation;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The fingerprint of a payload: SHA-256 of the bytes that arrived. Two payloads are the same where it is the same. Immutable. */
public final class PayloadDigest {
    /** Its length in bytes. */
    public static final int BYTES = 32;

    private final byte[] bytes;

    private PayloadDigest(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Of bytes that arrived. */
    static PayloadDigest of(byte[] content) {
        try {
            return new PayloadDigest(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * A fingerprint from its bytes.
     *
     * @param bytes exactly 32; copied
     * @return the fingerprint
     * @throws IllegalArgumentException where there are not 32
     */
    public static PayloadDigest ofBytes(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a fingerprint has " + BYTES + " bytes, not " + bytes.length);
        }
        return new PayloadDigest(bytes.clone());
    }

    /**
     * A fingerprint from its text.
     *
     * @param hex exactly 64 lower-case hex digits
     * @return the fingerprint
     * @throws IllegalArgumentException where it is not that
     */
    public static PayloadDigest ofHex(String hex) {
        if (hex.length() != 2 * BYTES || !hex.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
            throw new IllegalArgumentException("a fingerprint is written as 64 lower-case hex digits");
        }
        return new PayloadDigest(HexFormat.of().parseHex(hex));
    }

    /**
     * The 32 bytes.
     *
     * @return a copy
     */
    public byte[] bytes() {
        return bytes.clone();
    }

    /**
     * The 64 lower-case hex digits.
     *
     * @return the text
     */
    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PayloadDigest that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return hex();
    }
}
