// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** A SHA-256 digest: 32 bytes, written as 64 lower-case hex digits. Immutable. */
public final class Sha256 {
    /** Length in bytes. */
    public static final int BYTES = 32;

    /** 32 zero bytes: what stands before the first record of a chain. */
    public static final Sha256 ZERO = new Sha256(new byte[BYTES]);

    private final byte[] bytes;

    private Sha256(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * The digest of some bytes.
     *
     * @param content the bytes, read but not kept
     * @return their digest
     */
    public static Sha256 of(byte[] content) {
        return new Sha256(newDigest().digest(content));
    }

    /**
     * Finishes a running digest.
     *
     * @param digest a SHA-256 in progress; reset by this call
     * @return its value
     */
    public static Sha256 of(MessageDigest digest) {
        return ofBytes(digest.digest());
    }

    /**
     * A digest from its bytes.
     *
     * @param bytes exactly 32; copied
     * @return the digest
     * @throws IllegalArgumentException where there are not 32
     */
    public static Sha256 ofBytes(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a SHA-256 has " + BYTES + " bytes, not " + bytes.length);
        }
        return new Sha256(bytes.clone());
    }

    /**
     * A digest from its text.
     *
     * @param hex exactly 64 lower-case hex digits
     * @return the digest
     * @throws IllegalArgumentException where it is not that
     */
    public static Sha256 ofHex(String hex) {
        if (hex.length() != 2 * BYTES || !hex.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
            throw new IllegalArgumentException("a SHA-256 is written as 64 lower-case hex digits");
        }
        return new Sha256(HexFormat.of().parseHex(hex));
    }

    /**
     * A new SHA-256 computation.
     *
     * @return an empty digest, confined to its user
     */
    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
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
        return other instanceof Sha256 that && Arrays.equals(bytes, that.bytes);
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
