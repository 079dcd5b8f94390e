// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Looks of a follower are bounded, miss nothing, and name damage as damage. */
final class FollowerTest {
    private static final int PAYLOAD_BYTES = 5_000;

    @TempDir
    private Path directory;

    private Path journal() {
        return directory.resolve("j.db");
    }

    @Test
    void large_invocations_come_a_few_a_look_and_all_of_them_once_in_order() {
        int count = 40;
        List<Arrivals.Place> wanted = new ArrayList<>();
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            for (int i = 0; i < count; i++) {
                store.append(Journals.heavyOpening("heavy" + i, 500_000));
                wanted.add(new Arrivals.Place(Journals.id("heavy" + i), 0));
            }
        }
        SqliteFollower follower = SqliteFollower.open(journal(), Optional.empty(), SqliteFollower.Reading.WITH_BYTES);
        List<Arrivals.Place> found = new ArrayList<>();
        for (Arrivals arrivals = follower.next(id -> Head.NONE); !arrivals.places().isEmpty(); arrivals = follower.next(id -> Head.NONE)) {
            assertTrue(arrivals.parts().size() < 12, () -> "more than a few at once");
            found.addAll(arrivals.places());
        }
        assertEquals(wanted, found);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        // A name that no invocation can have; and a record without its invocation.
        "update invocation set id = '' where id = 'a'",
        "delete from invocation where id = 'a'"})
    void a_name_that_was_never_written_is_damage(String statement) throws Exception {
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            store.append(Journals.append("a", 0));
        }
        try (Link link = Link.open(journal(), journal(), Link.Mode.READ_WRITE)) {
            link.execute("pragma ignore_check_constraints = 1");
            link.execute(statement);
        }
        SqliteFollower follower = SqliteFollower.open(journal(), Optional.empty(), SqliteFollower.Reading.WITH_BYTES);
        assertThrows(DamagedJournalException.class, () -> follower.next(id -> Head.NONE));
    }

    @Test
    void a_name_that_its_index_does_not_lead_to_is_damage() throws Exception {
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            store.append(Journals.append("aaaaaaaa", 0));
        }
        // In the table the name stands beside the row's other columns; in the index alone behind the header of an entry.
        byte[] bytes = Files.readAllBytes(journal());
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int first = text.indexOf("aaaaaaaa");
        assertTrue(text.indexOf("aaaaaaaa", first + 1) > first);
        bytes[first] ^= 2;
        Files.write(journal(), bytes);
        SqliteFollower follower = SqliteFollower.open(journal(), Optional.empty(), SqliteFollower.Reading.WITH_BYTES);
        assertThrows(DamagedJournalException.class, () -> follower.next(id -> Head.NONE));
    }

    /** So many records of one invocation, each with bytes beside it. */
    private void write(SqliteCheckpointStore store, String name, int from, int count) {
        List<StoredRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(Journals.heavyRecord(name, from + i, PAYLOAD_BYTES));
        }
        Head head = from == 0 ? Head.NONE : new Head(from, Journals.heavyRecord(name, from - 1, PAYLOAD_BYTES).digest());
        assertInstanceOf(AppendResult.Appended.class,
                store.append(new Append(Journals.id(name), head, Journals.MINE, records, Standing.OPEN)));
    }

    private static Function<InvocationId, Head> knownAfter(int records) {
        return id -> new Head(records, Journals.record(id.value(), records - 1).digest());
    }

    /** A follower that was given everything. */
    private SqliteFollower caughtUp(Optional<InvocationId> only, SqliteFollower.Reading reading) {
        SqliteFollower follower = SqliteFollower.open(journal(), only, reading);
        Map<InvocationId, Head> known = new HashMap<>();
        Arrivals arrivals = follower.next(id -> Head.NONE);
        while (!arrivals.places().isEmpty()) {
            arrivals.parts().forEach((id, part) -> {
                StoredRecord last = part.records().get(part.records().size() - 1);
                known.put(id, new Head(last.sequence() + 1, last.digest()));
            });
            arrivals = follower.next(id -> known.getOrDefault(id, Head.NONE));
        }
        return follower;
    }

    @ParameterizedTest
    @CsvSource({"RECORDS,false", "WITH_BYTES,false", "RECORDS,true", "WITH_BYTES,true"})
    void a_look_costs_what_arrived_and_not_what_is_there(SqliteFollower.Reading reading, boolean one) {
        List<SqliteFollower.Cost> costs = new ArrayList<>();
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            int records = 1;
            write(store, "a", 0, records);
            for (int more : new int[] {1, 998, 1_000}) {
                if (more > 1) {
                    write(store, "a", records, more);
                    for (int i = 0; i < 100; i++) {
                        write(store, "other " + more + "/" + i, 0, 1);
                    }
                    records += more;
                }
                SqliteFollower follower = caughtUp(one ? Optional.of(Journals.id("a")) : Optional.empty(), reading);
                write(store, "a", records++, 1);
                Arrivals arrivals = follower.next(knownAfter(records - 1));
                assertEquals(List.of(new Arrivals.Place(Journals.id("a"), records - 1)), arrivals.places());
                assertEquals(1, arrivals.parts().get(Journals.id("a")).records().size());
                costs.add(follower.cost());
            }
        }
        long bytes = reading == SqliteFollower.Reading.RECORDS ? 0 : PAYLOAD_BYTES + "attachment".length();
        costs.forEach(cost -> assertTrue(cost.bytes() <= "a/9999".length() + bytes && cost.rows() <= 20, "" + costs));
    }

    @Test
    void what_the_asker_does_not_know_is_read_again_without_the_bytes_beside_it() {
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            write(store, "a", 0, 600);
            SqliteFollower follower = caughtUp(Optional.empty(), SqliteFollower.Reading.WITH_BYTES);
            write(store, "a", 600, 1);
            Arrivals arrivals = follower.next(id -> Head.NONE);
            Arrivals.Part part = arrivals.parts().get(Journals.id("a"));
            assertEquals(601, part.records().size());
            assertEquals(600, part.withoutBytes());
            assertEquals(Arrivals.Extent.THE_LAST, part.extent());
            assertTrue(part.records().subList(0, 600).stream().allMatch(record -> record.payload().isEmpty()));
            assertTrue(follower.cost().bytes() < 2 * PAYLOAD_BYTES + 600 * "a/000".length(), "" + follower.cost());
        }
    }

    @Test
    void bytes_beside_records_are_not_touched_where_they_are_not_shown() throws Exception {
        Bytes marked = Bytes.utf8("z".repeat(100_000));
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            StoredRecord light = Journals.record("a", 0);
            store.append(new Append(Journals.id("a"), Head.NONE, Journals.MINE, List.of(new StoredRecord(0, light.digest(), light.body(),
                    Optional.of(StoredPayload.clear(marked)), Optional.empty())), Standing.OPEN));
        }
        // Pages that hold nothing but these bytes lead nowhere from now on.
        byte[] file = Files.readAllBytes(journal());
        int broken = 0;
        for (int page = 0; page < file.length; page += 4_096) {
            if (file[page + 2_000] == 'z' && file[page + 4_095] == 'z') {
                Arrays.fill(file, page, page + 4, (byte) 0x7f);
                broken++;
            }
        }
        assertTrue(broken > 10, "" + broken);
        Files.write(journal(), file);
        SqliteFollower records = SqliteFollower.open(journal(), Optional.empty(), SqliteFollower.Reading.RECORDS);
        assertEquals(1, records.next(id -> Head.NONE).places().size());
        SqliteFollower bytes = SqliteFollower.open(journal(), Optional.empty(), SqliteFollower.Reading.WITH_BYTES);
        assertThrows(DamagedJournalException.class, () -> bytes.next(id -> Head.NONE));
    }

    @Test
    void what_is_read_back_counts_as_read_so_a_look_holds_a_few_long_ones_only() {
        int count = 30;
        StoredRecord[] records = new StoredRecord[9];
        for (int i = 0; i < records.length; i++) {
            records[i] = new StoredRecord(i, Journals.record("long", i).digest(), Bytes.of(new byte[60_000]), Optional.empty(),
                    Optional.empty());
        }
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            List<StoredRecord> before = List.of(records).subList(0, 8);
            for (int i = 0; i < count; i++) {
                store.append(new Append(Journals.id("long" + i), Head.NONE, Journals.MINE, before, Standing.OPEN));
            }
            SqliteFollower follower = caughtUp(Optional.empty(), SqliteFollower.Reading.RECORDS);
            for (int i = 0; i < count; i++) {
                store.append(new Append(Journals.id("long" + i), new Head(8, records[7].digest()), Journals.MINE,
                        List.of(records[8]), Standing.OPEN));
            }
            int found = 0;
            for (Arrivals next = follower.next(id -> Head.NONE); !next.places().isEmpty(); next = follower.next(id -> Head.NONE)) {
                assertTrue(follower.cost().bytes() < (5L << 20), "" + follower.cost());
                found += next.places().size();
            }
            assertEquals(count, found);
        }
    }
}
