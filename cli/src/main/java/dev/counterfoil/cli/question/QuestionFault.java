// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.question;

import dev.counterfoil.journal.record.Coded;

/** What is wrong with a question that is JSON; what is not has a word of the JSON reader. Immutable. */
public enum QuestionFault implements Coded {
    /** A member that no such question has. */
    UNKNOWN_MEMBER,
    /** A member that every such question has. */
    MISSING_MEMBER,
    /** A member of another type, or null where something must stand. */
    WRONG_TYPE,
    /** A word that is none of those that may stand here. */
    UNKNOWN_WORD,
    /** A number of more than 64 bits. */
    OUT_OF_RANGE,
    /** Each member by itself is one, and the rules do not know what to make of this one here. */
    INVALID_INPUT
}
