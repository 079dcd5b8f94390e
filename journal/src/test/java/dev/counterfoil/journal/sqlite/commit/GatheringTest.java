// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.Journals;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource.Scope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom the leader of a group waits for, and what an interrupt does to who waits. Its leaders wait for ever, so no clock decides here. */
final class GatheringTest {
    private static final AppendResult APPENDED = new AppendResult.Appended();

    @TempDir
    private Path directory;

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<FutureTask<AppendResult>> callers = new ArrayList<>();
    private final List<Boolean> interrupted = Collections.synchronizedList(new ArrayList<>());
    private int commits;
    private Session session;
    private GroupCommit groups;

    @BeforeEach
    void threeCameLastTime() throws Exception {
        Journals.store(journal()).close();
        session = new Session(JournalFile.findNamed(journal(), SchemaSteps.KNOWN), link -> {
            if (commits++ == 0) {
                held.countDown();
                assertTrue(awaited(goOn));
            }
            Session.Committing.PLAIN.commit(link);
        });
        groups = new GroupCommit(session.path(), Long.MAX_VALUE, together -> session.write(together, together));
        call("held");
        assertTrue(awaited(held));
        Thread leader = waiting("id 0");
        waiting("id 1");
        goOn.countDown();
        while (leader.getState() != Thread.State.TIMED_WAITING) {
            assertTrue(leader.isAlive(), "it waited for nobody");
        }
        assertEquals(APPENDED, groups.append(Journals.append("id 2", 0)));
        allAreAppended();
        assertEquals(2, commits);
        callers.clear();
    }

    /** Since three came. */
    private int newCommits() {
        return commits - 2;
    }

    @AfterEach
    void closed() {
        session.close();
    }

    private Path journal() {
        return directory.resolve("j.db");
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Thread call(String invocation) {
        Append append = Journals.append(invocation, 0);
        FutureTask<AppendResult> caller = new FutureTask<>(() -> {
            AppendResult result = groups.append(append);
            if (Thread.interrupted()) {
                interrupted.add(true);
            }
            return result;
        });
        callers.add(caller);
        Thread thread = new Thread(caller, invocation);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A caller that waits: for the others where it leads, or for its leader. */
    private Thread waiting(String invocation) {
        int before = groups.waiting();
        Thread thread = call(invocation);
        while (groups.waiting() == before
                || thread.getState() != Thread.State.TIMED_WAITING && thread.getState() != Thread.State.WAITING) {
            assertTrue(thread.isAlive(), "it waited for nobody");
        }
        return thread;
    }

    private void allAreAppended() throws Exception {
        for (FutureTask<AppendResult> caller : callers) {
            assertEquals(APPENDED, caller.get(60, TimeUnit.SECONDS));
        }
    }

    private List<String> there() {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal())) {
            return store.invocations(0, 1_000, Scope.ALL).stream().map(InvocationRow::id).map(Object::toString).toList();
        }
    }

    @Test
    void a_leader_waits_for_as_many_as_came_last_time_and_they_share_its_commit() throws Exception {
        for (String late : List.of("x", "y")) {
            waiting(late);
            assertEquals(0, newCommits());
        }
        call("z");
        allAreAppended();
        assertEquals(1, newCommits());
        assertEquals(List.of("held", "id 0", "id 1", "id 2", "x", "y", "z"), there());
    }

    @Test
    void an_interrupt_ends_a_leaders_waiting_and_nothing_else() throws Exception {
        waiting("x").interrupt();
        allAreAppended();
        assertEquals(List.of(true), interrupted);
        assertEquals(1, newCommits());
        // It came alone: who comes next waits for nobody.
        assertEquals(APPENDED, groups.append(Journals.append("y", 0)));
        assertEquals(List.of("held", "id 0", "id 1", "id 2", "x", "y"), there());
    }

    @Test
    void an_interrupt_of_who_waits_for_a_leader_ends_nothing_and_stays_set() throws Exception {
        waiting("x");
        waiting("y").interrupt();
        assertEquals(APPENDED, groups.append(Journals.append("z", 0)));
        allAreAppended();
        assertEquals(List.of(true), interrupted);
        assertEquals(1, newCommits());
    }
}
