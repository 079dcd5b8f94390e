// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Sha256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A sum of many digests modulo 2^256, kept in four numbers of 64 bits: a check adds up millions. Confined to who adds up. */
final class RunningSum {
    private static final VarHandle LANE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(8 * Sha256.BYTES);

    private long highest;
    private long higher;
    private long lower;
    private long lowest;

    /** One more digest, of 32 bytes, the highest first. */
    void add(byte[] digest) {
        long summand = (long) LANE.get(digest, 3 * Long.BYTES);
        lowest += summand;
        long carry = carry(lowest, summand);
        summand = (long) LANE.get(digest, 2 * Long.BYTES);
        lower += summand;
        long next = carry(lower, summand);
        lower += carry;
        carry = next | carry(lower, carry);
        summand = (long) LANE.get(digest, Long.BYTES);
        higher += summand;
        next = carry(higher, summand);
        higher += carry;
        carry = next | carry(higher, carry);
        highest += (long) LANE.get(digest, 0) + carry;
    }

    /** 1 where a sum went beyond 64 bits, which makes it less than what was added. */
    private static long carry(long sum, long added) {
        return Long.compareUnsigned(sum, added) < 0 ? 1 : 0;
    }

    void add(Sha256 digest) {
        add(digest.bytes());
    }

    /** The sum of this and another one. */
    BigInteger plus(BigInteger other) {
        return value().add(other).mod(MODULUS);
    }

    /** Another sum without what this one adds up. */
    BigInteger takenFrom(BigInteger other) {
        return other.subtract(value()).mod(MODULUS);
    }

    /** The sum so far. */
    BigInteger value() {
        return new BigInteger(1, ByteBuffer.allocate(4 * Long.BYTES).putLong(highest).putLong(higher).putLong(lower).putLong(lowest)
                .array());
    }
}
