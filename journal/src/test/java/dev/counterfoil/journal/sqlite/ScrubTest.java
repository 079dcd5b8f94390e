// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.PruneResult;
import dev.counterfoil.journal.store.Scrubbing;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a file is not written anew to be rid of what was pruned: while others would wait too long for it, and without space. */
public final class ScrubTest {
    private static final String MARK = "mark-of-what-was-pruned";
    private static final int HEAVY_BYTES = 1 << 20;

    @TempDir
    private Path directory;

    /** A journal with so many heavy invocations, and one that is pruned, after which one more was written. */
    public static void make(Path journal, int heavy) {
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            for (int i = 0; i < heavy; i++) {
                append(store, Journals.heavyOpening("heavy " + i, HEAVY_BYTES));
            }
            StoredRecord light = Journals.record("old", 0);
            List<StoredRecord> records = List.of(new StoredRecord(0, light.digest(), light.body(),
                    Optional.of(StoredPayload.clear(Bytes.utf8(MARK.repeat(40)))), Optional.empty()), Journals.record("old", 1));
            Append old = new Append(Journals.id("old"), Head.NONE, Journals.MINE, records, Standing.CLOSED);
            append(store, old);
            assertEquals(new PruneResult.Pruned(Set.of(old.invocation()), Set.of()),
                    store.prune(List.of(PrunedBytesTest.pruning(old.after(), old.invocation(), records))));
        }
    }

    private static void append(SqliteCheckpointStore store, Append append) {
        assertInstanceOf(AppendResult.Appended.class, store.append(append));
    }

    private static long scrubbed(Path journal) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            return reader.inOneStatement(link -> link.number("select scrubbed from journal"));
        }
    }

    @Test
    void a_file_over_sixteen_mebibytes_waits_until_no_runtime_is_known_and_a_smaller_one_does_not() throws Exception {
        Path large = directory.resolve("large.db");
        make(large, 17);
        assertTrue(Files.size(large) > 16 << 20, "" + Files.size(large));
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(large)) {
            assertEquals(Scrubbing.IN_USE, store.scrub());
            assertEquals(0, scrubbed(large));
            store.unregister(Journals.OTHER);
            assertEquals(Scrubbing.IN_USE, store.scrub(), "one is left");
            store.unregister(Journals.ME);
            assertEquals(Scrubbing.DONE, store.scrub());
        }
        assertEquals(1, scrubbed(large));
        Path small = directory.resolve("small.db");
        make(small, 14);
        assertTrue(Files.size(small) < 16 << 20, "" + Files.size(small));
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(small)) {
            assertEquals(Scrubbing.DONE, store.scrub(), "beside two runtimes");
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    /** A small disk where the system lets us mount one, and a limit on the size of files where not. */
    @Test
    @Tag("once")
    void without_space_it_is_told_as_full_and_the_journal_is_whole_and_what_is_left_to_do_is_known() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk.toString()) == 0;
        try {
            Path journal = disk.resolve("j.db");
            make(journal, 11);
            List<String> limit = mounted ? List.of() : List.of("sh", "-c", "ulimit -f 6000; exec \"$@\"", "sh");
            Process child = Children.start(temporary, limit, "scrub", journal.toString());
            String told;
            try (BufferedReader output = Children.lines(child)) {
                told = String.valueOf(output.readLine());
            } finally {
                Children.kill(child);
            }
            assertTrue(mounted ? told.equals("full") : Set.of("full", "io_failed").contains(told), told);
            assertEquals(0, scrubbed(journal));
            assertSound(journal);
            if (mounted) {
                assertEquals(0, run("mount", "-o", "remount,size=64m", disk.toString()));
            }
            try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
                assertEquals(Scrubbing.DONE, store.scrub());
            }
            assertEquals(1, scrubbed(journal));
            assertSound(journal);
            String bytes = new String(Files.readAllBytes(journal), StandardCharsets.ISO_8859_1);
            assertEquals(-1, bytes.indexOf(MARK));
        } finally {
            if (mounted) {
                run("umount", disk.toString());
            }
        }
    }

    private static void assertSound(Path journal) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            assertEquals(List.of(), reader.checkAnchor());
            assertEquals(HEAVY_BYTES, reader.read(Journals.id("heavy 10")).orElseThrow().records().get(0).payload().orElseThrow()
                    .bytes().size());
            assertTrue(reader.tombstone(Journals.id("old")).isPresent());
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }
}
