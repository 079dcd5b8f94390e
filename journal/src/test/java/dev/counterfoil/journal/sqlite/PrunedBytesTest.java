// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.BusinessState;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.DigestSum;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.PruneResult;
import dev.counterfoil.journal.store.Pruning;
import dev.counterfoil.journal.store.Scrubbing;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.wire.TombstoneCodec;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was pruned is in no byte of the file, however its pages were split, merged and used again; and what was not is untouched. */
@Tag("once")
public class PrunedBytesTest {
    private static final Pattern MARK = Pattern.compile("mark-([0-9]+)-");

    @TempDir
    private Path directory;

    private final Set<Integer> there = new HashSet<>();
    private int next;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void after_pruning_in_any_order_only_what_is_there_is_in_the_file(long seed) throws Exception {
        Random random = new Random(seed);
        Path journal = directory.resolve("j.db");
        List<Pruning> closed = new ArrayList<>();
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            for (int round = 0; round < 6; round++) {
                for (int i = 0; i < 40; i++) {
                    closed.add(written(store, random));
                }
                for (int i = 0; i < 30; i++) {
                    Pruning pruning = closed.remove(random.nextInt(closed.size()));
                    assertEquals(new PruneResult.Pruned(Set.of(pruning.invocation()), Set.of()), store.prune(List.of(pruning)));
                    there.remove(Integer.parseInt(pruning.invocation().value()));
                }
                assertEquals(Scrubbing.DONE, store.scrub());
                assertEquals(there, marks(journal));
                assertEquals(List.of(), store.checkAnchor());
            }
        }
        assertEquals(there, marks(journal));
    }

    /** A chain of some records, each with a marked payload of any size, up to some pages. */
    private Pruning written(SqliteCheckpointStore store, Random random) {
        int number = next++;
        there.add(number);
        String name = Integer.toString(number);
        List<StoredRecord> records = new ArrayList<>();
        int length = 2 + random.nextInt(5);
        for (int i = 0; i < length; i++) {
            String marks = ("mark-" + number + "-").repeat(1 + random.nextInt(1 << random.nextInt(11)));
            StoredRecord light = Journals.record(name, i);
            records.add(new StoredRecord(i, light.digest(), light.body(), Optional.of(StoredPayload.clear(Bytes.utf8(marks))),
                    Optional.empty()));
        }
        Append append = new Append(Journals.id(name), Head.NONE, Journals.MINE, records, Standing.CLOSED);
        assertInstanceOf(AppendResult.Appended.class, store.append(append));
        return pruning(append);
    }

    private static Pruning pruning(Append append) {
        return pruning(append.after(), append.invocation(), append.records());
    }

    static Pruning pruning(Head head, InvocationId id, List<StoredRecord> records) {
        BigInteger sum = records.stream().map(StoredRecord::digest)
                .reduce(BigInteger.ZERO, DigestSum::add, (one, other) -> one.add(other));
        Sha256 total = DigestSum.digest(sum);
        byte[] body = TombstoneCodec.encode(new Tombstone(id, Sha256.ZERO, Sha256.ZERO,
                Tombstone.Effect.of(Operation.UNDECLARED), head.records(), head.digest(), total, ClosingStatus.SETTLED,
                ClosingReason.Ending.COMPLETED, BusinessState.CONFIRMED, Instant.EPOCH, Instant.EPOCH, Optional.empty(), Totals.ZERO));
        return new Pruning(id, head, total, TombstoneCodec.digest(body), Bytes.of(body));
    }

    private static Set<Integer> marks(Path journal) throws Exception {
        Set<Integer> found = new HashSet<>();
        for (Path file : List.of(journal, JournalFile.beside(journal, "-wal"))) {
            if (Files.exists(file)) {
                Matcher marks = MARK.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
                while (marks.find()) {
                    found.add(Integer.parseInt(marks.group(1)));
                }
            }
        }
        return found;
    }

    private static long written(Path journal) throws Exception {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            return reader.inOneStatement(link -> link.number("select scrubbed from journal"));
        }
    }

    @Test
    void where_nothing_was_pruned_since_the_file_is_not_written_anew() throws Exception {
        Path journal = directory.resolve("j.db");
        Random random = new Random(1);
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            store.prune(List.of(written(store, random)));
            assertEquals(Scrubbing.DONE, store.scrub());
        }
        byte[] before = Files.readAllBytes(journal);
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
            assertEquals(Scrubbing.DONE, store.scrub());
        }
        assertArrayEquals(before, Files.readAllBytes(journal));
    }

    @Test
    void while_another_connection_reads_the_log_is_said_to_be_in_use_and_later_it_is_not() throws Exception {
        Path journal = directory.resolve("j.db");
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            Append append = new Append(Journals.id("a"), Head.NONE, Journals.MINE,
                    List.of(Journals.record("a", 0), Journals.record("a", 1)), Standing.CLOSED);
            store.append(append);
            try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
                Scrubbing beside = reader.inOneStatement(link -> {
                    link.execute("begin");
                    link.number("select count(*) from record");
                    store.prune(List.of(pruning(append)));
                    Scrubbing found = store.scrub();
                    link.execute("commit");
                    return found;
                });
                assertEquals(Scrubbing.IN_USE, beside);
            }
            assertEquals(Scrubbing.DONE, store.scrub());
            assertEquals(1, written(journal), "how many tombstones the file was written anew for");
            assertTrue(store.tombstone(Journals.id("a")).isPresent());
        }
    }
}
