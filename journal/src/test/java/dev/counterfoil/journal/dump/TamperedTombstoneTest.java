// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.Pruner;
import dev.counterfoil.journal.chain.ChainScanner;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.chain.TombstoneCheck;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.sqlite.SqliteJournalReader;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.StoredInvocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is done to tombstones behind the journal's back is found: by a check always, and at opening as far as a name is at stake. */
class TamperedTombstoneTest {
    private static final OwnerId OWNER = new OwnerId("me");

    /** Nothing in it is closed later. */
    private static final Instant EVER = Instant.parse("9999-01-01T00:00:00Z");

    @TempDir
    private Path directory;

    /** Four settled ones, of which all but {@code two} are pruned, and with the last one the last record of all. */
    private Path journal() {
        Path file = directory.resolve("j.db");
        try (SqliteCheckpointStore store = SqliteCheckpointStore.openOrCreate(file)) {
            store.register(new Owner(OWNER, "boot", "pid:[1]", 42, "4711"));
            append(store, "one");
            append(store, "three");
            assertEquals(2, Pruner.prune(store, Law.GRAMMAR_ONLY, EVER, quiet()).pruned());
            append(store, "two");
            append(store, "last");
            assertEquals(1, prune(store, "last"));
        }
        return file;
    }

    private static void append(SqliteCheckpointStore store, String name) {
        Told told = Told.full(name);
        told.fresh().completed(0).settled();
        StoredInvocation stored = told.stored(1);
        store.append(new Append(told.id(), Head.NONE, new Authority.Owned(OWNER, 1), stored.records(), stored.row().standing()));
    }

    private static int prune(SqliteCheckpointStore store, String name) {
        return store.read(new InvocationId(name))
                .map(stored -> ChainScanner.scan(stored, Law.GRAMMAR_ONLY))
                .map(TombstoneCheck::pruning)
                .map(pruning -> store.prune(List.of(pruning)).toString().contains(name) ? 1 : 0).orElse(0);
    }

    private static Pruner.Watcher quiet() {
        return new Pruner.Watcher() {
            @Override
            public boolean goesOn(long number) {
                return true;
            }

            @Override
            public void damaged(Optional<InvocationId> id, Damage damage) {
                throw new AssertionError(id + ": " + damage);
            }
        };
    }

    private static void tamper(Path file, String statements) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements.split(";")) {
                statement.execute(sql);
            }
            statement.execute("pragma wal_checkpoint(truncate)");
        }
    }

    private static List<String> damages(Path file) {
        List<String> found = new ArrayList<>();
        Verification verification = new Verification((id, damage) -> found.add(id + " " + damage));
        try (SqliteJournalReader reader = SqliteJournalReader.open(file)) {
            JournalWalk walk = new JournalWalk(reader, Law.GRAMMAR_ONLY);
            walk.all(verification, JournalWalk.Progress.TO_THE_END);
            walk.anchor(verification);
        }
        return found;
    }

    @Test
    void a_sound_journal_with_tombstones_is_sound_and_opens() {
        Path file = journal();
        assertEquals(List.of(), damages(file));
        SqliteCheckpointStore.open(file).close();
    }

    /** All that could make a pruned name new again, or a name pruned that is not. */
    @ParameterizedTest
    @ValueSource(strings = {
        "delete from tombstone where id = 'one'", "delete from tombstone", "update tombstone set id = 'another' where id = 'one'",
        "update tombstone set number = 3 where id = 'one'", "update tombstone set last_key = 3 where id = 'one'",
        "update tombstone set last_key = 99 where id = 'one'", "update tombstone set digest = zeroblob(32) where id = 'one'",
        "update tombstone set digest = x'00' where id = 'one'", "update tombstone set last_digest = zeroblob(32) where id = 'last'",
        "insert into tombstone select 99, 'copied', records, last_key, last_digest,"
                + " digest_sum, digest from tombstone where id = 'one'",
        "insert into tombstone select 99, 'two', records, last_key, last_digest, digest_sum, digest from tombstone where id = 'one'",
        "update tombstone set id = 'x' where id = 'one';update tombstone set id = 'one' where id = 'three';"
                + "update tombstone set id = 'three' where id = 'x'",
        "update anchor set tombstones = 2", "update anchor set tombstone_sum = zeroblob(32)", "update anchor set tombstones = -1",
        "insert into invocation select number, id, null, 1, 4, last_key, 1 from tombstone where id = 'one';"
                + "delete from tombstone where id = 'one'",
        "delete from invocation where id = 'two'"})
    void what_puts_a_name_at_stake_is_refused_at_opening_and_the_file_is_as_it_was(String statements) throws Exception {
        Path file = journal();
        tamper(file, statements);
        byte[] before = Files.readAllBytes(file);
        assertTrue(!damages(file).isEmpty(), "the check finds nothing");
        assertThrows(DamagedJournalException.class, () -> SqliteCheckpointStore.open(file).close());
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "delete from tombstone_body where number = (select number from tombstone where id = 'one')",
        "insert into tombstone_body select 99, body from tombstone_body limit 1", "update tombstone_body set number = number + 1000",
        "update tombstone set records = 5 where id = 'one'", "update tombstone set records = -4 where id = 'one'",
        "update tombstone set last_digest = zeroblob(32) where id = 'one'", "update tombstone set last_digest = x'' where id = 'one'",
        "update tombstone set digest_sum = zeroblob(32) where id = 'one'", "update tombstone set digest_sum = x'00' where id = 'one'",
        "update tombstone_body set body = x''"
                + " where number = (select number from tombstone where id = 'one')", "update tombstone_body set body = zeroblob(100000000)"
                + " where number = (select number from tombstone where id = 'one')",
        "update tombstone_body set body = cast(replace(cast(body as text), 'confirmed', 'not_applied') as blob)"
                + " where number = (select number from tombstone where id = 'one')",
        "update tombstone_body set body = (select body from tombstone_body where number ="
                + " (select number from tombstone where id = 'three'))"
                + " where number = (select number from tombstone where id = 'one')",
        "create temp table kept as select * from tombstone;"
                + "update tombstone set (records, digest_sum) = (select records, digest_sum from kept where id = 'three')"
                + " where id = 'one';"
                + "update tombstone set (records, digest_sum) = (select records, digest_sum from kept where id = 'one')"
                + " where id = 'three'"})
    void everything_else_is_found_by_a_check(String statements) throws Exception {
        Path file = journal();
        tamper(file, statements);
        List<String> damages = damages(file);
        assertTrue(!damages.isEmpty(), "the check finds nothing");
    }

    @Test
    void a_pruned_invocation_that_was_put_back_is_found() throws Exception {
        Path file = journal();
        tamper(file, "insert into invocation select 77, id, null, 1, 4, last_key, 1 from tombstone where id = 'one'");
        assertTrue(damages(file).stream().anyMatch(each -> each.contains("ids that are pruned and there as well")), "" + damages(file));
        assertThrows(DamagedJournalException.class, () -> SqliteCheckpointStore.open(file).close());
    }
}
