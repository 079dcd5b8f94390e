// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Sha256;
import java.util.Optional;

/**
 * One record as a store keeps it: bytes, not meaning. Immutable.
 *
 * @param sequence place in the invocation, from 0
 * @param digest its link of the chain
 * @param body its canonical bytes
 * @param payload request (beside an opening) or response (beside an outcome or verdict)
 * @param attachment configuration (beside an opening) or evidence (beside a verdict or an evidence record)
 */
public record StoredRecord(
        long sequence, Sha256 digest, Bytes body, Optional<StoredPayload> payload, Optional<StoredPayload> attachment) {}
