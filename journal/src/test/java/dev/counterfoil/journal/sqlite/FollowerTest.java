// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.Head;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looks of a follower are bounded, miss nothing, and name damage as damage. */
final class FollowerTest {
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
}
