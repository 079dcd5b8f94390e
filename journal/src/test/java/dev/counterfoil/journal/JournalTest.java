// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.ownership.Heart;
import dev.counterfoil.journal.ownership.Lease;
import dev.counterfoil.journal.ownership.OwnerIdentity;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.store.Acquisition;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may append what, and what a runtime that was held up keeps. */
final class JournalTest {
    private static final InvocationId A = new InvocationId("a");
    private static final InvocationId B = new InvocationId("b");
    private static final Owner OTHER = OwnerIdentity.ofThisProcess();

    @TempDir
    private Path directory;

    private final List<Heart> hearts = new ArrayList<>();
    private SqliteCheckpointStore store;
    private Journal journal;
    private boolean beatsFail;
    private int reads;
    private long nanos;

    @BeforeEach
    void open() {
        store = SqliteCheckpointStore.openOrCreate(directory.resolve("j.db"));
        CheckpointStore bent = Between.of(store, (method, arguments, pass) -> {
            if (beatsFail && method.equals("beat")) {
                throw new StoreException(StoreProblem.BUSY, "here", "busy for the test");
            }
            reads += method.equals("read") ? 1 : 0;
            return pass.on();
        });
        journal = Journal.over(bent, () -> begun(bent), Law.GRAMMAR_ONLY, JournalListener.NONE);
        store.register(OTHER);
    }

    private Heart begun(CheckpointStore bent) {
        hearts.add(Heart.still(bent, OwnerIdentity.ofThisProcess(), () -> nanos));
        return hearts.get(hearts.size() - 1);
    }

    @AfterEach
    void close() {
        journal.close();
        hearts.forEach(heart -> assertTrue(heart.isOver(), "a heart outlives its journal"));
    }

    private InvocationJournal opened(InvocationId id, Entry... entries) {
        return assertInstanceOf(Started.Opened.class, journal.open(id, List.of(entries))).journal();
    }

    private OwnerId me() {
        return hearts.get(0).owner().id();
    }

    private Holder holder(InvocationId id) {
        return store.read(id).orElseThrow().row().holder();
    }

    @Test
    void a_runtime_whose_beats_fail_keeps_what_it_runs_when_another_run_begins() {
        Started.Opened first = assertInstanceOf(
                Started.Opened.class, journal.open(A, List.of(Steps.opening(), Steps.intent(1))));
        InvocationJournal running = first.journal();
        DurableIntent proof = first.proof().orElseThrow();
        assertTrue(proof.mayBeDispatched());
        nanos += Lease.SILENCE.plusSeconds(1).toNanos();
        beatsFail = true;
        opened(B, Steps.opening());
        assertEquals(1, hearts.size());
        assertEquals(new Holder(Optional.of(me()), 1), holder(A));
        assertFalse(proof.mayBeDispatched());
        beatsFail = false;
        hearts.get(0).beatNow();
        assertFalse(proof.mayBeDispatched(), "a beat behind a gap vouches for what is appended after it only");
        assertInstanceOf(Commit.Committed.class, running.append(List.of(Steps.outcome(2, OutcomeClass.UNCERTAIN))));
    }

    @Test
    void a_runtime_that_is_not_known_any_more_opens_under_another_name_and_its_last_outcome_is_still_let_in() {
        InvocationJournal running = opened(A, Steps.opening(), Steps.intent(1));
        forget(me());
        nanos += Lease.DISPATCH.plusSeconds(1).toNanos();
        opened(B, Steps.opening());
        assertEquals(2, hearts.size());
        assertEquals(Optional.of(hearts.get(1).owner().id()), holder(B).owner());
        assertInstanceOf(Commit.Committed.class, running.append(List.of(Steps.outcome(2, OutcomeClass.UNCERTAIN))));
    }

    @Test
    void an_opening_by_a_runtime_that_was_just_forgotten_is_repeated_under_another_name() {
        opened(A, Steps.opening());
        forget(me());
        opened(B, Steps.opening());
        assertEquals(2, hearts.size());
        assertNotEquals(Optional.of(me()), holder(B).owner());
    }

    /** The owner's row alone goes, as where another host took the runtime for dead: what it held still names it. */
    private void forget(OwnerId owner) {
        try (Connection tool = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("j.db"))) {
            assertEquals(1, tool.createStatement().executeUpdate("delete from owner where id = '" + owner + "'"));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void what_another_runtime_cancelled_and_closed_has_moved_and_was_not_lost() {
        InvocationJournal running = opened(A, Steps.opening());
        Amendment cancelled = journal.amend(A, chronicle -> List.of(Steps.cancellation(1), Steps.closing(2)));
        assertInstanceOf(Amendment.Amended.class, cancelled);
        assertInstanceOf(Commit.Moved.class, running.append(List.of(Steps.intent(1))));
        assertTrue(running.state().closing().isPresent());
    }

    @Test
    void what_another_runtime_took_over_is_lost() {
        InvocationJournal running = opened(A, Steps.opening());
        assertEquals(new Acquisition.Acquired(2), store.acquire(A, OTHER.id(), holder(A)));
        assertEquals(new Commit.Lost(new Holder(Optional.of(OTHER.id()), 2)), running.append(List.of(Steps.intent(1))));
    }

    @Test
    void whoever_does_not_own_appends_evidence_and_cancellations_and_closes_only_what_it_cancels() {
        opened(A, Steps.opening(), Steps.intent(1));
        List<List<Entry>> owners = List.of(
                List.of(Steps.outcome(2, OutcomeClass.UNCERTAIN)), List.of(Steps.evidence(2), Steps.outcome(3, OutcomeClass.UNCERTAIN)),
                List.of(Steps.verdict(2)), List.of(Steps.outcome(2, OutcomeClass.NOT_DISPATCHED), Steps.closing(3)));
        for (List<Entry> entries : owners) {
            assertThrows(IllegalStateException.class, () -> journal.amend(A, chronicle -> entries));
        }
        opened(B, Steps.opening());
        assertThrows(IllegalStateException.class, () -> journal.amend(B, chronicle -> List.of(Steps.intent(1))));
        assertThrows(IllegalStateException.class, () -> journal.amend(B, chronicle -> List.of(Steps.closing(1))));
        assertEquals(1, store.read(B).orElseThrow().records().size());
        assertInstanceOf(Amendment.Amended.class, journal.amend(A, chronicle -> List.of(Steps.evidence(2), Steps.cancellation(3))));
        assertInstanceOf(Amendment.Amended.class,
                journal.amend(B, chronicle -> List.of(Steps.evidence(1), Steps.cancellation(2), Steps.closing(3))));
    }

    @Test
    void a_look_reads_the_records_only_where_somebody_added_some() {
        InvocationJournal running = opened(A, Steps.opening(), Steps.intent(1));
        reads = 0;
        assertInstanceOf(Commit.Moved.class, running.reread());
        assertEquals(0, reads);
        journal.amend(A, chronicle -> List.of(Steps.cancellation(2)));
        reads = 0;
        assertInstanceOf(Commit.Moved.class, running.reread());
        assertEquals(1, reads);
        assertTrue(running.state().cancellation().isPresent());
        assertEquals(new Acquisition.Acquired(2), store.acquire(A, OTHER.id(), holder(A)));
        assertInstanceOf(Commit.Lost.class, running.reread());
    }

    @Test
    void a_pause_that_a_beat_ends_changes_no_name() {
        opened(A, Steps.opening());
        nanos += Duration.ofMinutes(5).toNanos();
        opened(B, Steps.opening());
        assertEquals(1, hearts.size());
        assertEquals(Duration.ZERO, hearts.get(0).sinceLastBeat());
    }
}
