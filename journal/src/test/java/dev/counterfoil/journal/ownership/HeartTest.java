// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.Between;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HeartTest {
    @TempDir
    private Path directory;

    private long nanos;

    private static Owner running(String name) {
        return new Owner(new OwnerId(name), "boot", "ns", 7, "700");
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private SqliteCheckpointStore store() {
        return SqliteCheckpointStore.openOrCreate(directory.resolve("j.db"));
    }

    @Test
    void a_beating_heart_registers_at_once_and_its_closing_unregisters() {
        try (SqliteCheckpointStore store = store()) {
            Owner me = OwnerIdentity.ofThisProcess();
            try (Heart heart = Heart.beating(store, me)) {
                assertTrue(heart.isOwning());
                assertEquals(me, store.owner(heart.owner().id()).orElseThrow().owner());
            }
            assertEquals(Optional.empty(), store.owner(me.id()));
        }
    }

    @Test
    void a_late_beat_vouches_for_no_intent_from_before_the_silence() {
        try (SqliteCheckpointStore store = store(); Heart heart = Heart.still(store, running("me"), () -> nanos)) {
            long before = heart.nanos();
            assertTrue(heart.vouchesSince(before));
            pass(Lease.DISPATCH);
            assertTrue(heart.vouchesSince(before));
            pass(Duration.ofNanos(1));
            assertFalse(heart.vouchesSince(before), "the beat is too old");
            heart.beatNow();
            assertTrue(heart.vouchesSince(before), "nobody can have taken over in the meantime");
            pass(Lease.SILENCE.plusNanos(1));
            heart.beatNow();
            assertFalse(heart.vouchesSince(before), "somebody may have");
            assertTrue(heart.vouchesSince(heart.nanos()), "what is appended from now on is guarded by the epoch");
        }
    }

    @Test
    void a_heart_owns_while_its_beats_are_young_and_never_again_once_its_row_is_gone() {
        try (SqliteCheckpointStore store = store(); Heart heart = Heart.still(store, running("me"), () -> nanos)) {
            assertTrue(heart.isOwning());
            pass(Duration.ofSeconds(9));
            assertEquals(Duration.ofSeconds(9), heart.sinceLastBeat());
            heart.beatNow();
            assertEquals(Duration.ZERO, heart.sinceLastBeat());
            assertEquals(1, store.owner(new OwnerId("me")).orElseThrow().beat());
            pass(Lease.SILENCE);
            assertTrue(heart.isOwning());
            pass(Duration.ofNanos(1));
            assertFalse(heart.isOwning());
            heart.beatNow();
            assertTrue(heart.isOwning());
            store.unregister(new OwnerId("me"));
            heart.beatNow();
            assertFalse(heart.isOwning());
            store.register(running("me"));
            heart.beatNow();
            assertFalse(heart.isOwning());
        }
    }

    @Test
    void a_beat_that_fails_is_left_to_the_next_one_and_closing_forgets_the_runtime() {
        SqliteCheckpointStore store = store();
        Heart heart = Heart.still(store, running("me"), () -> nanos);
        store.close();
        pass(Duration.ofSeconds(5));
        heart.beatNow();
        assertTrue(heart.isOwning());
        assertEquals(Duration.ofSeconds(5), heart.sinceLastBeat());
        try (SqliteCheckpointStore again = store()) {
            Heart.still(again, running("me"), () -> nanos).close();
            assertEquals(Optional.empty(), again.owner(new OwnerId("me")));
        }
    }

    @Test
    void an_error_in_a_beat_does_not_end_the_beating() {
        try (SqliteCheckpointStore store = store()) {
            AtomicBoolean failing = new AtomicBoolean(true);
            CheckpointStore bent = Between.of(store, (method, arguments, pass) -> {
                if (method.equals("beat") && failing.get()) {
                    throw new OutOfMemoryError("for the test");
                }
                return pass.on();
            });
            Heart heart = Heart.still(bent, running("me"), () -> nanos);
            heart.beatNow();
            failing.set(false);
            heart.beatNow();
            assertEquals(1, store.owner(new OwnerId("me")).orElseThrow().beat());
        }
    }
}
