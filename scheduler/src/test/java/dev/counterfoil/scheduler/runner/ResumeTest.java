// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Going on from the journal alone, and runs that their caller gave up. */
@Timeout(240)
final class ResumeTest {
    private static final InvocationId ID = new InvocationId("r");

    @TempDir
    private Path directory;

    private final AtomicInteger calls = new AtomicInteger();

    private Answer answer(Object ignored) {
        return Answer.completed("call " + calls.incrementAndGet());
    }

    private static Invocation invocation(Dispatcher dispatcher) {
        return Invocation.of("r")
                .limit(Dimension.MAX_CALLS, 3)
                .backoff(Backoff.NONE)
                .provider("p", dispatcher)
                .provider("q", dispatcher)
                .build();
    }

    /** Opened, and stopped before its first attempt. */
    private void opened() {
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("j.db"))) {
            Counterfoil[] self = {runtime};
            Invocation invocation = invocation(dispatch -> {
                self[0].stop();
                return Answer.retryable();
            });
            assertInstanceOf(RunOutcome.LeftOpen.class, runtime.run(invocation));
        }
    }

    private Means means(String... providers) {
        return new Means(
                List.of(providers).stream().map(id -> Provider.of(id, this::answer)).toList(), Backoff.NONE, Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"other", "p", "q,p", "p,other", "p,q,r", "p,p"})
    void means_with_other_providers_than_are_bound_count_as_unknown_and_charge_nothing(String ids) {
        opened();
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("j.db"))) {
            assertInstanceOf(
                    RunOutcome.ProvidersUnknown.class,
                    runtime.resume(ID, (id, opening, stored) -> Optional.of(means(ids.split(",")))));
            assertEquals("opening intent outcome", Read.story(runtime, "r"));
            assertEquals(InvocationResult.Status.SETTLED,
                    runtime.resume(ID, (id, opening, stored) -> Optional.of(means("p", "q"))).result().status());
        }
        assertEquals(1, calls.get());
    }

    @Test
    void means_that_cannot_be_found_for_an_exception_leave_the_invocation_free() {
        opened();
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("j.db"))) {
            assertThrows(IllegalStateException.class, () -> runtime.resume(ID, (id, opening, stored) -> {
                throw new IllegalStateException("no adapter");
            }));
            assertEquals(Optional.empty(), runtime.journal().read(ID).orElseThrow().row().holder().owner());
        }
    }

    @Test
    void a_settled_invocation_is_replayed_and_nobody_is_asked_for_its_means() {
        AtomicInteger asked = new AtomicInteger();
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("j.db"))) {
            runtime.run(invocation(this::answer)).result();
            InvocationResult result = runtime.resume(ID, (id, opening, stored) -> {
                asked.incrementAndGet();
                return Optional.of(means("p", "q"));
            }).result();
            assertEquals(InvocationResult.Origin.REPLAYED, result.origin());
            assertEquals("call 1", result.response().orElseThrow().utf8());
        }
        assertEquals(0, asked.get());
    }

    @Test
    void a_run_that_was_given_up_before_it_opened_is_cancelled_in_the_journal_and_sends_nothing() {
        assertEquals("opening cancellation closing", givenUp(new AtomicBoolean(true)));
        assertEquals(0, calls.get());
    }

    @Test
    void a_run_that_is_given_up_after_its_intent_sends_nothing() {
        AtomicBoolean unwanted = new AtomicBoolean();
        try (Counterfoil runtime = Counterfoil.settings().listener(step -> unwanted.set(true)).open(directory.resolve("j.db"))) {
            assertEquals("cancelled", run(runtime, unwanted).result().reason());
            assertEquals("opening intent cancellation outcome closing", Read.story(runtime, "r"));
        }
        assertEquals(0, calls.get());
    }

    private String givenUp(AtomicBoolean unwanted) {
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("j.db"))) {
            assertEquals("cancelled", run(runtime, unwanted).result().reason());
            return Read.story(runtime, "r");
        }
    }

    private RunOutcome run(Counterfoil runtime, AtomicBoolean unwanted) {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            return new InvocationRunner(runtime.journal(), RunSettings.standard(threads)).run(invocation(this::answer), unwanted::get);
        } finally {
            threads.shutdown();
        }
    }
}
