// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

/**
 * One line for people. Immutable.
 *
 * @param tone how it may be coloured
 * @param text the line, without control characters and without its end
 */
public record TextLine(Tone tone, String text) {
    /** What a line is. */
    public enum Tone {
        /** Begins an invocation. */
        HEADING,
        /** Begins a record. */
        RECORD,
        /** Belongs to the line above it. */
        DETAIL,
        /** Something is wrong. */
        DAMAGE
    }
}
