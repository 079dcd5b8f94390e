// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.question;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.journal.canonical.JsonPlace;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Coded;

/** A question that cannot be answered: which rule it breaks, and where. Never says what was written there. */
public final class QuestionException extends CommandException {
    private static final long serialVersionUID = 1;

    /** The rule. */
    private final String code;

    /** The place, spelled. */
    private final String path;

    /** The line on which it is, from 1. */
    private final int line;

    private QuestionException(String code, String path, int line, String what) {
        super(ExitStatus.USAGE, path + ": " + code + ", " + what);
        this.code = code;
        this.path = path;
        this.line = line;
    }

    /** A refusal of the value at a place, or of one that should stand below it. */
    static QuestionException at(Coded fault, JsonPlace place, String below, String what) {
        return new QuestionException(fault.code(), place.path() + (below.isEmpty() ? "" : "." + below), place.line(), what);
    }

    /** A refusal of what is no strict JSON. */
    static QuestionException of(StrictJsonException broken) {
        String prefix = broken.fault().code() + " at " + broken.place() + ": ";
        return at(broken.fault(), broken.place(), "", broken.getMessage().substring(prefix.length()));
    }

    /**
     * Which rule is broken.
     *
     * @return lower_snake
     */
    public String code() {
        return code;
    }

    /**
     * Where.
     *
     * @return as {@code $.receipt.state}
     */
    public String path() {
        return path;
    }

    /**
     * On which line.
     *
     * @return from 1
     */
    public int line() {
        return line;
    }
}
