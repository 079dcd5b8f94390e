// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.store.Acquisition;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteCheckpointStoreTest {
    private static final AppendResult APPENDED = new AppendResult.Appended();
    private static final AppendResult HEAD_MOVED = new AppendResult.HeadMoved();

    private static final OwnerId STRANGER = new OwnerId("stranger");

    @TempDir
    private Path directory;

    private Path journal() {
        return directory.resolve("j.db");
    }

    private static Holder holder(long epoch) {
        return new Holder(Optional.of(Journals.ME), epoch);
    }

    @Test
    void what_was_appended_is_read_back_in_order_with_all_its_bytes() {
        List<StoredRecord> records =
                List.of(Journals.heavyRecord("a", 0, 70_000), Journals.record("a", 1), Journals.heavyRecord("a", 2, 0));
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            Append opening = new Append(Journals.id("a"), Head.NONE, Journals.MINE, records.subList(0, 2), Standing.OPEN);
            assertEquals(APPENDED, store.append(opening));
            Append more = new Append(Journals.id("a"), Journals.head("a", 2), Journals.MINE, records.subList(2, 3), Standing.OPEN);
            assertEquals(APPENDED, store.append(more));
        }
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            StoredInvocation found = store.read(Journals.id("a")).orElseThrow();
            assertEquals(records, found.records());
            assertEquals(new InvocationRow(1, Journals.id("a"), holder(1), 3, Standing.OPEN), found.row());
            assertEquals(List.of(), store.checkAnchor());
            assertEquals(Optional.empty(), store.read(Journals.id("b")));
        }
    }

    @Test
    void only_the_head_is_appended_to_and_a_repeated_append_is_let_in_once() {
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            assertEquals(HEAD_MOVED, store.append(Journals.append("a", 1)));
            assertEquals(APPENDED, store.append(Journals.append("a", 0)));
            assertEquals(HEAD_MOVED, store.append(Journals.append("a", 0)));
            assertEquals(APPENDED, store.append(Journals.append("a", 1)));
            assertEquals(HEAD_MOVED, store.append(Journals.append("a", 1)));
            assertEquals(HEAD_MOVED, store.append(Journals.append("a", 3)));
            Append otherDigest = new Append(Journals.id("a"), new Head(2, Sha256.of(new byte[1])), Journals.MINE,
                    List.of(Journals.record("a", 2)), Standing.OPEN);
            assertEquals(HEAD_MOVED, store.append(otherDigest));
            assertEquals(2, store.read(Journals.id("a")).orElseThrow().records().size());
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    @Test
    void a_stale_owner_appends_nothing_and_anyone_appends_behind_the_head() {
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            store.append(Journals.append("a", 0));
            assertEquals(new Acquisition.HolderMoved(), store.acquire(Journals.id("a"), Journals.OTHER, holder(2)));
            assertEquals(new Acquisition.Acquired(2), store.acquire(Journals.id("a"), Journals.OTHER, holder(1)));
            Holder others = new Holder(Optional.of(Journals.OTHER), 2);
            assertEquals(new AppendResult.EpochMoved(others), store.append(Journals.append("a", 1)));
            Authority wrongEpoch = new Authority.Owned(Journals.OTHER, 1);
            assertEquals(new AppendResult.EpochMoved(others), store.append(Journals.append("a", 1, wrongEpoch, Standing.OPEN)));
            assertEquals(APPENDED, store.append(Journals.append("a", 1, new Authority.Anyone(), Standing.OPEN)));
            assertEquals(APPENDED, store.append(Journals.append("a", 2, new Authority.Owned(Journals.OTHER, 2), Standing.OPEN)));
            assertEquals(new Acquisition.NothingToOwn(), store.acquire(Journals.id("b"), Journals.ME, holder(1)));
        }
    }

    @Test
    void an_invocation_is_opened_by_a_registered_owner_at_epoch_1_and_stays_closed() {
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            Append byAnyone = Journals.append("a", 0, new Authority.Anyone(), Standing.OPEN);
            assertThrows(IllegalArgumentException.class, () -> store.append(byAnyone));
            Append late = Journals.append("a", 0, new Authority.Owned(Journals.ME, 2), Standing.OPEN);
            assertThrows(IllegalArgumentException.class, () -> store.append(late));
            Append stranger = Journals.append("a", 0, new Authority.Owned(STRANGER, 1), Standing.OPEN);
            assertEquals(new AppendResult.EpochMoved(new Holder(Optional.empty(), 1)), store.append(stranger));
            assertThrows(IllegalArgumentException.class, () -> store.acquire(Journals.id("a"), STRANGER, holder(1)));
            assertEquals(APPENDED, store.append(Journals.append("a", 0, Journals.MINE, Standing.CLOSED)));
            Append reopening = Journals.append("a", 1, new Authority.Anyone(), Standing.OPEN);
            assertThrows(IllegalArgumentException.class, () -> store.append(reopening));
            assertEquals(APPENDED, store.append(Journals.append("a", 1, new Authority.Anyone(), Standing.CLOSED)));
            assertEquals(List.of(), store.checkAnchor());
        }
    }

    @Test
    void closing_releases_and_nothing_closed_can_be_owned() {
        try (SqliteCheckpointStore store = Journals.store(journal())) {
            store.append(Journals.append("a", 0));
            store.append(Journals.append("b", 0));
            assertEquals(APPENDED, store.append(Journals.append("a", 1, Journals.MINE, Standing.CLOSED)));
            Holder nobody = new Holder(Optional.empty(), 1);
            assertEquals(nobody, store.read(Journals.id("a")).orElseThrow().row().holder());
            assertEquals(new Acquisition.NothingToOwn(), store.acquire(Journals.id("a"), Journals.ME, nobody));
            assertEquals(List.of(Journals.id("b")), ids(store.invocations(0, 10, Scope.OPEN)));
            assertEquals(List.of(Journals.id("a"), Journals.id("b")), ids(store.invocations(0, 10, Scope.ALL)));
            List<InvocationRow> first = store.invocations(0, 1, Scope.ALL);
            assertEquals(List.of(Journals.id("b")), ids(store.invocations(first.get(0).number(), 1, Scope.ALL)));
        }
    }

    @Test
    void owners_beat_release_and_are_forgotten() {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.openOrCreate(journal())) {
            assertEquals(Optional.empty(), store.beat(Journals.ME));
            store.register(Journals.owner(Journals.ME));
            assertEquals(Optional.of(1L), store.beat(Journals.ME));
            store.register(Journals.owner(Journals.ME));
            assertEquals(Optional.of(new OwnerBeat(Journals.owner(Journals.ME), 1)), store.owner(Journals.ME));
            store.append(Journals.append("a", 0));
            store.append(Journals.append("b", 0));
            store.release(Journals.id("a"), holder(7));
            assertEquals(holder(1), store.read(Journals.id("a")).orElseThrow().row().holder());
            store.release(Journals.id("a"), holder(1));
            assertEquals(new Holder(Optional.empty(), 1), store.read(Journals.id("a")).orElseThrow().row().holder());
            store.unregister(Journals.ME);
            assertEquals(new Holder(Optional.empty(), 1), store.read(Journals.id("b")).orElseThrow().row().holder());
            assertEquals(Optional.empty(), store.owner(Journals.ME));
            assertEquals(Optional.empty(), store.beat(Journals.ME));
        }
    }

    @Test
    void two_stores_on_one_file_see_each_other_and_the_last_to_close_leaves_one_file() throws Exception {
        try (SqliteCheckpointStore one = Journals.store(journal());
                SqliteCheckpointStore two = SqliteCheckpointStore.openOrCreate(journal())) {
            assertEquals(APPENDED, one.append(Journals.append("a", 0)));
            assertEquals(HEAD_MOVED, two.append(Journals.append("a", 0)));
            assertEquals(APPENDED, two.append(Journals.append("a", 1)));
            assertEquals(2, one.read(Journals.id("a")).orElseThrow().records().size());
        }
        assertEquals(List.of("j.db"), names());
    }

    @Test
    void a_closed_store_says_so() {
        SqliteCheckpointStore store = Journals.store(journal());
        store.close();
        store.close();
        StoreException refused = assertThrows(StoreException.class, () -> store.append(Journals.append("a", 0)));
        assertEquals(StoreProblem.CLOSED, refused.problem());
        assertEquals(StoreProblem.CLOSED, assertThrows(StoreException.class, () -> store.read(Journals.id("a"))).problem());
    }

    @Test
    void only_opening_or_creating_makes_a_journal() throws Exception {
        assertEquals(StoreProblem.MISSING, assertThrows(StoreException.class, () -> SqliteCheckpointStore.open(journal())).problem());
        assertEquals(List.of(), names());
        Path nowhere = directory.resolve("no/j.db");
        assertEquals(StoreProblem.MISSING, assertThrows(StoreException.class, () -> SqliteCheckpointStore.openOrCreate(nowhere)).problem());
    }

    @Test
    void a_path_with_every_awkward_letter_works() throws Exception {
        Path awkward = directory.resolve("a b%41?mode=ro#x&é'\".db");
        try (SqliteCheckpointStore store = Journals.store(awkward)) {
            assertInstanceOf(AppendResult.Appended.class, store.append(Journals.append("a", 0)));
        }
        assertEquals(List.of(awkward.getFileName().toString()), names());
    }

    private List<String> names() throws Exception {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private static List<?> ids(List<InvocationRow> rows) {
        return rows.stream().map(InvocationRow::id).toList();
    }
}
