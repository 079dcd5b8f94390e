// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A command that cannot do what was asked: the line for stderr and the exit status. The line says what, where and what to do; never a
 * payload or a key. The root of the command line's exceptions.
 */
public class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** How the command ends. */
    private final ExitStatus status;

    /**
     * A no, with its line.
     *
     * @param status how the command ends
     * @param line what, where, what to do
     */
    public CommandException(ExitStatus status, String line) {
        this(status, List.of(line));
    }

    /**
     * A no, with a line for each reason.
     *
     * @param status how the command ends
     * @param lines what, where, what to do, each; what stands in one cannot begin another
     */
    public CommandException(ExitStatus status, List<String> lines) {
        super(lines.stream().map(PlainText::line).collect(Collectors.joining("\n")));
        this.status = status;
    }

    /**
     * A mistake of the user.
     *
     * @param line what, where, what to do
     * @return the exception, with status 2
     */
    public static CommandException usage(String line) {
        return new CommandException(ExitStatus.USAGE, line);
    }

    /**
     * How the command ends.
     *
     * @return the exit status
     */
    public ExitStatus status() {
        return status;
    }
}
