// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.chain;

import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.store.StoredRecord;

/**
 * A record that was read back and found sound. Immutable.
 *
 * @param entry the record with the bytes beside it, where they are there in clear
 * @param digest its link of the chain
 * @param previous the link before it; zeros for the first
 * @param stored how it is stored
 */
public record ScannedRecord(Entry entry, Sha256 digest, Sha256 previous, StoredRecord stored) {}
