// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of a process that has no memory left, in a JVM with little of it. */
@Tag("once")
final class MemoryOutTest {
    /** Fills its memory in a thread of its own; the main thread waits for nothing. */
    static final class Filling {
        private Filling() {}

        public static void main(String[] arguments) throws InterruptedException {
            MemoryOut.listening(Terminal.standard());
            new Thread(Filling::fill).start();
            new CountDownLatch(1).await();
        }

        private static void fill() {
            List<byte[]> kept = new ArrayList<>();
            while (!Thread.currentThread().isInterrupted()) {
                kept.add(new byte[256]);
            }
        }
    }

    @Test
    void it_ends_with_1_and_says_so_where_memory_runs_out_in_any_of_its_threads() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx16m",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Filling.class.getName())
                .redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, process.waitFor(), said);
        assertTrue(said.contains("counterfoil: memory ran out, and the receiver ends"), said);
    }
}
