// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.row.JournalRow;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A follower notices that what it gave is not there any more, or another, by whatever way; and takes pruning for what it is. */
final class FollowedPastTest {
    /** Enough for a count of everything, wherever the follower is between two of them. */
    private static final int LOOKS = 2 * SqliteFollower.LOOKS_BETWEEN_COUNTS;

    @TempDir
    private Path directory;

    private final Map<InvocationId, Head> known = new HashMap<>();
    private final List<Arrivals.Place> shown = new ArrayList<>();
    private long pruned;

    private Path journal() {
        return directory.resolve("j.db");
    }

    /** Three invocations, one of them closed, whose records alternate. */
    @BeforeEach
    void make() {
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            for (String name : List.of("a", "b", "c")) {
                store.append(Journals.append(name, 0));
            }
            for (long sequence = 1; sequence < 4; sequence++) {
                store.append(Journals.append("b", sequence));
                store.append(Journals.append("a", sequence, Journals.MINE, sequence == 3 ? Standing.CLOSED : Standing.OPEN));
            }
        }
    }

    @AfterEach
    void everythingIsThereThatCameBefore() {
        assertTrue(shown.size() >= 9, "the follower gave nothing: " + shown);
    }

    private SqliteFollower caughtUp(Optional<InvocationId> only) {
        SqliteFollower follower = SqliteFollower.open(journal(), only, SqliteFollower.Reading.RECORDS);
        look(follower, 4);
        return follower;
    }

    private void look(SqliteFollower follower, int times) {
        for (int i = 0; i < times; i++) {
            Arrivals arrivals = follower.next(id -> known.getOrDefault(id, Head.NONE));
            shown.addAll(arrivals.places());
            pruned += arrivals.pruned();
            arrivals.parts().forEach((id, part) -> {
                StoredRecord last = part.records().get(part.records().size() - 1);
                known.put(id, new Head(last.sequence() + 1, last.digest()));
            });
        }
    }

    private void change(String... statements) throws Exception {
        awaitTick();
        try (Link link = Link.open(journal(), journal(), Link.Mode.READ_WRITE)) {
            link.execute("pragma ignore_check_constraints = 1");
            for (String statement : statements) {
                link.execute(statement);
            }
        }
    }

    /** Until the file system's clock is beyond the journal's last change, so that the next one shows. */
    private void awaitTick() throws Exception {
        Path probe = directory.resolve("probe");
        do {
            Files.write(probe, new byte[1]);
        } while (Files.getLastModifiedTime(probe).compareTo(Files.getLastModifiedTime(journal())) <= 0);
    }

    private static void isDamage(JournalException thrown) {
        DamagedJournalException damaged = (DamagedJournalException) thrown;
        assertTrue(damaged.damages().stream().allMatch(each -> each.reason() == DamageReason.ANCHOR_DIFFERS), "" + damaged.damages());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "delete from record where key = (select max(key) from record)",
        "update record set digest = zeroblob(32) where key = (select max(key) from record)",
        "update record set invocation = 2 where key = (select max(key) from record)",
        "delete from invocation where id = 'a'",
        "update invocation set id = 'z' where id = 'a'",
        "update invocation set records = 3, last_key = (select previous_key from record where key = last_key) where id = 'a'",
        "update anchor set records = records - 1",
        "update anchor set highest_key = highest_key - 1",
        "delete from anchor",
        "update journal set identity = replace(identity, substr(identity, 1, 1), 'x')"})
    void the_last_record_or_what_leads_to_it_is_gone_and_the_next_look_says_damage(String statement) throws Exception {
        SqliteFollower follower = caughtUp(Optional.empty());
        change(statement);
        isDamage(assertThrows(JournalException.class, () -> look(follower, 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "delete from record where key = 1",
        "delete from record where key = 5",
        "delete from record where invocation = (select number from invocation where id = 'c')",
        "delete from invocation where id = 'c'",
        "update invocation set id = 'z' where id = 'b'",
        "update record set digest = zeroblob(32) where key = 2",
        "update record set previous_key = null where key = 5",
        "update anchor set digest_sum = zeroblob(32)"})
    void something_before_the_last_record_is_gone_and_a_count_says_damage(String statement) throws Exception {
        SqliteFollower follower = caughtUp(Optional.empty());
        change(statement);
        isDamage(assertThrows(JournalException.class, () -> look(follower, LOOKS)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete from record where key = 2", "delete from invocation where id = 'c'"})
    void whoever_ends_before_a_count_asks_for_one(String statement) throws Exception {
        SqliteFollower follower = caughtUp(Optional.empty());
        change(statement);
        isDamage(assertThrows(JournalException.class, follower::confirm));
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete from record where key = 4", "delete from invocation where id = 'b'",
        "update record set digest = zeroblob(32) where key = (select last_key from invocation where id = 'b')"})
    void of_one_invocation_likewise_and_not_of_others(String statement) throws Exception {
        caughtUp(Optional.empty());
        known.clear();
        SqliteFollower follower = caughtUp(Optional.of(Journals.id("b")));
        change("delete from record where key = 3");
        look(follower, LOOKS);
        change(statement);
        isDamage(assertThrows(JournalException.class, () -> look(follower, LOOKS)));
    }

    private void isReplaced(SqliteFollower follower, int looks) {
        StoreException thrown = assertThrows(StoreException.class, () -> look(follower, looks));
        assertEquals(StoreProblem.REPLACED, thrown.problem());
    }

    @Test
    void an_older_copy_in_the_same_file_is_another_state() throws Exception {
        byte[] older = Files.readAllBytes(journal());
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            store.append(Journals.append("b", 4));
        }
        SqliteFollower follower = caughtUp(Optional.empty());
        awaitTick();
        Files.write(journal(), older);
        isReplaced(follower, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 20})
    void an_older_copy_that_grew_again_otherwise_is_another_state(int more) throws Exception {
        byte[] older = Files.readAllBytes(journal());
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            store.append(Journals.append("b", 4));
        }
        SqliteFollower follower = caughtUp(Optional.empty());
        awaitTick();
        Files.write(journal(), older);
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            for (int i = 0; i < more; i++) {
                store.append(Journals.append("c", i + 1));
            }
        }
        isReplaced(follower, 1);
    }

    @Test
    void a_journal_that_got_another_name_is_another_journal() throws Exception {
        SqliteFollower follower = caughtUp(Optional.empty());
        awaitTick();
        try (Link link = Link.open(journal(), journal(), Link.Mode.READ_WRITE)) {
            link.execute("begin immediate");
            JournalRow.write(link, JournalRow.random(link));
            link.execute("commit");
        }
        isReplaced(follower, 1);
    }

    @Test
    void pruning_is_counted_and_what_comes_after_it_is_shown() {
        SqliteFollower follower = caughtUp(Optional.empty());
        List<Arrivals.Place> before = List.copyOf(shown);
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            // The last record that was shown is one of them.
            store.prune(List.of(PrunedBytesTest.pruning(Journals.head("a", 4), Journals.id("a"), List.of(Journals.record("a", 0),
                    Journals.record("a", 1), Journals.record("a", 2), Journals.record("a", 3)))));
            look(follower, LOOKS);
            assertEquals(1, pruned);
            assertEquals(before, shown);
            store.append(Journals.append("c", 1));
            store.append(Journals.append("d", 0));
        }
        look(follower, LOOKS);
        follower.confirm();
        assertEquals(List.of(new Arrivals.Place(Journals.id("c"), 1), new Arrivals.Place(Journals.id("d"), 0)),
                shown.subList(before.size(), shown.size()));
        assertEquals(1, pruned);
    }

    @Test
    void what_nobody_touched_is_there() {
        SqliteFollower follower = caughtUp(Optional.empty());
        look(follower, LOOKS);
        follower.confirm();
        assertEquals(9, shown.size());
    }
}
