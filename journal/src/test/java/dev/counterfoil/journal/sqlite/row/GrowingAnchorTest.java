// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.DigestSum;
import dev.counterfoil.journal.record.Sha256;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The anchor of a transaction against the same sums, made of numbers of any size and record by record. */
final class GrowingAnchorTest {
    private static final int STEPS = 200;

    /** So that half of all lanes carry into the next one, or stand at the edge of it. */
    private static final long[] EDGES = {0, 1, -1, -2, Long.MIN_VALUE, Long.MAX_VALUE};

    private static Sha256 digest(Random random) {
        ByteBuffer bytes = ByteBuffer.allocate(Sha256.BYTES);
        while (bytes.hasRemaining()) {
            bytes.putLong(random.nextBoolean() ? random.nextLong() : EDGES[random.nextInt(EDGES.length)]);
        }
        return Sha256.ofBytes(bytes.array());
    }

    private static BigInteger sum(Random random) {
        return new BigInteger(1, digest(random).bytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void it_is_the_row_that_numbers_of_any_size_make_after_every_step(long seed) {
        Random random = new Random(seed);
        AnchorRow row = new AnchorRow(random.nextInt(100), random.nextInt(100), sum(random), random.nextInt(100), digest(random),
                sum(random), random.nextInt(2), sum(random));
        GrowingAnchor growing = new GrowingAnchor(row);
        assertEquals(row, growing.row());
        for (int step = 0; step < STEPS; step++) {
            Sha256 one = digest(random);
            Sha256 other = digest(random);
            switch (random.nextInt(3)) {
                case 0 -> {
                    assertEquals(row.highestKey() + 1, growing.add(one));
                    row = new AnchorRow(row.records() + 1, row.invocations(), DigestSum.add(row.digestSum(), one), row.highestKey() + 1,
                            one, row.headSum(), row.tombstones(), row.tombstoneSum());
                }
                case 1 -> {
                    growing.opened(one);
                    row = withHeads(row, row.invocations() + 1, DigestSum.add(row.headSum(), one));
                }
                default -> {
                    growing.moved(one, other);
                    row = withHeads(row, row.invocations(), DigestSum.add(DigestSum.subtract(row.headSum(), one), other));
                }
            }
            assertEquals(row, growing.row());
            assertEquals(row.highestKey(), growing.highestKey());
            assertEquals(row.tombstones() > 0, growing.hasTombstones());
        }
    }

    private static AnchorRow withHeads(AnchorRow row, long invocations, BigInteger sum) {
        return new AnchorRow(row.records(), invocations, row.digestSum(), row.highestKey(), row.lastDigest(), sum, row.tombstones(),
                row.tombstoneSum());
    }
}
