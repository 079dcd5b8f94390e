// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The bytes of format v1 are frozen: they were written once and are pinned by digest. {@code -Dcounterfoil.golden.write=true} writes
 * them anew, for a reviewer to see the difference; a difference in a file that was released is a new version, not a new golden.
 */
class GoldenTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden", "v1");
    private static final Path DIGESTS = FOLDER.resolve("digests.txt");

    @BeforeAll
    static void write_the_files_anew_where_that_was_asked_for() throws IOException {
        if (Boolean.getBoolean("counterfoil.golden.write")) {
            write();
        }
    }

    @Test
    void every_golden_record_has_the_pinned_bytes_and_reads_back() throws IOException {
        for (Map.Entry<String, JournalRecord> golden : GoldenRecords.all().entrySet()) {
            byte[] file = Files.readAllBytes(FOLDER.resolve(golden.getKey() + ".json"));
            assertArrayEquals(file, RecordCodec.encode(golden.getValue()), golden.getKey());
            assertEquals(golden.getValue(), RecordCodec.decode(file).orElseThrow(), golden.getKey());
            assertArrayEquals(file, RecordCodec.encode(RecordCodec.decode(file).orElseThrow()), golden.getKey());
        }
    }

    @Test
    void every_file_digest_chain_digest_and_binding_digest_is_pinned() throws IOException {
        assertEquals(digests(), Files.readAllLines(DIGESTS, StandardCharsets.UTF_8));
    }

    @Test
    void no_golden_file_is_left_untested() throws IOException {
        TreeSet<String> expected = new TreeSet<>(List.of("digests.txt"));
        GoldenRecords.all().keySet().forEach(name -> expected.add(name + ".json"));
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertEquals(List.copyOf(expected), files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void every_member_of_every_kind_is_there_with_a_value_and_every_nullable_one_also_as_null() {
        Map<String, TreeSet<String>> present = new TreeMap<>();
        Map<String, TreeSet<String>> absent = new TreeMap<>();
        for (JournalRecord golden : GoldenRecords.all().values()) {
            MemberShapes.collect(RecordCodec.json(golden), present, absent);
        }
        present.forEach((kind, members) -> assertEquals(MemberShapes.members(kind), members, kind));
        absent.forEach((kind, members) -> assertEquals(MemberShapes.nullable(kind), members, kind));
        assertTrue(present.size() == 7, present.keySet()::toString);
    }

    private static List<String> digests() throws IOException {
        List<String> lines = new ArrayList<>();
        Sha256 previous = Sha256.ZERO;
        long sequence = 0;
        for (String name : GoldenRecords.all().keySet()) {
            byte[] file = Files.readAllBytes(FOLDER.resolve(name + ".json"));
            previous = Chain.digest(GoldenRecords.INVOCATION, sequence++, previous, file);
            lines.add(name + " bytes " + Sha256.of(file) + " chain " + previous);
        }
        lines.add("full binding " + BindingDigest.of(GoldenRecords.fullBinding()));
        lines.add("bare binding " + BindingDigest.of(GoldenRecords.bareBinding()));
        return lines;
    }

    private static void write() throws IOException {
        Files.createDirectories(FOLDER);
        for (Map.Entry<String, JournalRecord> golden : GoldenRecords.all().entrySet()) {
            Files.write(FOLDER.resolve(golden.getKey() + ".json"), RecordCodec.encode(golden.getValue()));
        }
        Files.write(DIGESTS, digests(), StandardCharsets.UTF_8);
    }
}
