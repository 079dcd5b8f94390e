// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import java.util.Locale;

/** What a look-up says of an operation. Immutable. */
public enum ReceiptState {
    /** Nothing arrived so far; it may still arrive. */
    ABSENT,
    /** Somebody claimed it, and nobody said how it ended. */
    PENDING,
    /** Its effect is there. */
    COMPLETED,
    /** It was claimed, and is known to have had no effect; it never gets one. */
    REJECTED,
    /** Another payload arrived first, and is bound to it for ever. */
    CONFLICT,
    /** It had ended, and its retention is over. */
    EXPIRED,
    /** It was closed before anything arrived; nothing is let in. */
    CLOSED;

    /**
     * Its stable name.
     *
     * @return lower_snake
     */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether every later look-up of the same operation and payload tells the same effect, or absence of one.
     *
     * @return false for what may still change
     */
    public boolean isFinal() {
        return this != ABSENT && this != PENDING;
    }
}
