// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.backoff;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Where waits are spread from. An implementation is pure: the same invocation and number give the same fraction, so that a wait is
 * computed again after a crash and only its rest is waited. Thread-safe.
 */
@FunctionalInterface
public interface JitterSource {
    /**
     * The fraction for one wait.
     *
     * @param invocation whose wait
     * @param continuation its number, from 1
     * @return 0 to 1
     */
    double fraction(InvocationId invocation, int continuation);

    /**
     * Fractions from a hash of the id and the number: spread evenly over invocations, and no state to lose. They can be foretold by who
     * knows the id; they part callers, they hide nothing.
     *
     * @return the standard source, 0 included, 1 excluded
     */
    static JitterSource ofInvocation() {
        return (invocation, continuation) -> {
            MessageDigest digest = Sha256.newDigest();
            digest.update("counterfoil.jitter.v1\0".getBytes(StandardCharsets.US_ASCII));
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(continuation).array());
            digest.update(invocation.value().getBytes(StandardCharsets.UTF_8));
            long bits = ByteBuffer.wrap(digest.digest()).getLong() >>> 11;
            return bits * 0x1.0p-53;
        };
    }
}
