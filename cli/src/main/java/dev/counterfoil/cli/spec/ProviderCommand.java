// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.record.Coded;
import java.util.List;

/**
 * A provider that is a program: what is started, what its exit codes say, what it reads and where its stderr goes. Immutable.
 *
 * @param command program and arguments; a relative program with a {@code /} is absolute already
 * @param codes what exit codes say
 * @param input what stands on its stdin
 * @param errors where its stderr goes, unless a run asks for all of it
 */
public record ProviderCommand(List<String> command, ExitCodes codes, Input input, Errors errors) {
    /** What a program finds on its stdin. */
    public enum Input implements Coded {
        /** The bytes of the request. */
        REQUEST,
        /** Nothing. */
        EMPTY,
        /** Bytes that the configuration of the invocation holds. */
        STORED
    }

    /** Where a program's stderr goes. It is never journaled. */
    public enum Errors implements Coded {
        /** Nowhere. */
        DROPPED,
        /** To our own. */
        SHOWN
    }

    /**
     * Checks the command.
     *
     * @throws IllegalArgumentException where it is empty, its program is an empty text, or a part holds a NUL character
     */
    public ProviderCommand {
        command = List.copyOf(command);
        if (command.isEmpty() || command.get(0).isEmpty()) {
            throw new IllegalArgumentException("a command begins with the name of a program");
        }
        if (command.stream().anyMatch(part -> part.indexOf('\0') >= 0)) {
            throw new IllegalArgumentException("no part of a command holds a NUL character");
        }
    }
}
