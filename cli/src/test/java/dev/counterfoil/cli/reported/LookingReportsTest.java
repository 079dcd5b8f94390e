// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.reported;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.CommandHere;
import dev.counterfoil.journal.record.Sha256;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users reported of looking into a store: closed, beside its writer, and where the one who looks may not write. */
@Tag("once")
final class LookingReportsTest {
    @TempDir
    private Path directory;

    private Path journal;
    private Cli cli;

    @BeforeEach
    void begin() throws IOException {
        journal = directory.resolve("j.db");
        cli = new Cli(Files.createDirectories(directory.resolve("work")));
        assertEquals(0, CommandHere.run("run", "--journal", journal.toString(), "--id", "one", "--", "echo", "done").exit());
    }

    /** Root may write everywhere, so it gives that right up. */
    private static List<String> whoMayOnlyRead() throws IOException, InterruptedException {
        Process id = new ProcessBuilder("id", "-u").start();
        String user = new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(0, id.waitFor());
        return user.equals("0") ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search") : List.of();
    }

    private Path readOnlyCopy(String name, String... endings) throws IOException {
        Path copies = Files.createDirectory(directory.resolve(name));
        for (String ending : endings) {
            Path copy = Files.copy(Path.of(journal + ending), copies.resolve("j.db" + ending));
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("r--r--r--"));
        }
        Files.setPosixFilePermissions(copies, PosixFilePermissions.fromString("r-xr-xr-x"));
        return copies;
    }

    private static void giveBack(Path copies) throws IOException {
        Files.setPosixFilePermissions(copies, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Map<String, Object> files(Path in) throws IOException {
        Map<String, Object> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(in)) {
            for (Path file : all.toList()) {
                files.put(file.getFileName().toString(), List.of(Sha256.of(Files.readAllBytes(file)), Files.getLastModifiedTime(file)));
            }
        }
        return files;
    }

    private String dump(Path in) {
        CommandHere dump = CommandHere.run("dump", in.resolve("j.db").toString(), "one", "--format", "jsonl");
        assertEquals(0, dump.exit(), dump.toString());
        return String.join("\n", dump.out()) + "\n";
    }

    private String readOnlyDump(Path copies, String... more) throws IOException, InterruptedException {
        Map<String, Object> before = files(copies);
        Cli.Ended dump = cli.runUnder(whoMayOnlyRead(), "dump", copies.resolve("j.db").toString(), "one", "--format", "jsonl");
        assertEquals(0, dump.status(), dump.err());
        for (String command : more) {
            Cli.Ended look = cli.runUnder(whoMayOnlyRead(), command, copies.resolve("j.db").toString());
            assertEquals(0, look.status(), command + ": " + look.err());
        }
        assertEquals(before, files(copies));
        return dump.out();
    }

    @Test
    void A52_a_closed_store_one_beside_its_writer_and_a_copy_that_cannot_be_written_show_the_same() throws Exception {
        String closed = dump(directory);
        Path copies = readOnlyCopy("closed", "");
        Process writer = cli.start(Redirect.PIPE, "run", "--journal", journal.toString(), "--events", "--id", "two", "--", "sleep", "300");
        try {
            BufferedReader events = new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
            String event = events.readLine();
            while (event != null && !event.contains("intent_committed")) {
                event = events.readLine();
            }
            assertNotNull(event, "the writer ended");
            assertTrue(Files.exists(Path.of(journal + "-shm")));
            assertEquals(closed, dump(directory));
            assertEquals(closed, readOnlyDump(copies));
        } finally {
            writer.descendants().forEach(ProcessHandle::destroyForcibly);
            writer.destroyForcibly().waitFor();
            giveBack(copies);
        }
    }

    @Test
    void A53_who_may_only_read_sees_everything_and_leaves_nothing_with_and_without_a_log() throws Exception {
        String closed = dump(directory);
        Path alone = readOnlyCopy("alone", "");
        Process writer = cli.start(Redirect.PIPE, "run", "--journal", journal.toString(), "--events", "--id", "two", "--", "sleep", "300");
        BufferedReader events = new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
        assertTrue(events.readLine().contains("opened"));
        writer.descendants().forEach(ProcessHandle::destroyForcibly);
        writer.destroyForcibly().waitFor();
        Path logged = readOnlyCopy("logged", "", "-wal");
        try {
            assertEquals(closed, readOnlyDump(alone, "list", "verify"));
            assertEquals(closed, readOnlyDump(logged, "replay"));
            Cli.Ended write = cli.runUnder(
                    whoMayOnlyRead(), "run", "--journal", alone.resolve("j.db").toString(), "--id", "x", "--", "true");
            assertEquals(6, write.status(), write.err());
        } finally {
            giveBack(alone);
            giveBack(logged);
        }
    }
}
