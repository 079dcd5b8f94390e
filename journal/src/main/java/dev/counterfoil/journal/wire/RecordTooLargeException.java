// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.JournalException;

/**
 * A record that is valid and does not fit {@link Bounds#RECORD_BYTES}: an opening with hundreds of long provider ids or accounts.
 * Nothing was written. Immutable.
 */
public final class RecordTooLargeException extends JournalException {
    private final int bytes;

    RecordTooLargeException(int bytes) {
        super("record has " + bytes + " canonical bytes, at most " + Bounds.RECORD_BYTES
                + " are allowed; use fewer or shorter provider ids and accounts");
        this.bytes = bytes;
    }

    /**
     * What it would take.
     *
     * @return canonical bytes of the record
     */
    public int bytes() {
        return bytes;
    }

    /**
     * What there is.
     *
     * @return {@link Bounds#RECORD_BYTES}
     */
    public int bound() {
        return Bounds.RECORD_BYTES;
    }
}
