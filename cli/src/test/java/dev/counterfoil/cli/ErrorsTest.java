// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.command.Failures;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors that no signature admits, as where memory or threads run out: one line, exit 1, and no command that hangs. */
@Timeout(60)
class ErrorsTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private static final class NoMemory extends InputStream {
        @Override
        public int read() {
            throw new OutOfMemoryError("for a test");
        }
    }

    private static final class NoOutput extends OutputStream {
        @Override
        public void write(int single) {
            throw new OutOfMemoryError("for a test");
        }
    }

    private int run(InputStream in, OutputStream out, String... arguments) {
        return Main.run(arguments, new Console(in, new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8), Console.Look.PLAIN));
    }

    private void assertTold() {
        String told = err.toString(StandardCharsets.UTF_8);
        assertTrue(told.contains("out of memory or threads"), told);
        assertEquals(1, told.lines().count(), told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "4"})
    void an_error_while_stdin_is_read_ends_the_run_and_is_told(String parallel) {
        String journal = directory.resolve("j.db").toString();
        assertEquals(1, run(new NoMemory(), OutputStream.nullOutputStream(), "run", "--journal", journal, "--parallel", parallel,
                "--spec", "-"));
        assertTold();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "4"})
    void an_error_in_a_callers_thread_is_no_success(String parallel) {
        String journal = directory.resolve("j.db").toString();
        assertEquals(1, run(InputStream.nullInputStream(), new NoOutput(), "run", "--journal", journal, "--parallel", parallel,
                "--id", "a", "--", "true"));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("a: out of memory or threads"), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void an_error_of_a_command_is_told_in_one_line() {
        assertEquals(1, run(InputStream.nullInputStream(), new NoOutput(), "--version"));
        assertTold();
    }

    @Test
    void every_error_ends_as_unexpected_and_shows_no_message_of_others() {
        for (Error each : new Error[] {new OutOfMemoryError("canary"), new NoClassDefFoundError("canary"), new StackOverflowError("canary"),
                new InternalError("canary"), new ExceptionInInitializerError("canary"), new AssertionError("canary")}) {
            assertEquals(ExitStatus.UNEXPECTED, Failures.of(each).status());
            assertTrue(!Failures.of(each).getMessage().contains("canary"), each.getClass().getName());
        }
    }
}
