// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** A SHA-256 digest: 32 bytes, written as 64 lower-case hex digits. Immutable. */
public final class Sha256 {
    /** Length in bytes. */
    public static final int BYTES = 32;

    /** 32 zero bytes: what stands before the first record of a chain. */
    public static final Sha256 ZERO = new Sha256(new byte[BYTES]);

    /** Looking up the platform's algorithm costs more than digesting a record. */
    private static final ThreadLocal<MessageDigest> OF_THREAD = ThreadLocal.withInitial(Sha256::newDigest);

    /** Value of each lower-case hex digit; −1 for every other byte. */
    private static final byte[] NIBBLES = nibbles();

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
        return ofAll(content);
    }

    /**
     * The digest of some bytes behind one another.
     *
     * @param parts read but not kept
     * @return their digest
     */
    public static Sha256 ofAll(byte[]... parts) {
        MessageDigest digest = OF_THREAD.get();
        digest.reset();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return new Sha256(digest.digest());
    }

    /**
     * Finishes a running digest.
     *
     * @param digest a SHA-256 in progress; reset by this call
     * @return its value
     */
    public static Sha256 of(MessageDigest digest) {
        byte[] bytes = digest.digest();
        return bytes.length == BYTES ? new Sha256(bytes) : ofBytes(bytes);
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
     * A digest from its text in bytes.
     *
     * @param ascii read, not kept
     * @param from where 64 of them begin
     * @return the digest; empty where they are not 64 lower-case hex digits
     */
    public static Optional<Sha256> ofHex(byte[] ascii, int from) {
        byte[] bytes = new byte[BYTES];
        int wrong = 0;
        for (int i = 0; i < BYTES; i++) {
            int high = NIBBLES[ascii[from + 2 * i] & 0xFF];
            int low = NIBBLES[ascii[from + 2 * i + 1] & 0xFF];
            wrong |= high | low;
            bytes[i] = (byte) (high << 4 | low);
        }
        return wrong < 0 ? Optional.empty() : Optional.of(new Sha256(bytes));
    }

    private static byte[] nibbles() {
        byte[] nibbles = new byte[1 << Byte.SIZE];
        Arrays.fill(nibbles, (byte) -1);
        for (int digit = 0; digit < 16; digit++) {
            nibbles[Character.forDigit(digit, 16)] = (byte) digit;
        }
        return nibbles;
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

    /**
     * Copies the bytes to where a digest is put together.
     *
     * @param target takes the 32 bytes at its position
     */
    public void putInto(ByteBuffer target) {
        target.put(bytes);
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
