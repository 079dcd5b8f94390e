// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.math.BigInteger;

/** Digests added up modulo 2^256: what an anchor and a tombstone keep of many records. Pure; immutable. */
public final class DigestSum {
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(8 * Sha256.BYTES);

    private DigestSum() {}

    /**
     * A sum with one more digest.
     *
     * @param sum the sum, at least 0 and below 2^256
     * @param digest read as a number, the highest byte first
     * @return the new sum
     */
    public static BigInteger add(BigInteger sum, Sha256 digest) {
        return sum.add(number(digest)).mod(MODULUS);
    }

    /**
     * A sum without a digest that is in it.
     *
     * @param sum the sum, at least 0 and below 2^256
     * @param digest read as a number, the highest byte first
     * @return the new sum
     */
    public static BigInteger subtract(BigInteger sum, Sha256 digest) {
        return sum.subtract(number(digest)).mod(MODULUS);
    }

    /**
     * A sum as it is written.
     *
     * @param sum at least 0 and below 2^256
     * @return its 32 bytes, the highest first
     */
    public static Sha256 digest(BigInteger sum) {
        byte[] raw = sum.toByteArray();
        byte[] bytes = new byte[Sha256.BYTES];
        int length = Math.min(raw.length, bytes.length);
        System.arraycopy(raw, raw.length - length, bytes, bytes.length - length, length);
        return Sha256.ofBytes(bytes);
    }

    private static BigInteger number(Sha256 digest) {
        return new BigInteger(1, digest.bytes());
    }
}
