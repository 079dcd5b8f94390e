// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program as a provider: what is started, what it reads, and what its exit codes mean. Immutable.
 *
 * <p>A program named without a {@code /} is looked up on the PATH at each start. Nothing goes through a shell, except a file that is
 * neither a script with {@code #!} nor a binary: as everywhere, {@code /bin/sh} reads that.
 *
 * @param command program and arguments, at least the program; none has a NUL
 * @param exitCodes what its exit codes mean
 * @param stdin what it can read
 * @param stderr where its messages go; they are never kept
 */
public record ExecCommand(List<String> command, ExitCodes exitCodes, Stdin stdin, Stderr stderr) {
    /** What the process can read. */
    public enum Stdin {
        /** The request's bytes. */
        REQUEST,
        /** Nothing: the end at once. */
        NOTHING
    }

    /** Where the process's messages go. */
    public enum Stderr {
        /** Nowhere. */
        DROPPED,
        /** To the stderr of our own process. */
        OURS
    }

    /**
     * Checks the command.
     *
     * @throws IllegalArgumentException where there is no program, or a NUL in it or in an argument
     */
    public ExecCommand {
        command = List.copyOf(command);
        if (command.isEmpty() || command.get(0).isEmpty()) {
            throw new IllegalArgumentException("a command begins with a program");
        }
        for (int i = 0; i < command.size(); i++) {
            if (command.get(i).indexOf('\0') >= 0) {
                throw new IllegalArgumentException("element " + i + " of the command has a NUL: no program can be given one");
            }
        }
    }

    /**
     * A command that reads the request; no exit code is listed, messages are dropped.
     *
     * @param command program and arguments
     * @return the command
     * @throws IllegalArgumentException where there is no program, or a NUL in it or in an argument
     */
    public static ExecCommand of(List<String> command) {
        return new ExecCommand(command, ExitCodes.UNDECLARED, Stdin.REQUEST, Stderr.DROPPED);
    }

    /**
     * With a program that is found from anywhere: a relative one with a {@code /} is made absolute, any other stays as it is.
     *
     * @param directory where the relative program stands
     * @return a new command
     */
    public ExecCommand in(Path directory) {
        String program = command.get(0);
        if (program.startsWith("/") || program.indexOf('/') < 0) {
            return this;
        }
        List<String> absolute = new ArrayList<>(command);
        absolute.set(0, directory.toAbsolutePath() + "/" + program);
        return new ExecCommand(absolute, exitCodes, stdin, stderr);
    }

    /**
     * With exit codes that mean something.
     *
     * @param codes the codes
     * @return a new command
     */
    public ExecCommand exitCodes(ExitCodes codes) {
        return new ExecCommand(command, codes, stdin, stderr);
    }

    /**
     * With something else to read.
     *
     * @param what what it can read
     * @return a new command
     */
    public ExecCommand stdin(Stdin what) {
        return new ExecCommand(command, exitCodes, what, stderr);
    }

    /**
     * With another place for its messages.
     *
     * @param where where they go
     * @return a new command
     */
    public ExecCommand stderr(Stderr where) {
        return new ExecCommand(command, exitCodes, stdin, where);
    }

    /** Tells nothing of the words: arguments are often the request itself, and sometimes a secret. */
    @Override
    public String toString() {
        return "ExecCommand[" + command.size() + " words, exitCodes=" + exitCodes + ", stdin=" + stdin + ", stderr=" + stderr + "]";
    }
}
