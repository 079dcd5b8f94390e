// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What libraries log reaches the user in our form. */
class LibraryLogTest {
    @TempDir
    private Path directory;

    /** The command line over a stdin that logs a failure once, with all its causes. */
    static final class Logging {
        private Logging() {}

        public static void main(String[] arguments) {
            AtomicBoolean said = new AtomicBoolean();
            System.setIn(new InputStream() {
                @Override
                public int read() {
                    if (!said.getAndSet(true)) {
                        System.getLogger("a.library").log(
                                System.Logger.Level.WARNING, "it failed", new IllegalStateException("secret", new Error("cause")));
                    }
                    return -1;
                }
            });
            Main.main(arguments);
        }
    }

    private static Process start(List<String> options, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        return process;
    }

    private static String stderr(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private String journal() {
        return directory.resolve("j.db").toString();
    }

    @Test
    void a_library_s_line_is_one_and_has_no_stack_trace() throws Exception {
        Process process = start(List.of(), Logging.class, "run", "--journal", journal(), "--spec", "-");
        String err = stderr(process);
        assertEquals(0, process.waitFor(), err);
        assertEquals("counterfoil: it failed\nstdin: held no spec, so nothing was run\n", err);
    }

    private static String driver() throws SQLException {
        try (Connection memory = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            return memory.getMetaData().getDriverVersion();
        }
    }

    /** The driver's loader removes what other processes left of it, and complains where that fails or another was faster. */
    @Test
    void leftovers_of_the_driver_that_cannot_be_removed_are_nobody_s_business() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path stuck = Files.createDirectory(temporary.resolve("sqlite-" + driver() + "-0-libsqlitejdbc.so"));
        Files.createFile(stuck.resolve("held"));
        List<String> here = List.of("-Djava.io.tmpdir=" + temporary);
        Process process = start(here, Main.class, "run", "--journal", journal(), "--id", "a", "--", "true");
        assertEquals("", stderr(process));
        assertEquals(0, process.waitFor());
        assertTrue(Files.exists(stuck));
        assertTrue(stderr(start(here, Unshaped.class)).contains("Failed to delete old native lib"), "the driver complains by itself");
    }

    /** The driver in a program that is not ours. */
    static final class Unshaped {
        private Unshaped() {}

        public static void main(String[] arguments) throws Exception {
            DriverManager.getConnection("jdbc:sqlite::memory:").close();
        }
    }

    @Test
    void where_no_library_can_be_unpacked_one_line_says_so() throws Exception {
        Path nowhere = directory.resolve("none");
        List<String> there = List.of("-Djava.io.tmpdir=" + nowhere);
        Process process = start(there, Main.class, "run", "--journal", journal(), "--id", "a", "--", "true");
        // A newer JVM has a line of its own about such a directory.
        String err = stderr(process).lines().filter(line -> !line.startsWith("WARNING: java.io.tmpdir"))
                .collect(Collectors.joining("\n"));
        assertEquals(6, process.waitFor(), err);
        assertEquals(1, err.lines().count(), err);
        assertTrue(err.startsWith("library_missing, "), err);
    }
}
