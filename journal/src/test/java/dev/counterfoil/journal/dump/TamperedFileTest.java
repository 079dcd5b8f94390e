// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.canonical.CompactWriter;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.StoredInvocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A SQLite journal that somebody changed with a tool of their own. Keys 1 to 4 are those of {@code one}, 5 to 8 those of {@code two}. */
final class TamperedFileTest {
    private static final OwnerId OWNER = new OwnerId("writer");

    @TempDir
    private Path directory;

    /** What was done, what the dump must say of {@code one}, and how many of its records it shows before. */
    private record Tampering(String what, DamageReason reason, int shown, List<String> statements) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Tampering tampering(String what, DamageReason reason, int shown, String... statements) {
        return new Tampering(what, reason, shown, List.of(statements));
    }

    static Stream<Tampering> tamperings() {
        return Stream.of(
                tampering("a byte of a body", DamageReason.DIGEST_DIFFERS, 1,
                        "update record set body = cast(replace(cast(body as text), '1200', '1201') as blob) where key = 2"),
                tampering("a digest", DamageReason.DIGEST_DIFFERS, 2, "update record set digest = zeroblob(32) where key = 3"),
                tampering("a byte of a response", DamageReason.PAYLOAD_DIFFERS, 2,
                        "update record set payload = cast('canary-other' as blob) where key = 3"),
                tampering("a request taken away", DamageReason.PAYLOAD_DIFFERS, 0,
                        "update record set payload = null, payload_state = null where key = 1"),
                tampering("the stored configuration", DamageReason.CONFIGURATION_DIFFERS, 0,
                        "update record set attachment = cast('canary-other' as blob) where key = 1"),
                tampering("the last row", DamageReason.HEAD_MISSING, 3, "delete from record where key = 4"),
                tampering("the last two rows", DamageReason.HEAD_MISSING, 2, "delete from record where key in (3, 4)"),
                tampering("a middle row", DamageReason.SEQUENCE_GAP, 1, "delete from record where key = 2"),
                tampering("the first row", DamageReason.SEQUENCE_GAP, 0, "delete from record where key = 1"),
                tampering("all rows", DamageReason.HEAD_MISSING, 0, "delete from record where invocation = 1"),
                tampering("two rows swapped, links and all", DamageReason.DIGEST_DIFFERS, 2,
                        "update record set key = 99 where key = 2", "update record set key = 2 where key = 3",
                        "update record set key = 3 where key = 99"),
                tampering("the contents of two rows swapped", DamageReason.DIGEST_DIFFERS, 1,
                        "create temp table kept as select * from record where key in (2, 3)",
                        "update record set (digest, body, payload, payload_state) ="
                                + " (select digest, body, payload, payload_state from kept where kept.key = 5 - record.key)"
                                + " where key in (2, 3)"),
                tampering("an earlier record named as the end in the invocation's row too", DamageReason.HEAD_MISSING, 4,
                        "update invocation set records = 3, last_key = 3 where number = 1"),
                tampering("the end pointed to an earlier record", DamageReason.HEAD_MISSING, 3,
                        "update invocation set last_key = 3 where number = 1"),
                tampering("the count of the invocation's row", DamageReason.HEAD_MISSING, 4,
                        "update invocation set records = 3 where number = 1"),
                tampering("the name", DamageReason.DIGEST_DIFFERS, 0, "update invocation set id = 'renamed' where number = 1"));
    }

    private Path journal() {
        Path file = directory.resolve("j.db");
        try (SqliteCheckpointStore store = SqliteCheckpointStore.openOrCreate(file)) {
            store.register(new Owner(OWNER, "boot", "pid:[1]", 42, "4711"));
            append(store, Told.full("one"));
            append(store, Told.full("two"));
        }
        return file;
    }

    private static void append(SqliteCheckpointStore store, Told told) {
        told.fresh().completed(0).settled();
        StoredInvocation stored = told.stored(1);
        AppendResult result = store.append(new Append(
                told.id(), Head.NONE, new Authority.Owned(OWNER, 1), stored.records(), stored.row().standing()));
        assertTrue(result instanceof AppendResult.Appended, result.toString());
    }

    private static void tamper(Path file, List<String> statements) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
            statement.execute("pragma wal_checkpoint(truncate)");
        }
    }

    private static List<String> dump(Path file) {
        List<String> lines = new ArrayList<>();
        try (SqliteJournalReader reader = SqliteJournalReader.open(file)) {
            JournalWalk walk = new JournalWalk(reader, Law.GRAMMAR_ONLY);
            DumpLines dump = new DumpLines(Payloads.HIDDEN, line -> lines.add(CompactWriter.write(line)));
            walk.all(dump, JournalWalk.Progress.TO_THE_END);
            walk.anchor(dump);
        }
        return lines;
    }

    @ParameterizedTest
    @MethodSource("tamperings")
    void a_tampered_journal_is_shown_up_to_the_damage_which_is_named_and_the_file_is_as_it_was(Tampering tampering) throws Exception {
        Path file = journal();
        tamper(file, tampering.statements());
        byte[] before = Files.readAllBytes(file);
        FileTime time = Files.getLastModifiedTime(file);
        List<String> lines = dump(file);
        String name = "\"invocation\":\"" + (tampering.what().equals("the name") ? "renamed" : "one") + "\"";
        List<String> own = lines.stream().filter(line -> line.contains(name)).toList();
        assertTrue(own.get(own.size() - 1).startsWith("{\"record\":\"damage\""), own.toString());
        assertTrue(own.get(own.size() - 1).contains("\"reason\":\"" + tampering.reason().code() + "\""), own.toString());
        assertEquals(tampering.shown(), own.size() - 1, own.toString());
        assertEquals(4, lines.stream().filter(line -> line.contains("\"invocation\":\"two\"")).count(), "the other is shown whole");
        assertFalse(lines.stream().anyMatch(line -> line.contains("canary")));
        assertArrayEquals(before, Files.readAllBytes(file));
        assertEquals(time, Files.getLastModifiedTime(file));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @Test
    void a_changed_anchor_is_the_last_line_with_no_invocation() throws Exception {
        Path file = journal();
        tamper(file, List.of("update anchor set records = records + 1"));
        List<String> lines = dump(file);
        assertEquals(9, lines.size());
        assertTrue(lines.get(8).startsWith("{\"record\":\"damage\",\"invocation\":null,\"reason\":\"anchor_differs\""), lines.get(8));
    }

    @Test
    void an_invocation_taken_away_with_its_records_is_found_by_the_anchor() throws Exception {
        Path file = journal();
        tamper(file, List.of("delete from record where invocation = 1", "delete from invocation where number = 1"));
        List<String> lines = dump(file);
        assertTrue(lines.stream().anyMatch(line -> line.contains("\"invocation\":null,\"reason\":\"anchor_differs\"")), lines.toString());
    }

    @Test
    void a_name_that_cannot_be_one_is_damage() throws Exception {
        Path file = journal();
        tamper(file, List.of("update invocation set id = '' where number = 1"));
        List<String> lines = dump(file);
        assertTrue(lines.get(0).startsWith("{\"record\":\"damage\",\"invocation\":null,\"reason\":\"unreadable\""), lines.get(0));
    }

    @Test
    void a_sound_journal_has_no_line_of_damage() {
        assertFalse(dump(journal()).stream().anyMatch(line -> line.contains("damage")));
    }
}
