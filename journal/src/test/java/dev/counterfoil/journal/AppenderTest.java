// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.counterfoil.journal.chain.ChainWriter;
import dev.counterfoil.journal.ownership.OwnerIdentity;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.store.Acquisition;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.Standing;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appends whose answer was lost, and what is said of them. */
final class AppenderTest {
    private static final InvocationId ID = new InvocationId("order-17");
    private static final Owner ONE = OwnerIdentity.ofThisProcess();
    private static final Owner OTHER = OwnerIdentity.ofThisProcess();
    private static final AppendResult APPENDED = new AppendResult.Appended();
    private static final List<Entry> CHARGED = List.of(Steps.opening(), Steps.intent(1));

    @TempDir
    private Path directory;

    private SqliteCheckpointStore store;

    @BeforeEach
    void bothAreKnown() {
        store = SqliteCheckpointStore.openOrCreate(directory.resolve("j.db"));
        store.register(ONE);
        store.register(OTHER);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static Append opening(Owner owner, List<Entry> entries, Standing standing) {
        return new Append(ID, Head.NONE, new Authority.Owned(owner.id(), 1), ChainWriter.link(ID, Head.NONE, entries), standing);
    }

    private static Append behind(Append first, Authority authority, Entry... entries) {
        return new Append(ID, first.after(), authority, ChainWriter.link(ID, first.after(), List.of(entries)), Standing.OPEN);
    }

    /** The first append is not answered; before that happens what is told, and it is written or not. */
    private Appender unanswered(Runnable meanwhile, Between.Bend first) {
        AtomicBoolean asked = new AtomicBoolean();
        CheckpointStore bent = Between.of(store, (method, arguments, pass) -> {
            if (!method.equals("append") || asked.getAndSet(true)) {
                return pass.on();
            }
            Object answer = first.answer(method, arguments, pass);
            meanwhile.run();
            return answer;
        });
        return new Appender(bent);
    }

    private static Object lost(String method, Object[] arguments, Between.Pass pass) {
        return new AppendResult.Unknown("not answered");
    }

    private static Object writtenAndLost(String method, Object[] arguments, Between.Pass pass) throws Throwable {
        pass.on();
        return new AppendResult.Unknown("not answered");
    }

    @Test
    void an_opening_of_the_same_bytes_by_another_owner_is_not_taken_for_ours() {
        Append ours = opening(ONE, CHARGED, Standing.OPEN);
        Append theirs = opening(OTHER, CHARGED, Standing.OPEN);
        assertEquals(ours.records(), theirs.records());
        Appender appender = unanswered(() -> assertEquals(APPENDED, store.append(theirs)), AppenderTest::lost);
        assertInstanceOf(Appender.Fate.Moved.class, appender.append(ours));
        assertEquals(Optional.of(OTHER.id()), store.read(ID).orElseThrow().row().holder().owner());
    }

    @Test
    void an_opening_that_begins_like_another_owners_and_goes_on_otherwise_is_not_taken_for_ours() {
        Append theirs = opening(ONE, List.of(Steps.opening(), Steps.evidence(1)), Standing.OPEN);
        Appender appender = unanswered(() -> assertEquals(APPENDED, store.append(theirs)), AppenderTest::lost);
        assertInstanceOf(Appender.Fate.Moved.class, appender.append(opening(ONE, CHARGED, Standing.OPEN)));
    }

    @Test
    void our_own_unanswered_opening_is_ours() {
        Appender appender = unanswered(() -> {}, AppenderTest::writtenAndLost);
        assertInstanceOf(Appender.Fate.Written.class, appender.append(opening(ONE, CHARGED, Standing.OPEN)));
    }

    @Test
    void what_closes_at_once_permits_nothing_so_the_same_bytes_are_written_whoever_wrote_them() {
        List<Entry> entries = List.of(Steps.opening(), Steps.cancellation(1), Steps.closing(2));
        Append theirs = opening(OTHER, entries, Standing.CLOSED);
        Appender appender = unanswered(() -> assertEquals(APPENDED, store.append(theirs)), AppenderTest::lost);
        assertInstanceOf(Appender.Fate.Written.class, appender.append(opening(ONE, entries, Standing.CLOSED)));
    }

    @Test
    void an_intent_that_was_written_and_taken_over_before_we_looked_gives_no_permission() {
        Append opening = opening(ONE, List.of(Steps.opening()), Standing.OPEN);
        assertEquals(APPENDED, store.append(opening));
        Holder before = new Holder(Optional.of(ONE.id()), 1);
        Appender appender = unanswered(
                () -> assertEquals(new Acquisition.Acquired(2), store.acquire(ID, OTHER.id(), before)), AppenderTest::writtenAndLost);
        assertEquals(new Appender.Fate.Lost(new Holder(Optional.of(OTHER.id()), 2)),
                appender.append(behind(opening, new Authority.Owned(ONE.id(), 1), Steps.intent(1))));
    }

    @Test
    void evidence_of_anyone_is_written_whoever_holds_the_invocation() {
        Append opening = opening(ONE, CHARGED, Standing.OPEN);
        assertEquals(APPENDED, store.append(opening));
        Appender appender = unanswered(() -> {}, AppenderTest::writtenAndLost);
        assertInstanceOf(Appender.Fate.Written.class, appender.append(behind(opening, new Authority.Anyone(), Steps.evidence(2))));
    }
}
