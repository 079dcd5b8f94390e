// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.chain;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.wire.Chain;
import dev.counterfoil.journal.wire.RecordCodec;
import java.util.ArrayList;
import java.util.List;

/** Links entries behind a head. Pure; immutable and thread-safe. */
public final class ChainWriter {
    private ChainWriter() {}

    /**
     * Encodes and links.
     *
     * @param invocation its name, which is in every link
     * @param head where the chain ends now
     * @param entries what comes behind it, with contiguous sequences
     * @return the rows to store
     * @throws dev.counterfoil.journal.wire.RecordTooLargeException where a record is over its bound
     */
    public static List<StoredRecord> link(InvocationId invocation, Head head, List<Entry> entries) {
        List<StoredRecord> rows = new ArrayList<>(entries.size());
        Sha256 previous = head.digest();
        for (Entry entry : entries) {
            byte[] body = RecordCodec.encode(entry.record());
            long sequence = entry.record().stamp().sequence();
            Sha256 digest = Chain.digest(invocation, sequence, previous, body);
            rows.add(new StoredRecord(
                    sequence,
                    digest,
                    Bytes.of(body),
                    entry.payload().map(StoredPayload::clear),
                    entry.attachment().map(StoredPayload::clear)));
            previous = digest;
        }
        return rows;
    }
}
