// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.canonical.JsonPlace;
import dev.counterfoil.journal.canonical.StrictJsonException;
import java.util.Optional;

/**
 * Where a spec was written, for messages. Immutable.
 *
 * @param name a file's name or {@code stdin}; empty for the options of one command
 */
public record SpecSource(Optional<String> name) {
    /** The options of a command: each value's place is its option. */
    public static final SpecSource OPTIONS = new SpecSource(Optional.empty());

    /** Standard input. */
    public static final SpecSource STDIN = named("stdin");

    /**
     * A file.
     *
     * @param name as it was given
     * @return the source
     */
    public static SpecSource named(String name) {
        return new SpecSource(Optional.of(name));
    }

    /**
     * A refusal of a value.
     *
     * @param place where the value stands
     * @param what what is wrong with it and what to do; never the value itself
     * @return the exception to throw
     */
    CommandException refuse(JsonPlace place, String what) {
        return refuse(place.line(), place.pathWithin(SpecReader.NAMES_ARE_OURS) + ": " + what);
    }

    /**
     * A refusal of what is no strict JSON.
     *
     * @param broken what the JSON reader found
     * @return the exception to throw
     */
    CommandException refuse(StrictJsonException broken) {
        String prefix = broken.fault().code() + " at " + broken.place() + ": ";
        String path = broken.place().pathWithin(SpecReader.KNOWN, SpecReader.NAMES_ARE_OURS);
        return refuse(broken.place().line(), path + ": " + broken.getMessage().substring(prefix.length()));
    }

    /**
     * A refusal of a whole line or file.
     *
     * @param line the line, from 1
     * @param what what is wrong with it
     * @return the exception to throw
     */
    CommandException refuse(int line, String what) {
        return CommandException.usage(at(line) + what);
    }

    private String at(int line) {
        return name.map(file -> file + ":" + line + ": ").orElse("");
    }
}
