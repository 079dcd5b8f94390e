// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import dev.counterfoil.journal.record.Coded;

/** What the receiver's records hold under a key. Immutable. */
public enum ReceiptState implements Coded {
    /** Nothing. */
    ABSENT,
    /** An operation that is under way. */
    PENDING,
    /** An operation that is done. */
    COMPLETED
}
