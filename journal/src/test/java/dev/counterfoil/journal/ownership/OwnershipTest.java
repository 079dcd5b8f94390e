// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.Between;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnershipTest {
    private static final InvocationId A = new InvocationId("a");
    private static final Table HERE = new Table("boot", "ns", Map.of(7L, "700"));

    @TempDir
    private Path directory;

    private long nanos;

    private record Table(String bootId, String pidNamespace, Map<Long, String> running) implements ProcessTable {
        @Override
        public ProcessSighting look(long pid) {
            return running.containsKey(pid) ? new ProcessSighting.Running(running.get(pid)) : new ProcessSighting.Absent();
        }
    }

    private static Owner owner(String name, String boot, String namespace, long pid, String started) {
        return new Owner(new OwnerId(name), boot, namespace, pid, started);
    }

    private static Owner running(String name) {
        return owner(name, "boot", "ns", 7, "700");
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private SqliteCheckpointStore store() {
        return SqliteCheckpointStore.openOrCreate(directory.resolve("j.db"));
    }

    private static void open(SqliteCheckpointStore store, Owner owner) {
        store.register(owner);
        StoredRecord record = new StoredRecord(0, Sha256.of(new byte[1]), Bytes.EMPTY, Optional.empty(), Optional.empty());
        assertEquals(new AppendResult.Appended(),
                store.append(new Append(A, Head.NONE, new Authority.Owned(owner.id(), 1), List.of(record), Standing.OPEN)));
    }

    private Claim claim(SqliteCheckpointStore store, Owner by) {
        store.register(by);
        return new Claim(store, A, by.id(), HERE, () -> nanos);
    }

    @Test
    void of_killed_runtimes_that_held_nothing_no_row_stays_and_everybody_else_s_does() {
        Owner alive = running("alive");
        Owner otherBoot = owner("other-boot", "earlier", "ns", 8, "1");
        Owner otherNamespace = owner("other-namespace", "boot", "container", 8, "1");
        try (SqliteCheckpointStore store = store()) {
            open(store, owner("holds", "boot", "ns", 9, "900"));
            List.of(alive, otherBoot, otherNamespace, owner("dead", "boot", "ns", 8, "1"), owner("reused", "boot", "ns", 7, "699"))
                    .forEach(store::register);
            new IdleRows(store, HERE, () -> nanos).look();
            assertEquals(Set.of(alive, otherBoot, otherNamespace), Set.copyOf(store.idleOwners(10)));
            assertTrue(store.owner(new OwnerId("holds")).isPresent(), "what it holds is taken over first");
        }
    }

    @Test
    void a_row_of_another_boot_goes_when_its_beat_was_silent_for_long_enough_and_no_number_of_them_hides_a_dead_one() {
        Owner beats = owner("beats", "boot", "container", 8, "1");
        try (SqliteCheckpointStore store = store()) {
            store.register(beats);
            for (int i = 0; i < 100; i++) {
                store.register(owner("earlier-" + i, "earlier", "ns", 8, "1"));
            }
            Owner dead = owner("zz-dead", "boot", "ns", 8, "1");
            store.register(dead);
            IdleRows rows = new IdleRows(store, HERE, () -> nanos);
            assertFalse(rows.look());
            assertEquals(101, store.idleOwners(1000).size());
            assertEquals(Optional.empty(), store.owner(dead.id()));
            nanos += Lease.SILENCE.toNanos();
            rows.look();
            assertEquals(101, store.idleOwners(1000).size());
            store.beat(beats.id());
            nanos += 1;
            assertTrue(rows.look());
            assertEquals(List.of(beats), store.idleOwners(1000));
            nanos += 2 * Lease.SILENCE.toNanos();
            rows.look();
            assertEquals(List.of(beats), store.idleOwners(1000));
        }
    }

    @Test
    void a_runtime_that_begins_removes_the_row_of_one_that_was_killed() throws Exception {
        Owner me = OwnerIdentity.ofThisProcess();
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Owner killed = new Owner(new OwnerId("killed"), me.bootId(), me.pidNamespace(), dead.pid(), "1");
        try (SqliteCheckpointStore store = store()) {
            store.register(killed);
            Heart.beating(store, me).close();
            assertEquals(Optional.empty(), store.owner(killed.id()));
        }
    }

    @Test
    void an_owner_is_gone_at_once_only_where_boot_and_namespace_are_ours_and_its_process_is_not_there() {
        assertEquals(Liveness.UNKNOWN, Liveness.of(running("same process"), HERE));
        assertEquals(Liveness.GONE, Liveness.of(owner("pid used again", "boot", "ns", 7, "699"), HERE));
        assertEquals(Liveness.GONE, Liveness.of(owner("no such process", "boot", "ns", 8, "700"), HERE));
        assertEquals(Liveness.UNKNOWN, Liveness.of(owner("other boot", "boot2", "ns", 8, "700"), HERE));
        assertEquals(Liveness.UNKNOWN, Liveness.of(owner("other namespace", "boot", "ns2", 8, "700"), HERE));
    }

    @Test
    void this_process_is_known_to_itself_and_each_runtime_has_its_own_name() {
        Owner me = OwnerIdentity.ofThisProcess();
        assertEquals(ProcessHandle.current().pid(), me.pid());
        assertEquals(Liveness.UNKNOWN, Liveness.of(me, new HostProcesses()));
        assertNotEquals(me.id(), OwnerIdentity.ofThisProcess().id());
        assertEquals(Liveness.GONE, Liveness.of(new Owner(me.id(), me.bootId(), me.pidNamespace(), me.pid(), "1"), new HostProcesses()));
    }

    @Test
    void a_child_that_ended_is_gone() throws Exception {
        HostProcesses processes = new HostProcesses();
        Process child = new ProcessBuilder("cat").start();
        Owner owner = OwnerIdentity.of(processes, child.pid());
        assertEquals(Liveness.UNKNOWN, Liveness.of(owner, processes));
        child.getOutputStream().close();
        child.waitFor();
        assertEquals(Liveness.GONE, Liveness.of(owner, processes));
    }

    @Test
    void a_process_name_with_blanks_and_parentheses_does_not_hide_the_start_and_a_zombie_does_not_run() throws Exception {
        String rest = " 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 4711 0 0";
        Map<String, String> stats = Map.of("5", "5 (a) b (c)) S" + rest, "6", "6 (z) Z" + rest, "8", "8 (cut) S 1");
        for (Map.Entry<String, String> process : stats.entrySet()) {
            Path at = Files.createDirectories(directory.resolve("proc").resolve(process.getKey()));
            Files.writeString(at.resolve("stat"), process.getValue());
        }
        ProcFiles files = new ProcFiles(directory.resolve("proc"));
        Files.createDirectories(directory.resolve("proc/10/stat"));
        assertEquals(new ProcessSighting.Running("4711"), files.look("5"));
        assertEquals(new ProcessSighting.Absent(), files.look("6"));
        assertEquals(new ProcessSighting.Unknown(), files.look("8"));
        assertEquals(new ProcessSighting.Absent(), files.look("9"));
        assertEquals(new ProcessSighting.Unknown(), files.look("10"));
    }

    @Test
    void without_proc_the_start_instant_stands_in_and_no_other_table_has_the_same_boot() {
        HostProcesses bare = new HostProcesses(directory.resolve("nothing"));
        Owner me = OwnerIdentity.of(bare, ProcessHandle.current().pid());
        assertEquals(ProcessHandle.current().info().startInstant().orElseThrow().toString(), me.started());
        assertEquals(Liveness.UNKNOWN, Liveness.of(me, bare));
        assertNotEquals(bare.bootId(), new HostProcesses(directory.resolve("nothing")).bootId());
    }

    /** A process tree with us, the first process, and another one, of boot {@code b00t}. */
    private Path tree() throws Exception {
        Path proc = hiddenTree();
        for (String process : List.of("1", "self", "77")) {
            Files.createDirectories(proc.resolve(process));
            Files.writeString(proc.resolve(process).resolve("stat"), "1 (init) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 4711 0 0");
        }
        return proc;
    }

    private Path hiddenTree() throws Exception {
        Path proc = directory.resolve("proc");
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "b00t\n");
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createSymbolicLink(proc.resolve("self/ns/pid"), Path.of("pid:[4]"));
        return proc;
    }

    private static void makeUnreadable(Path file) throws Exception {
        Files.delete(file);
        Files.createDirectory(file);
    }

    @Test
    void where_other_processes_are_hidden_absence_proves_nothing() throws Exception {
        Owner gone = owner("gone", "b00t", "pid:[4]", 78, "1");
        assertEquals(Liveness.UNKNOWN, Liveness.of(gone, new HostProcesses(hiddenTree())));
    }

    @Test
    void what_could_not_be_read_proves_nothing_and_what_is_not_there_does() throws Exception {
        Path proc = tree();
        HostProcesses processes = new HostProcesses(proc);
        Owner running = owner("running", "b00t", "pid:[4]", 77, "4711");
        assertEquals(Liveness.UNKNOWN, Liveness.of(running, processes));
        assertEquals(Liveness.GONE, Liveness.of(owner("gone", "b00t", "pid:[4]", 78, "4711"), processes));
        makeUnreadable(proc.resolve("77/stat"));
        assertEquals(Liveness.UNKNOWN, Liveness.of(running, processes));
        makeUnreadable(proc.resolve("self/stat"));
        assertEquals(Liveness.UNKNOWN, Liveness.of(owner("gone", "b00t", "pid:[4]", 78, "4711"), processes));
        assertEquals(Liveness.UNKNOWN, Liveness.of(owner("init", "b00t", "pid:[4]", 1, "4711"), new HostProcesses(proc)));
    }

    @Test
    void a_runtime_that_could_not_read_its_own_start_is_taken_for_gone_by_its_silence_only() throws Exception {
        Path proc = tree();
        HostProcesses processes = new HostProcesses(proc);
        makeUnreadable(proc.resolve("77/stat"));
        Owner owner = OwnerIdentity.of(processes, 77);
        Files.delete(proc.resolve("77/stat"));
        Files.copy(proc.resolve("1/stat"), proc.resolve("77/stat"));
        assertEquals(Liveness.UNKNOWN, Liveness.of(owner, processes));
    }

    @Test
    void a_beat_seen_unchanged_for_10_seconds_is_silence_and_a_new_one_begins_anew() {
        BeatWatch watch = new BeatWatch();
        OwnerBeat one = new OwnerBeat(running("x"), 1);
        long start = Long.MAX_VALUE - 5;
        long end = start + Lease.SILENCE.toNanos();
        assertFalse(watch.isSilent(one, start, start));
        assertFalse(watch.isSilent(one, end - 1, end - 1));
        assertTrue(watch.isSilent(one, end, end));
        assertFalse(watch.isSilent(new OwnerBeat(running("x"), 2), end, end));
        assertFalse(watch.isSilent(new OwnerBeat(running("y"), 2), end + Lease.SILENCE.toNanos(), end + Lease.SILENCE.toNanos()));
    }

    @Test
    void time_in_which_the_asker_was_held_up_while_it_read_is_not_silence() {
        long silence = Lease.SILENCE.toNanos();
        BeatWatch watch = new BeatWatch();
        OwnerBeat one = new OwnerBeat(running("x"), 1);
        assertFalse(watch.isSilent(one, 0, silence - 1));
        assertFalse(watch.isSilent(one, silence, silence));
        assertFalse(watch.isSilent(one, 2 * silence - 2, 9 * silence));
        assertTrue(watch.isSilent(one, 2 * silence - 1, 9 * silence));
    }

    @Test
    void an_owner_that_beats_while_the_asker_is_held_up_before_its_read_keeps_what_it_owns() {
        try (SqliteCheckpointStore store = store()) {
            Owner other = running("other");
            open(store, other);
            AtomicBoolean first = new AtomicBoolean(true);
            CheckpointStore slow = Between.of(store, (method, arguments, pass) -> {
                if (method.equals("owner") && first.getAndSet(false)) {
                    pass(Lease.SILENCE.minusMillis(100));
                    store.beat(other.id());
                }
                return pass.on();
            });
            store.register(running("me"));
            Claim claim = new Claim(slow, A, new OwnerId("me"), HERE, () -> nanos);
            assertEquals(new ClaimResult.HeldElsewhere(new OwnerBeat(other, 1)), claim.tryNow());
            pass(Duration.ofMillis(100));
            assertEquals(new ClaimResult.HeldElsewhere(new OwnerBeat(other, 1)), claim.tryNow());
            pass(Lease.SILENCE.minusMillis(100));
            assertEquals(new ClaimResult.Acquired(2), claim.tryNow());
        }
    }

    @Test
    void a_living_owner_is_waited_for_until_its_beat_was_silent_for_10_seconds() {
        try (SqliteCheckpointStore store = store()) {
            Owner other = running("other");
            open(store, other);
            Claim claim = claim(store, running("me"));
            assertEquals(new ClaimResult.HeldElsewhere(new OwnerBeat(other, 0)), claim.tryNow());
            pass(Lease.SILENCE.minusNanos(1));
            store.beat(other.id());
            assertEquals(new ClaimResult.HeldElsewhere(new OwnerBeat(other, 1)), claim.tryNow());
            pass(Lease.SILENCE.minusNanos(1));
            assertInstanceOf(ClaimResult.HeldElsewhere.class, claim.tryNow());
            pass(Duration.ofNanos(1));
            assertEquals(new ClaimResult.Acquired(2), claim.tryNow());
            assertEquals(new ClaimResult.HeldHere(), claim.tryNow());
        }
    }

    @Test
    void a_dead_a_forgotten_and_a_released_owner_are_replaced_at_once() {
        try (SqliteCheckpointStore store = store()) {
            Owner dead = owner("dead", "boot", "ns", 8, "1");
            open(store, dead);
            Owner me = running("me");
            assertEquals(new ClaimResult.Acquired(2), claim(store, me).tryNow());
            store.release(A, new Holder(Optional.of(me.id()), 2));
            Owner second = running("second");
            assertEquals(new ClaimResult.Acquired(3), claim(store, second).tryNow());
            store.unregister(second.id());
            assertEquals(new ClaimResult.Acquired(4), claim(store, me).tryNow());
            assertEquals(new ClaimResult.NothingToOwn(),
                    new Claim(store, new InvocationId("b"), me.id(), HERE, () -> nanos).tryNow());
        }
    }

    @Test
    void the_row_of_a_dead_owner_goes_with_the_first_invocation_that_is_taken_from_it_and_a_silent_one_keeps_its_row() {
        try (SqliteCheckpointStore store = store()) {
            Owner dead = owner("dead", "boot", "ns", 8, "1");
            open(store, dead);
            assertEquals(new ClaimResult.Acquired(2), claim(store, running("me")).tryNow());
            assertEquals(Optional.empty(), store.owner(dead.id()));
            Claim second = claim(store, running("second"));
            assertInstanceOf(ClaimResult.HeldElsewhere.class, second.tryNow());
            pass(Lease.SILENCE);
            assertEquals(new ClaimResult.Acquired(3), second.tryNow());
            assertEquals(0, store.owner(new OwnerId("me")).orElseThrow().beat());
        }
    }

    @Test
    void an_acquisition_stands_where_the_dead_owners_row_cannot_be_removed() {
        try (SqliteCheckpointStore store = store()) {
            open(store, owner("dead", "boot", "ns", 8, "1"));
            store.register(running("me"));
            CheckpointStore bent = Between.of(store, (method, arguments, pass) -> {
                if (method.equals("unregister")) {
                    throw new StoreException(StoreProblem.BUSY, "here", "busy for the test");
                }
                return pass.on();
            });
            assertEquals(new ClaimResult.Acquired(2), new Claim(bent, A, new OwnerId("me"), HERE, () -> nanos).tryNow());
        }
    }

    @Test
    void a_claim_reads_no_records() {
        try (SqliteCheckpointStore store = store()) {
            open(store, running("other"));
            store.register(running("me"));
            CheckpointStore bent = Between.of(store, (method, arguments, pass) -> {
                assertNotEquals("read", method);
                return pass.on();
            });
            assertInstanceOf(ClaimResult.HeldElsewhere.class, new Claim(bent, A, new OwnerId("me"), HERE, () -> nanos).tryNow());
        }
    }

    @Test
    void three_beats_fit_into_the_silence_and_dispatching_ends_before_it() {
        assertTrue(Lease.BEAT.multipliedBy(3).compareTo(Lease.SILENCE) < 0);
        assertTrue(Lease.DISPATCH.compareTo(Lease.SILENCE) < 0);
    }
}
