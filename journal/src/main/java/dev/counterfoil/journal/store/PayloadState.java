// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Coded;

/** How bytes are kept beside a record; the record itself says nothing of it, so the chain still verifies after erasure. Immutable. */
public enum PayloadState implements Coded {
    /** As they are. */
    CLEAR,
    /** Encrypted. */
    SEALED,
    /** Gone; only digest and length are left, in the record. */
    ERASED
}
