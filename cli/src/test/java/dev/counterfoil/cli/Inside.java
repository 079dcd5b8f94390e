// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import dev.counterfoil.cli.output.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The command line inside this JVM: many runs cost little. */
public final class Inside {
    private Inside() {}

    /** Runs a command to its end, nobody looking. */
    public static Cli.Ended run(Object... arguments) {
        return run(Console.Look.PLAIN, arguments);
    }

    /** Runs a command to its end. */
    public static Cli.Ended run(Console.Look look, Object... arguments) {
        return run(look, new byte[0], arguments);
    }

    /** Runs a command to its end with something on its stdin, nobody looking. */
    public static Cli.Ended runWith(String stdin, Object... arguments) {
        return run(Console.Look.PLAIN, stdin.getBytes(StandardCharsets.UTF_8), arguments);
    }

    private static Cli.Ended run(Console.Look look, byte[] stdin, Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        int status = Main.run(words, new Console(new ByteArrayInputStream(stdin), stream(out), stream(err), look));
        return new Cli.Ended(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream to) {
        return new PrintStream(to, false, StandardCharsets.UTF_8);
    }
}
