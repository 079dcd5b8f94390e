// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.Journals;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Appends of several callers in one commit: who shares what with whom, and what nobody shares. */
final class GroupCommitTest {
    private static final AppendResult APPENDED = new AppendResult.Appended();
    private static final AppendResult HEAD_MOVED = new AppendResult.HeadMoved();
    private static final SQLException LOST = new SQLiteException("lost", SQLiteErrorCode.SQLITE_IOERR_FSYNC);
    private static final SQLException FULL = new SQLiteException("full", SQLiteErrorCode.SQLITE_FULL);
    private static final Session.Committing FAILS = link -> {
        throw LOST;
    };
    private static final Session.Committing COMMITS_AND_FAILS = link -> {
        Session.Committing.PLAIN.commit(link);
        throw LOST;
    };

    @TempDir
    private Path directory;

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final Deque<Session.Committing> script = new ArrayDeque<>();
    private final List<FutureTask<AppendResult>> callers = new ArrayList<>();
    private Runnable beforeGoingOn = () -> {};
    private Runnable afterHeld = () -> {};
    private int commits;
    private int made;
    private Session session;
    private GroupCommit groups;

    @BeforeEach
    void journalIsThere() {
        Journals.store(journal()).close();
        session = new Session(JournalFile.findNamed(journal(), SchemaSteps.KNOWN), link -> {
            commits++;
            (script.isEmpty() ? Session.Committing.PLAIN : script.pop()).commit(link);
        });
        groups = new GroupCommit(session);
    }

    @AfterEach
    void closed() {
        session.close();
    }

    private Path journal() {
        return directory.resolve("j.db");
    }

    /** One caller's commit is held until these others wait behind it, in this order; then all go on, and the next commits by the script. */
    private List<Object> behindOne(List<Append> others, Session.Committing... then) throws Exception {
        script.add(link -> {
            held.countDown();
            await(goOn);
            Session.Committing.PLAIN.commit(link);
            afterHeld.run();
        });
        script.addAll(List.of(then));
        call(() -> groups.append(Journals.append("held", 0)));
        await(held);
        for (Append other : others) {
            int before = groups.waiting();
            call(() -> groups.append(other));
            while (groups.waiting() == before) {
                Thread.onSpinWait();
            }
        }
        beforeGoingOn.run();
        goOn.countDown();
        List<Object> ends = new ArrayList<>();
        for (FutureTask<AppendResult> caller : callers) {
            ends.add(end(caller));
        }
        assertEquals(APPENDED, ends.get(0));
        return ends.subList(1, ends.size());
    }

    private void call(Callable<AppendResult> append) {
        FutureTask<AppendResult> caller = new FutureTask<>(append);
        callers.add(caller);
        Thread thread = new Thread(caller, "caller " + callers.size());
        thread.setDaemon(true);
        thread.start();
    }

