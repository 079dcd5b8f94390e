// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.sqlite.Journals;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.ReadAhead;
import dev.counterfoil.journal.store.Standing;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of invocations with their records is what the invocations are that are read one by one. */
@Tag("once")
class PageRowsTest {
    private static final int INVOCATIONS = 40;
    private static final int PAGE_BYTES = 4096;
    private static final byte LEAF_OF_A_TABLE = 13;

    @TempDir
    private Path directory;

    private Path journal() {
        return directory.resolve("j.db");
    }

    private static String name(int i) {
        return "i" + i;
    }

    /** Opened first, continued later, one of them very much later; some with payloads. */
    private void write(int records) {
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            for (int i = 0; i < INVOCATIONS; i++) {
                store.append(i % 3 == 0 ? Journals.heavyOpening(name(i), 1_000 * i)
                        : Journals.append(name(i), 0));
            }
            for (int sequence = 1; sequence < records; sequence++) {
                for (int i = 1; i < INVOCATIONS; i++) {
                    store.append(next(i, sequence, Standing.OPEN));
                }
            }
            store.append(next(0, 1, Standing.CLOSED));
        }
    }

    private static Append next(int i, int sequence, Standing standing) {
        Append plain = Journals.append(name(i), sequence, Journals.MINE, standing);
        return i % 3 == 0 && sequence == 1
                ? new Append(plain.invocation(), Journals.heavyOpening(name(i), 1_000 * i).after(), plain.authority(), plain.records(),
                        standing)
                : plain;
    }

    private static List<ReadAhead> all(SqliteJournalReader reader, int limit) {
        List<ReadAhead> all = new ArrayList<>();
        List<ReadAhead> page;
        do {
            page = reader.readAhead(all.isEmpty() ? 0 : all.get(all.size() - 1).row().number(), limit);
            all.addAll(page);
        } while (page.size() == limit);
        return all;
    }

    private static void assertAsOneByOne(SqliteJournalReader reader, List<ReadAhead> all) {
        assertEquals(reader.invocations(0, 1_000, Scope.ALL), all.stream().map(ReadAhead::row).toList());
        for (ReadAhead each : all) {
            each.stored().ifPresent(stored -> assertEquals(reader.read(each.row().id()), Optional.of(stored)));
        }
    }

    private static List<InvocationId> leftOut(List<ReadAhead> all) {
        return all.stream().filter(each -> each.stored().isEmpty()).map(ReadAhead::row).map(InvocationRow::id).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 39, 40, 41, 256})
    void pages_of_any_size_hold_what_the_invocations_are_one_by_one(int limit) {
        write(5);
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
            List<ReadAhead> all = all(reader, limit);
            assertAsOneByOne(reader, all);
            assertEquals(List.of(), leftOut(all));
        }
    }

    @Test
    void what_is_written_beside_the_reader_is_in_its_next_page() {
        write(2);
        try (SqliteCheckpointStore store = Journals.store(journal()); SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
            assertAsOneByOne(reader, all(reader, 16));
            store.append(Journals.append("new", 0));
            List<ReadAhead> all = all(reader, 16);
            assertAsOneByOne(reader, all);
            assertEquals(INVOCATIONS + 1, all.size());
            assertEquals(List.of(), leftOut(all));
        }
    }

    @Test
    void large_payloads_fill_a_page_and_the_rest_is_left_to_be_read_by_name() {
        int megabyte = 1 << 20;
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            for (int i = 0; i < 8; i++) {
                store.append(Journals.heavyOpening(name(i), megabyte));
            }
        }
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
            List<ReadAhead> all = all(reader, 256);
            assertAsOneByOne(reader, all);
            assertEquals(8, all.size());
            assertFalse(leftOut(all).isEmpty());
            assertTrue(leftOut(all).size() < 8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "update record set previous_key = null where key = 50", "update record set previous_key = 77 where key = 50",
        "update record set invocation = 3 where key = 50", "update record set digest = x'00' where key = 50",
        "update record set payload = x'00' where key = 50", "update record set attachment_state = 0 where key = 50",
        "update record set body = zeroblob(65537) where key = 50", "delete from record where key = 50",
        "update record set previous_key = 49 where key = 10"
    })
    void a_chain_that_does_not_come_out_is_left_to_be_read_by_name_and_the_others_are_not(String damage) throws Exception {
        write(3);
        try (Link link = Link.open(journal(), new Object(), Link.Mode.READ_WRITE)) {
            link.execute(damage);
        }
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
            List<ReadAhead> all = all(reader, 256);
            assertAsOneByOne(reader, all);
            assertEquals(1, leftOut(all).size(), () -> "left out: " + leftOut(all));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoch = 0", "epoch = -1", "records = -1", "owner = ''"})
    void a_row_that_was_never_written_is_listed_by_its_name_and_hides_no_other(String change) throws Exception {
        write(3);
        InvocationId id;
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
            id = all(reader, 16).get(5).row().id();
        }
        try (Link link = Link.open(journal(), new Object(), Link.Mode.READ_WRITE)) {
            link.update("update invocation set " + change + " where id = ?", id.value());
        }
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
            List<ReadAhead> all = all(reader, 16);
            assertEquals(INVOCATIONS, all.size());
            assertTrue(leftOut(all).contains(id));
            assertThrows(DamagedJournalException.class, () -> reader.read(id));
        }
    }

    /** In the leaves of the table of records each key is changed, so that the tree gives keys in no order, and such as nobody asked for. */
    @Test
    void a_tree_whose_keys_were_changed_is_read_or_is_damage_and_never_a_failure_of_ours() throws Exception {
        write(3);
        byte[] sound = Files.readAllBytes(journal());
        int changed = 0;
        for (int page = 0; page < sound.length; page += PAGE_BYTES) {
            int header = page == 0 ? 100 : 0;
            if (sound[page + header] != LEAF_OF_A_TABLE) {
                continue;
            }
            ByteBuffer bytes = ByteBuffer.wrap(sound, page, PAGE_BYTES).slice();
            for (int cell = 0; cell < bytes.getShort(header + 3); cell++) {
                int key = bytes.getShort(header + 8 + 2 * cell);
                while (bytes.get(key) < 0) {
                    key++;
                }
                byte[] damaged = sound.clone();
                damaged[page + key + 1] ^= (byte) (cell % 2 == 0 ? 0x40 : 0x3F);
                Files.write(journal(), damaged);
                try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
                    for (int after = 0; after < 120; after += 17) {
                        reader.readAhead(after, 7);
                    }
                } catch (JournalException damage) {
                    // Named, as it should be.
                }
                changed++;
            }
        }
        assertTrue(changed > 100, "only " + changed + " keys were found");
    }

    @Test
    void where_the_rows_are_not_those_that_the_anchor_sums_every_invocation_is_read_by_its_name() throws Exception {
        write(3);
        try (Link link = Link.open(journal(), new Object(), Link.Mode.READ_WRITE)) {
            link.execute("update invocation set records = 2, last_key = (select previous_key from record where key = last_key)"
                    + " where id = 'i5'");
        }
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
            List<ReadAhead> all = all(reader, 256);
            assertAsOneByOne(reader, all);
            assertEquals(INVOCATIONS, leftOut(all).size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "delete from record where key = 50", "update record set digest = zeroblob(32) where key = 50",
        "insert into record(invocation, digest, body) values (1, zeroblob(32), x'00')",
        "insert into record(key, invocation, digest, body) values (0, 1, zeroblob(32), x'00')",
        "insert into record(key, invocation, digest, body) values (-9, 77777, zeroblob(32), x'00')",
        "update anchor set records = records + 1", "update anchor set digest_sum = zeroblob(32)",
        "update anchor set last_digest = digest_sum",
        "update anchor set invocations = invocations - 1", "delete from anchor", "update journal set is_backup = 1",
        "insert into tombstone_body values (5, x'00')", "update invocation set epoch = epoch"
    })
    void a_recount_behind_a_walk_finds_what_a_recount_without_one_finds(String damage) throws Exception {
        write(3);
        try (Link link = Link.open(journal(), new Object(), Link.Mode.READ_WRITE)) {
            link.execute(damage);
        }
        try (SqliteJournalReader walked = SqliteJournalReader.open(journal());
                SqliteJournalReader fresh = SqliteJournalReader.open(journal())) {
            all(walked, 16);
            assertEquals(fresh.checkAnchor(), walked.checkAnchor());
            assertEquals(damage.contains("epoch"), walked.checkAnchor().isEmpty());
        }
    }

    @Test
    void a_recount_behind_a_walk_sees_what_was_damaged_since() throws Exception {
        write(3);
        try (Link writer = Link.open(journal(), new Object(), Link.Mode.READ_WRITE)) {
            writer.execute("pragma wal_autocheckpoint = 0");
            writer.execute("update invocation set epoch = epoch");
            try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
                all(reader, 16);
                writer.execute("update anchor set records = records + 1");
                assertEquals(1, reader.checkAnchor().size());
            }
        }
    }

    @Test
    void erased_and_sealed_payloads_are_read_as_they_are() throws Exception {
        write(3);
        try (Link link = Link.open(journal(), new Object(), Link.Mode.READ_WRITE)) {
            link.execute("update record set payload = null, payload_state = 2 where key = 4");
            link.execute("update record set payload_state = 1 where key = 7");
        }
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
            List<ReadAhead> all = all(reader, 256);
            assertAsOneByOne(reader, all);
            assertEquals(List.of(), leftOut(all));
        }
    }
}
