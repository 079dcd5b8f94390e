// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.JournalException;

/** Bytes that are not the canonical form of anything. Says where and why, never what stands there. Immutable. */
public final class NotCanonicalException extends JournalException {
    /** Why bytes are not canonical. Immutable. */
    public enum Reason implements Coded {
        /** More bytes than the reader was told to accept. */
        TOO_LARGE,
        /** Nested deeper than {@link CanonicalReader#DEPTH}. */
        TOO_DEEP,
        /** The bytes end in the middle. */
        UNEXPECTED_END,
        /** A byte that may not stand there; white space too. */
        UNEXPECTED_BYTE,
        /** Not UTF-8: overlong, half of a surrogate pair, beyond U+10FFFF, or cut. */
        INVALID_UTF8,
        /** A control character that is not escaped. */
        CONTROL_CHARACTER,
        /** An escape that the canonical form spells otherwise. */
        ESCAPE_SPELLING,
        /** A number that the canonical form spells otherwise, or not at all. */
        NUMBER_SPELLING,
        /** An integer outside ±(2^53 − 1). */
        INTEGER_RANGE,
        /** The same member twice. */
        DUPLICATE_MEMBER,
        /** A member that sorts before the one before it. */
        MEMBER_ORDER,
        /** Something after the value. */
        TRAILING_BYTES
    }

    private final Reason reason;
    private final int offset;

    NotCanonicalException(Reason reason, int offset) {
        super("not canonical at byte " + offset + ": " + reason.code());
        this.reason = reason;
        this.offset = offset;
    }

    /**
     * Why.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }

    /**
     * Where.
     *
     * @return the byte, from 0
     */
    public int offset() {
        return offset;
    }
}
