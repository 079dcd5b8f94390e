// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
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
        InputStream in = target(0).filter(Terminal::isOfTheMachine).isPresent() ? new ClosedInput() : System.in;
        return new Console(in, System.out, System.err, look(isTerminal(1), isTerminal(2)));
    }

    /** What a process sees that was started without a stdin. Confined. */
    private static final class ClosedInput extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("it is closed");
        }
    }

    /** Where stdin is closed, the first file that the JVM opens for itself gets its number: not what anybody wished to be read. */
    private static boolean isOfTheMachine(String target) {
        try {
            boolean ofJava = target.startsWith(Path.of(System.getProperty("java.home")).toRealPath() + "/");
            return ofJava || target.endsWith(".jsa")
                    || target.endsWith(".jar") && List.of(System.getProperty("java.class.path").split(":")).stream()
                            .anyMatch(entry -> Path.of(entry).toAbsolutePath().normalize().toString().equals(target));
        } catch (IOException | InvalidPathException unknown) {
            return false;
        }
    }

    private static Console.Look look(boolean results, boolean messages) {
        if (results) {
            return messages ? Console.Look.BOTH : Console.Look.RESULTS;
        }
        return messages ? Console.Look.MESSAGES : Console.Look.PLAIN;
    }

    /** Whether stdout goes to another program, which may end before us. */
    private static boolean isOutputPiped() {
        return target(1).filter(target -> target.startsWith("pipe:") || target.startsWith("socket:")).isPresent();
    }

    /**
     * How a command ends that has written its results: a reader that has seen enough ends us quietly, a disk that is full does not.
     *
     * @param console where it printed
     * @return done, or the unexpected failure, which has been told
     */
    public static ExitStatus written(Console console) {
        if (!console.isOutputLost() || isOutputPiped()) {
            return ExitStatus.DONE;
        }
        console.complain("stdout: a line could not be written; is the disk full?");
        return ExitStatus.UNEXPECTED;
    }

    /** How a command ends that has recorded something and said so: that nobody heard it is told. */
    static ExitStatus recorded(Console console) {
        if (!console.isOutputLost()) {
            return ExitStatus.DONE;
        }
        console.complain("stdout: the result could not be written, its reader is gone or the disk is full; what was recorded stands, see:"
                + " counterfoil dump");
        return ExitStatus.UNEXPECTED;
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
