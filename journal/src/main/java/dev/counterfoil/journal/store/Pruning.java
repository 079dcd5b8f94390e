// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;

/**
 * The wish to replace one closed invocation by its tombstone. That its chain was found whole is the asker's word. Immutable.
 *
 * @param invocation its name
 * @param expected the head at which it was read
 * @param digestSum sum of the digests of its records modulo 2^256, the highest byte first
 * @param digest digest of the tombstone
 * @param body its canonical bytes
 */
public record Pruning(InvocationId invocation, Head expected, Sha256 digestSum, Sha256 digest, Bytes body) {}
