// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;

/**
 * What a store keeps of an invocation that was pruned: bytes, not meaning, and beside them what the anchor adds up. Immutable.
 *
 * @param number the place in the order of opening that the invocation had
 * @param id its name, which stays taken
 * @param head where its chain ended
 * @param digestSum sum of the digests of its records modulo 2^256, the highest byte first
 * @param digest digest of the tombstone
 * @param body its canonical bytes
 */
public record StoredTombstone(long number, InvocationId id, Head head, Sha256 digestSum, Sha256 digest, Bytes body) {}
