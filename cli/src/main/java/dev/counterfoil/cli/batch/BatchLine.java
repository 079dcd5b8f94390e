// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.batch;

import dev.counterfoil.cli.output.CommandException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One journal to judge, and what is remembered of it. Immutable.
 *
 * @param journal its file
 * @param naming whether it was named alone or with what is remembered of it
 * @param acknowledged the file of the lines that were printed
 * @param effects the file of the effects that happened
 */
public record BatchLine(Path journal, Naming naming, Optional<Path> acknowledged, Optional<Path> effects) {
    private static final String FORMS = "neither a journal's path nor directory, acks, effects and id with tabs between";

    /** How a journal was named. */
    public enum Naming {
        /** By its path alone: it must be there. */
        ALONE,
        /** By its directory, with what was acknowledged: where that is nothing, it need not be there. */
        WITH_MEMORY
    }

    /**
     * Reads a line.
     *
     * @param line a journal's path, or {@code directory TAB acks TAB effects TAB id}; an empty acks or effects means that nothing was kept
     * @param name the journal's name in its directory
     * @return what it asks
     * @throws CommandException where it is neither
     */
    public static BatchLine parse(String line, String name) {
        String[] parts = line.split("\t", -1);
        if (parts.length != 1 && parts.length != 4 || parts[0].isEmpty()) {
            throw CommandException.usage(FORMS);
        }
        try {
            return parts.length == 1 ? new BatchLine(Path.of(line), Naming.ALONE, Optional.empty(), Optional.empty())
                    : new BatchLine(Path.of(parts[0], name), Naming.WITH_MEMORY, path(parts[1]), path(parts[2]));
        } catch (InvalidPathException e) {
            throw CommandException.usage(FORMS);
        }
    }

    private static Optional<Path> path(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    }
}
