// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import dev.counterfoil.cli.output.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What the command line offers, as its parser knows it: {@code receiver lookup} with the formats {@code text} and {@code json}. */
public final class CommandTree {
    private static final Pattern FORMAT = Pattern.compile("\\b(?:text|jsonl?|html)\\b");

    private CommandTree() {}

    /** Loaded when the first words are asked about. */
    private static final class Made {
        private static final Set<String> COMMANDS = all().keySet();
    }

    /** Every command by its words, with the formats that it offers; what only leads to others is none. */
    public static Map<String, Set<String>> all() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Map<String, Set<String>> commands = new TreeMap<>();
        Main.whole(new Console(InputStream.nullInputStream(), nowhere, nowhere, Console.Look.PLAIN)).getSubcommands()
                .forEach((name, line) -> add(commands, name, line));
        return commands;
    }

    private static void add(Map<String, Set<String>> commands, String name, CommandLine line) {
        line.getSubcommands().forEach((below, command) -> add(commands, name + " " + below, command));
        commands.put(name, Optional.ofNullable(line.getCommandSpec().findOption("--format")).map(CommandTree::formats).orElse(Set.of()));
    }

    private static Set<String> formats(OptionSpec option) {
        Set<String> formats = new TreeSet<>();
        Matcher word = FORMAT.matcher(String.join(" ", option.description()));
        while (word.find()) {
            formats.add(word.group());
        }
        return formats;
    }

    /** The command that these words begin with. */
    public static String of(List<String> words) {
        String two = words.get(0) + (words.size() > 1 ? " " + words.get(1) : "");
        return Made.COMMANDS.contains(two) ? two : words.get(0);
    }
}
