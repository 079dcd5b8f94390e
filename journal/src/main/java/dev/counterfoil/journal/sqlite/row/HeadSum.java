// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Sha256;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/** The sum of the heads of a file. An opening adds up all of them, so each is put together in the same place. Confined to one check. */
final class HeadSum {
    private final RunningSum sum = new RunningSum();
    private final MessageDigest digest = Sha256.newDigest();
    private ByteBuffer head = ByteBuffer.allocate(1 << 9);

    /** The journal's own summand. */
    void add(Sha256 journal) {
        sum.add(journal);
    }

    /** One more invocation, there or pruned. */
    void add(long number, byte[] id, long records, long lastKey) {
        if (head.capacity() < AnchorRow.headBytes(id)) {
            head = ByteBuffer.allocate(AnchorRow.headBytes(id));
        }
        AnchorRow.putHead(head.clear(), number, id, records, lastKey);
        digest.update(head.flip());
        sum.add(digest.digest());
    }

    /** The sum so far. */
    BigInteger value() {
        return sum.value();
    }
}
