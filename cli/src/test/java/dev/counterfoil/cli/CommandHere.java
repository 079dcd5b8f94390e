// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import dev.counterfoil.cli.output.Console;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A command that only reads, run in this process, with what it printed. Immutable.
 *
 * @param exit its status
 * @param out the lines of stdout
 * @param err the lines of stderr
 */
public record CommandHere(int exit, List<String> out, List<String> err) {
    /** Runs it. */
    public static CommandHere run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(InputStream.nullInputStream(), new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), Console.Look.PLAIN);
        int exit = Main.run(arguments, console);
        return new CommandHere(exit, out.toString(StandardCharsets.UTF_8).lines().toList(),
                err.toString(StandardCharsets.UTF_8).lines().toList());
    }
}
