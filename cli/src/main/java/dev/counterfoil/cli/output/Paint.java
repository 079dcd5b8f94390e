// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import java.util.function.UnaryOperator;

/** Colours for a person at a terminal; none where {@code NO_COLOR} is set to anything, or nobody looks. Immutable. */
public enum Paint {
    /** As it is. */
    PLAIN(""),
    /** What begins something. */
    BOLD("\u001b[1m"),
    /** What belongs to the line above. */
    FAINT("\u001b[2m"),
    /** All is well. */
    GREEN("\u001b[32m"),
    /** Look here. */
    YELLOW("\u001b[33m"),
    /** Something is wrong. */
    RED("\u001b[31m");

    private static final String END = "\u001b[0m";

    private final String begin;

    Paint(String begin) {
        this.begin = begin;
    }

    /**
     * The brush of this paint for results.
     *
     * @param console where they are printed
     * @return paints a text, or leaves it as it is
     */
    public UnaryOperator<String> on(Console console) {
        String unwanted = System.getenv("NO_COLOR");
        boolean coloured = this != PLAIN && console.isOutputTerminal() && (unwanted == null || unwanted.isEmpty());
        return coloured ? text -> begin + text + END : UnaryOperator.identity();
    }
}
