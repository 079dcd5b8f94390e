// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in a JVM of its own, in a directory of the test's. */
public final class Cli {
    private static final long PATIENCE_SECONDS = 120;

    private final Path directory;

    public Cli(Path directory) {
        this.directory = directory;
    }

    /** How a command ended. */
    public record Ended(int status, String out, String err) {
        /** The lines of stdout. */
        public List<String> lines() {
            return out.lines().toList();
        }
    }

    /** Runs a command to its end. */
    public Ended run(String... arguments) {
        return runWith("", arguments);
    }

    /** Runs a command to its end with something on its stdin. */
    public Ended runWith(String stdin, String... arguments) {
        Path out = file("out");
        try {
            Process process = start(ProcessBuilder.Redirect.to(out.toFile()), arguments);
            try (OutputStream in = process.getOutputStream()) {
                in.write(stdin.getBytes(StandardCharsets.UTF_8));
            } catch (IOException closed) {
                // A command that does not read its stdin may have ended.
            }
            return end(process, Files.readString(out));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a command; stderr goes to a file that {@link #end} reads. */
    public Process start(ProcessBuilder.Redirect out, String... arguments) throws IOException {
        return start(out, List.of(), arguments);
    }

    /** Starts a command that hears an interrupt from the keyboard, also where this JVM was started so that it does not. */
    public Process startHearingInterrupts(ProcessBuilder.Redirect out, String... arguments) throws IOException {
        return start(out, List.of("env", "--default-signal=INT"), arguments);
    }

    /** Runs a command that a shell starts with a redirection, as {@code <&-}. */
    public Ended runRedirected(String redirection, String... arguments) throws IOException {
        Process process = start(ProcessBuilder.Redirect.to(file("out").toFile()),
                List.of("sh", "-c", "exec \"$@\" " + redirection, "sh"), arguments);
        process.getOutputStream().close();
        return end(process, "");
    }

    /** Runs a command to its end under another program that becomes it, as one that takes rights away. */
    public Ended runUnder(List<String> program, String... arguments) throws IOException {
        Process process = start(ProcessBuilder.Redirect.to(file("out").toFile()), program, arguments);
        process.getOutputStream().close();
        return end(process, "");
    }

    private Process start(ProcessBuilder.Redirect out, List<String> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(program);
        command.addAll(QuickStart.words());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        return builder.redirectOutput(out).redirectError(file("err").toFile()).start();
    }

    /** Waits for the end of a command; gives up on one that does not end. */
    public Ended end(Process process, String out) {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("did not end; stderr so far: " + Files.readString(file("err")));
            }
            Path stdout = file("out");
            return new Ended(process.exitValue(), out.isEmpty() && Files.exists(stdout) ? Files.readString(stdout) : out,
                    Files.readString(file("err")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Path file(String name) {
        return directory.resolve("cli." + name);
    }
}
