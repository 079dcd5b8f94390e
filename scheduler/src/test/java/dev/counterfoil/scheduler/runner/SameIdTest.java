// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same id from several threads and from several runtimes at once: one dispatch, whoever asks. */
@Timeout(240)
final class SameIdTest {
    @TempDir
    private Path directory;

    private static Invocation invocation(Dispatcher provider) {
        return Invocation.of("same")
                .limit(Dimension.MAX_CALLS, 3)
                .backoff(Backoff.NONE)
                .provider("p", provider)
                .build();
    }

    @RepeatedTest(5)
    void threads_and_runtimes_that_ask_at_once_make_one_call_and_hear_one_answer() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        Invocation same = invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet()));
        Path file = directory.resolve("j.db");
        int own = 0;
        try (Counterfoil one = Counterfoil.open(file); Counterfoil two = Counterfoil.open(file)) {
            List<Caller> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(Caller.of(i % 2 == 0 ? one : two, same));
            }
            for (Caller caller : callers) {
                InvocationResult result = caller.result();
                assertEquals("call 1", result.response().orElseThrow().utf8());
                own += result.origin() == InvocationResult.Origin.THIS_RUN ? 1 : 0;
            }
            assertEquals("opening intent outcome closing", Read.story(one, "same"));
        }
        assertEquals(1, calls.get());
        assertEquals(1, own);
    }

    @Test
    void while_one_thread_runs_it_another_waits_and_then_hears_the_recorded_answer() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("once"));
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("j.db"))) {
            Caller first = Caller.of(runtime, invocation(gate));
            gate.awaitCall();
            Caller second = Caller.of(runtime, invocation(gate));
            gate.release();
            assertEquals(InvocationResult.Origin.THIS_RUN, first.result().origin());
            assertEquals(InvocationResult.Origin.REPLAYED, second.result().origin());
        }
        assertEquals(1, gate.calls());
    }

    @Test
    void whose_patience_ends_is_told_that_it_is_owned_elsewhere_and_sends_nothing() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("once"));
        Path file = directory.resolve("j.db");
        try (Counterfoil one = Counterfoil.settings().ownerWait(Duration.ZERO).open(file);
                Counterfoil two = Counterfoil.settings().ownerWait(Duration.ofMillis(50)).open(file)) {
            Caller first = Caller.of(one, invocation(gate));
            gate.awaitCall();
            RunOutcome.OwnedElsewhere elsewhere =
                    assertInstanceOf(RunOutcome.OwnedElsewhere.class, two.run(invocation(gate)));
            assertEquals(ProcessHandle.current().pid(), elsewhere.owner().orElseThrow().owner().pid());
            assertInstanceOf(RunOutcome.OwnedElsewhere.class, one.run(invocation(gate)));
            gate.release();
            assertEquals(InvocationResult.Status.SETTLED, first.result().status());
        }
        assertEquals(1, gate.calls());
    }

    @Test
    void whoever_asks_with_other_content_while_it_runs_is_told_of_the_conflict_and_does_not_wait() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("once"));
        try (Counterfoil runtime = Counterfoil.settings().ownerWait(Duration.ofHours(1)).open(directory.resolve("j.db"))) {
            Caller first = Caller.of(runtime, invocation(gate));
            gate.awaitCall();
            Invocation other = Invocation.of("same").request("other").limit(Dimension.MAX_CALLS, 3).provider("p", gate).build();
            assertInstanceOf(RunOutcome.Conflicting.class, Caller.of(runtime, other).outcome());
            gate.release();
            assertEquals(InvocationResult.Status.SETTLED, first.result().status());
        }
        assertEquals(1, gate.calls());
    }

    @Test
    void another_request_under_the_same_id_is_a_conflict_also_after_the_answer() {
        AtomicInteger calls = new AtomicInteger();
        Dispatcher provider = dispatch -> Answer.completed("call " + calls.incrementAndGet());
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("j.db"))) {
            runtime.run(invocation(provider)).result();
            Invocation other = Invocation.of("same")
                    .request("other")
                    .limit(Dimension.MAX_CALLS, 3)
                    .backoff(Backoff.NONE)
                    .provider("p", provider)
                    .build();
            assertInstanceOf(RunOutcome.Conflicting.class, runtime.run(other));
        }
        assertEquals(1, calls.get());
    }
}
