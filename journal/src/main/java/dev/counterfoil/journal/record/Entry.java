// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;

/**
 * A record and the bytes that are stored beside it. Immutable.
 *
 * @param record the record, which holds their digests and lengths
 * @param payload request (beside an opening) or response (beside an outcome or verdict)
 * @param attachment configuration (beside an opening) or evidence (beside a verdict or an evidence record)
 */
public record Entry(JournalRecord record, Optional<Bytes> payload, Optional<Bytes> attachment) {
    /**
     * A record with nothing beside it.
     *
     * @param record the record
     * @return the entry
     */
    public static Entry of(JournalRecord record) {
        return new Entry(record, Optional.empty(), Optional.empty());
    }

    /**
     * Evidence with its bytes.
     *
     * @param evidence the record
     * @param content the bytes
     * @return the entry
     */
    public static Entry of(Evidence evidence, Bytes content) {
        return new Entry(evidence, Optional.empty(), Optional.of(content));
    }
}
