// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Bytes;

/**
 * Bytes kept beside a record. Immutable.
 *
 * @param state how they are kept
 * @param bytes what is kept; empty where they were erased
 */
public record StoredPayload(PayloadState state, Bytes bytes) {
    /**
     * Checks it.
     *
     * @throws IllegalArgumentException where there are bytes that were erased
     */
    public StoredPayload {
        if (state == PayloadState.ERASED && bytes.size() > 0) {
            throw new IllegalArgumentException("where bytes were erased there are none, not " + bytes.size());
        }
    }

    /**
     * Bytes kept as they are.
     *
     * @param bytes the bytes
     * @return the payload
     */
    public static StoredPayload clear(Bytes bytes) {
        return new StoredPayload(PayloadState.CLEAR, bytes);
    }
}
