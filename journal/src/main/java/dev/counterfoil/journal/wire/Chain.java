// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The digest chain of an invocation: each digest covers the record, its place, the invocation's id and, through the digest before it,
 * everything earlier. Pure; immutable.
 *
 * <p>It finds what was changed, swapped, inserted or cut out. It is no signature: whoever can write the file can compute it.
 */
public final class Chain {
    private static final byte[] TAG = "counterfoil.record.v1\0".getBytes(StandardCharsets.US_ASCII);

    private Chain() {}

    /**
     * digest(n): SHA-256 of the tag {@code counterfoil.record.v1}, 0x00, the id's length in UTF-8 bytes as u32, the id, n as u64 (both
     * big-endian), the 32 bytes of digest(n − 1), the canonical bytes.
     *
     * @param invocation the invocation
     * @param sequence n, from 0
     * @param previous digest(n − 1); {@link Sha256#ZERO} for n = 0
     * @param canonical the record's canonical bytes
     * @return the digest
     * @throws IllegalArgumentException where the sequence is negative or beyond the canonical integers
     */
    public static Sha256 digest(InvocationId invocation, long sequence, Sha256 previous, byte[] canonical) {
        Bounds.amount("sequence", sequence);
        byte[] id = invocation.value().getBytes(StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.allocate(TAG.length + Integer.BYTES + id.length + Long.BYTES + Sha256.BYTES);
        head.put(TAG).putInt(id.length).put(id).putLong(sequence);
        previous.putInto(head);
        return Sha256.ofAll(head.array(), canonical);
    }
}
