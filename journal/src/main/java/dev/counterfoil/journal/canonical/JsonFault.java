// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import dev.counterfoil.journal.record.Coded;

/** What is wrong with JSON that a person wrote. Immutable. */
public enum JsonFault implements Coded {
    /** More bytes than are allowed. */
    TOO_LARGE,
    /** Nested deeper than {@link StrictJson#DEPTH}, or what the reader asked for. */
    TOO_DEEP,
    /** More values than {@link StrictJson#VALUES}. */
    TOO_MANY_VALUES,
    /** A number of more than {@link StrictJson#NUMBER_CHARACTERS} characters. */
    NUMBER_TOO_LONG,
    /** Nothing there. */
    EMPTY,
    /** A byte order mark. */
    BYTE_ORDER_MARK,
    /** Not UTF-8. */
    INVALID_UTF8,
    /** Not JSON. */
    SYNTAX,
    /** Something after the value. */
    TRAILING_CONTENT,
    /** The same member twice, however it was spelled. */
    DUPLICATE_MEMBER,
    /** Half of a surrogate pair. */
    LONE_SURROGATE,
    /** A number beyond what a double holds. */
    NUMBER_OUT_OF_RANGE,
    /** A whole number that would arrive as another one, because no double is it; a string would keep it. */
    NUMBER_NOT_EXACT
}
