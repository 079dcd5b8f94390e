// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import dev.counterfoil.cli.CommandHere;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A journal as the commands dump, replay and verify show it. Immutable.
 *
 * @param lines of the dump
 * @param totals of the replay
 * @param damages that were found, or why a command did not end well
 */
public record ReadJournal(List<Line> lines, Line totals, List<String> damages) {
    /** Copies its lists. */
    public ReadJournal {
        lines = List.copyOf(lines);
        damages = List.copyOf(damages);
    }

    /** Has the commands read it. */
    public static ReadJournal of(Path journal) {
        CommandHere dump = CommandHere.run("dump", journal.toString(), "--format", "jsonl");
        CommandHere replay = CommandHere.run("replay", journal.toString(), "--format", "json");
        CommandHere verify = CommandHere.run("verify", journal.toString());
        List<String> damages = new ArrayList<>();
        for (CommandHere command : List.of(dump, replay, verify)) {
            if (command.exit() != 0) {
                damages.add("exit " + command.exit() + ": " + command.err());
            }
        }
        List<Line> lines = dump.out().stream().map(Line::of).filter(line -> !line.is("record", "damage")).toList();
        return new ReadJournal(lines, Line.of(String.join("", replay.out())).object("totals").orElseThrow(), damages);
    }

    /** The lines of one invocation. */
    public List<Line> of(String invocation) {
        return lines.stream().filter(line -> line.invocation().equals(invocation)).toList();
    }
}
