// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import dev.counterfoil.journal.record.Coded;

/** What a look at the receiver's records is worth. Immutable. */
public enum Lookup implements Coded {
    /** The records as they are now. */
    AUTHORITATIVE,
    /** The records as they were: proves nothing, whatever it shows. */
    STALE,
    /** Nobody could look. */
    UNAVAILABLE
}
