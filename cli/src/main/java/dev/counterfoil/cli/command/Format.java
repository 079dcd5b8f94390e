// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a command prints, as {@code --format} says it. Immutable. */
enum Format {
    /** For people. */
    TEXT,
    /** One object, or a line for each result. */
    JSON,
    /** A line for each record. */
    JSONL,
    /** A page for a browser. */
    HTML;

    /**
     * Reads the option.
     *
     * @param given its word
     * @param offered what the command offers, the usual one first
     * @return one of them
     * @throws CommandException where it is none of them
     */
    static Format of(String given, Format... offered) {
        return Arrays.stream(offered).filter(each -> each.word().equals(given)).findFirst()
                .orElseThrow(() -> CommandException.usage("--format: must be " + words(List.of(offered))));
    }

    private static String words(List<Format> offered) {
        int last = offered.size() - 1;
        return offered.subList(0, last).stream().map(Format::word).collect(Collectors.joining(", ")) + " or " + offered.get(last).word();
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
