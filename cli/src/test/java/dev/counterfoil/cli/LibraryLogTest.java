// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
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

    @Test
    void a_library_s_line_is_one_and_has_no_stack_trace() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-cp", System.getProperty("java.class.path"), Logging.class.getName(),
                        "run", "--journal", directory.resolve("j.db").toString(), "--spec", "-")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), err);
        assertEquals("counterfoil: it failed\n", err);
    }
}
