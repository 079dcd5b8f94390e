// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.record.Coded;

/** Whether the receiver still honours the operation's key. Immutable. */
public enum Retention implements Coded {
    /** Within what the receiver declared; also where it declared no end. */
    VALID,
    /** Past it, or the receiver says that the key has expired. */
    EXPIRED
}
