// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Whether a person looks at the streams of this process. Where there is no /proc, nobody is taken to. Immutable. */
public final class Terminal {
    private Terminal() {}

    /**
     * The streams of this process.
     *
     * @return a console over them
     */
    public static Console standard() {
        return new Console(System.in, System.out, System.err, look(isTerminal(1), isTerminal(2)));
    }

    private static Console.Look look(boolean results, boolean messages) {
        if (results) {
            return messages ? Console.Look.BOTH : Console.Look.RESULTS;
        }
        return messages ? Console.Look.MESSAGES : Console.Look.PLAIN;
    }

    /** Whether stdout goes to another program, which may end before us. */
    static boolean isOutputPiped() {
        return target(1).filter(target -> target.startsWith("pipe:") || target.startsWith("socket:")).isPresent();
    }

    private static boolean isTerminal(int descriptor) {
        return target(descriptor)
                .filter(target -> target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console"))
                .isPresent();
    }

    private static Optional<String> target(int descriptor) {
        try {
            return Optional.of(Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString());
        } catch (IOException | InvalidPathException | UnsupportedOperationException nobodyKnows) {
            return Optional.empty();
        }
    }
}
