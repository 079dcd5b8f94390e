// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Contract;

/** What the operation's contract is worth at the moment of recovery. Immutable. */
public enum TableContract implements Coded {
    /** Sending again changes nothing, wherever it goes. */
    READ_ONLY,
    /** The same receiver does it once for the key. */
    KEYED,
    /** Sending again may do it again. */
    UNKEYED;

    /**
     * The worth of a contract. A receiver-idempotent operation is keyed only while its receiver honours the key; past that it counts
     * as unkeyed.
     *
     * @param contract what was declared; a receiver-idempotent operation always has a key
     * @param retention whether the receiver still honours it
     * @return its worth now
     */
    public static TableContract of(Contract contract, Retention retention) {
        return switch (contract) {
            case READ_ONLY -> READ_ONLY;
            case RECEIVER_IDEMPOTENT -> retention == Retention.VALID ? KEYED : UNKEYED;
            case NON_IDEMPOTENT -> UNKEYED;
        };
    }
}