    private static Object end(FutureTask<AppendResult> caller) throws Exception {
        try {
            return caller.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Append> openings(int count) {
        return IntStream.range(0, count).mapToObj(i -> Journals.append("id " + i, 0)).toList();
    }

    private List<String> there() {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            assertEquals(List.of(), store.checkAnchor());
            return store.invocations(0, 1_000, Scope.ALL).stream().map(InvocationRow::id).map(Object::toString).toList();
        }
    }

    private static List<String> heldAnd(List<Append> appends) {
        List<String> names = new ArrayList<>(List.of("held"));
        appends.forEach(append -> names.add(append.invocation().toString()));
        return names;
    }

    @Test
    void whoever_comes_while_one_commits_goes_together_in_the_order_of_coming() throws Exception {
        List<Append> openings = openings(20);
        assertEquals(Collections.nCopies(20, APPENDED), behindOne(openings));
        assertEquals(2, commits);
        assertEquals(heldAnd(openings), there());
    }

    @Test
    void who_comes_alone_commits_alone() {
        for (int i = 0; i < 5; i++) {
            assertEquals(APPENDED, groups.append(Journals.append("a", i)));
            assertEquals(i + 1, commits);
        }
    }

    @Test
    void a_group_has_a_bound_and_the_rest_goes_next() throws Exception {
        List<Append> openings = openings(GroupCommit.APPENDS + 3);
        assertEquals(Collections.nCopies(openings.size(), APPENDED), behindOne(openings));
        assertEquals(3, commits);
        assertEquals(heldAnd(openings), there());
    }

    @Test
    void a_group_takes_no_more_once_it_is_heavy() throws Exception {
        int half = (int) GroupCommit.BYTES / 2;
        List<Append> openings = IntStream.range(0, 5).mapToObj(i -> Journals.heavyOpening("id " + i, half)).toList();
        assertEquals(Collections.nCopies(5, APPENDED), behindOne(openings));
        assertEquals(4, commits);
        assertEquals(heldAnd(openings), there());
    }

    @Test
    void a_beat_waits_for_the_commit_under_way_and_for_no_group_behind_it() throws Exception {
        List<Integer> before = Collections.synchronizedList(new ArrayList<>());
        Thread beat = new Thread(() -> session.write(link -> before.add(commits), new NoDoubt()), "beat");
        beat.setDaemon(true);
        beforeGoingOn = () -> {
            beat.start();
            while (beat.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        };
        List<Append> openings = openings(2 * GroupCommit.APPENDS);
        assertEquals(Collections.nCopies(openings.size(), APPENDED), behindOne(openings));
        beat.join(60_000);
        assertEquals(List.of(1), before);
        assertEquals(4, commits);
    }

    /** For a commit that does not fail. */
    private static final class NoDoubt implements Session.Doubt<Boolean> {
        @Override
        public Optional<Boolean> look(Link fresh) {
            throw new AssertionError("its commit did not fail");
        }

        @Override
        public Boolean unknown(SQLException cause) {
            throw new AssertionError("its commit did not fail", cause);
        }
    }

    @Test
    void a_refusal_in_a_group_is_its_callers_alone() throws Exception {
        List<Append> appends = List.of(
                Journals.append("id 0", 0),
                Journals.append("held", 0),
                Journals.append("nowhere", 3),
                Journals.append("held", 1, new Authority.Owned(Journals.OTHER, 7), Standing.OPEN),
                Journals.append("id 4", 0));
        AppendResult lost = new AppendResult.EpochMoved(new Holder(Optional.of(Journals.ME), 1));
        assertEquals(List.of(APPENDED, HEAD_MOVED, HEAD_MOVED, lost, APPENDED), behindOne(appends));
        assertEquals(2, commits);
        assertEquals(List.of("held", "id 0", "id 4"), there());
    }

    @Test
    void of_two_behind_one_head_in_one_group_the_first_is_let_in() throws Exception {
        List<Append> appends = List.of(
                Journals.append("held", 1, new Authority.Anyone(), Standing.OPEN),
                Journals.append("held", 1),
                Journals.append("twice", 0),
                Journals.append("twice", 0));
        assertEquals(List.of(APPENDED, HEAD_MOVED, APPENDED, HEAD_MOVED), behindOne(appends));
        assertEquals(List.of("held", "twice"), there());
    }

    @Test
    void a_callers_own_fault_is_thrown_to_it_and_stops_no_other() throws Exception {
        List<Append> appends = List.of(
                Journals.append("id 0", 0),
                Journals.append("id 1", 0, new Authority.Anyone(), Standing.OPEN),
                Journals.append("id 2", 0));
        List<Object> ends = behindOne(appends);
        assertInstanceOf(IllegalArgumentException.class, ends.remove(1));
        assertEquals(List.of(APPENDED, APPENDED), ends);
        assertEquals(List.of("held", "id 0", "id 2"), there());
    }

    @Test
    void a_group_that_certainly_did_not_commit_is_made_again_one_by_one() throws Exception {
        List<Append> openings = openings(4);
        Session.Committing look = Session.Committing.PLAIN;
        Session.Committing full = link -> {
            throw FULL;
        };
        List<Object> ends = behindOne(openings, FAILS, look, look, look, full, look, look);
        StoreException refused = assertInstanceOf(StoreException.class, ends.remove(2));
        assertEquals(StoreProblem.FULL, refused.problem());
        assertEquals(List.of(APPENDED, APPENDED, APPENDED), ends);
        assertEquals(List.of("held", "id 0", "id 1", "id 3"), there());
    }

    @Test
    void a_group_that_is_there_although_its_commit_failed_is_appended_once() throws Exception {
        List<Append> appends = new ArrayList<>(openings(3));
        appends.add(Journals.append("held", 1, new Authority.Owned(Journals.OTHER, 7), Standing.OPEN));
        AppendResult lost = new AppendResult.EpochMoved(new Holder(Optional.of(Journals.ME), 1));
        assertEquals(List.of(APPENDED, APPENDED, APPENDED, lost), behindOne(appends, COMMITS_AND_FAILS));
        assertEquals(List.of("held", "id 0", "id 1", "id 2"), there());
    }

    @Test
    void where_nobody_can_look_every_one_of_the_group_is_unknown_and_a_later_read_tells() throws Exception {
        List<Object> ends = behindOne(openings(3), COMMITS_AND_FAILS, FAILS);
        ends.forEach(end -> assertInstanceOf(AppendResult.Unknown.class, end));
        assertEquals(List.of("held", "id 0", "id 1", "id 2"), there());
    }

    @Test
    void a_group_that_failed_while_another_process_was_faster_with_one_of_it_loses_that_one_only() throws Exception {
        Session.Committing overtaken = link -> {
            link.execute("rollback");
            try (SqliteCheckpointStore other = SqliteCheckpointStore.open(journal())) {
                assertEquals(APPENDED,
                        other.append(Journals.append("id 1", 0, new Authority.Owned(Journals.OTHER, 1), Standing.OPEN)));
            }
            throw LOST;
        };
        assertEquals(List.of(APPENDED, HEAD_MOVED, APPENDED), behindOne(openings(3), overtaken));
        assertEquals(List.of("held", "id 1", "id 0", "id 2"), there());
    }

    @Test
    void what_nobody_can_begin_is_told_to_each_at_once() throws Exception {
        afterHeld = session::close;
        List<Object> ends = behindOne(openings(8));
        for (Object end : ends) {
            assertEquals(StoreProblem.CLOSED, assertInstanceOf(StoreException.class, end).problem());
        }
        assertEquals(1, new HashSet<>(ends).size(), "it was tried again for each");
        assertEquals(List.of("held"), there());
    }

    /** Makes appends as ever, but for the calls in this list, which throw it before anything is begun. */
    private void failing(Supplier<AppendResult> thrown, Integer... calls) {
        groups = new GroupCommit(session.path(), GroupCommit.GATHER_NANOS, together -> {
            if (List.of(calls).contains(made++)) {
                thrown.get();
            }
            return session.write(together, together);
        });
    }

    @Test
    void an_error_before_the_commit_of_a_group_has_each_made_again_and_is_told_to_whom_it_happens_then() throws Exception {
        Error error = new OutOfMemoryError("planted");
        failing(() -> {
            throw error;
        }, 1, 3);
        assertEquals(List.of(APPENDED, error, APPENDED), behindOne(openings(3)));
        assertEquals(APPENDED, groups.append(Journals.append("later", 0)));
        assertEquals(List.of("held", "id 0", "id 2", "later"), there());
    }

    @Test
    void where_one_of_a_group_that_failed_cannot_begin_again_the_rest_is_told_so_and_not_tried() throws Exception {
        StoreException busy = new StoreException(StoreProblem.BUSY, "j.db", "planted");
        failing(() -> {
            throw busy;
        }, 2, 3, 4);
        assertEquals(List.of(busy, busy, busy), behindOne(openings(3), FAILS));
        assertEquals(3, made, "the held one, the group, the first of it");
        assertEquals(List.of("held"), there());
    }

    @Test
    void an_error_in_the_thread_that_commits_is_its_own_and_leaves_the_others_unknown_and_the_lead_free() throws Exception {
        Error error = new StackOverflowError("planted");
        List<Object> ends = behindOne(openings(3), link -> {
            throw error;
        });
        assertSame(error, ends.get(0));
        assertInstanceOf(AppendResult.Unknown.class, ends.get(1));
        assertInstanceOf(AppendResult.Unknown.class, ends.get(2));
        assertEquals(APPENDED, groups.append(Journals.append("later", 0)));
        assertEquals(List.of("held", "later"), there());
        // What became of its commit is not known, so the log was begun anew before the next one.
        assertEquals(Long.valueOf(1), session.read(link -> link.number("select settlements from journal")));
    }
}
