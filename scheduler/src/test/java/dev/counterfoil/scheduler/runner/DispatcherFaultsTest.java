// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dispatchers that break their promises: nothing is lost, nothing is repeated, nothing hangs. */
@Timeout(240)
final class DispatcherFaultsTest {
    @TempDir
    private Path directory;

    private final Told told = new Told();

    private Counterfoil runtime() {
        return Counterfoil.settings().listener(told).open(directory.resolve("j.db"));
    }

    private static Invocation.Builder invocation(Dispatcher provider) {
        return Invocation.of("d").limit(Dimension.MAX_CALLS, 4).backoff(Backoff.NONE).provider("p", provider);
    }

    private Outcome outcome(Counterfoil runtime) {
        return Read.only(runtime, "d", Outcome.class);
    }

    @Test
    void one_that_ignores_its_timeout_is_given_up_and_its_late_answer_is_kept_as_evidence() throws InterruptedException {
        Gate gate = Gate.stubborn(Answer.completed("it was done after all"));
        try (Counterfoil runtime = runtime()) {
            Invocation invocation = invocation(gate).attemptTimeout(Duration.ofMillis(50)).build();
            InvocationResult result = runtime.run(invocation).result();
            assertEquals("uncertain_outcome", result.reason());
            assertEquals(Optional.of(OutcomeReason.ATTEMPT_TIMEOUT), outcome(runtime).reason());
            assertEquals(Optional.of(FailureCategory.TIMEOUT), outcome(runtime).category());
            assertEquals(List.of(Cancellation.Cause.TIMEOUT), gate.asked());
            gate.release();
            told.await(Evidence.class);
            assertEquals(EvidenceKind.LATE_OUTCOME, Read.only(runtime, "d", Evidence.class).what());
            assertEquals(InvocationResult.Status.UNCERTAIN, runtime.run(invocation).result().status());
        }
        assertEquals(1, gate.calls());
    }

    /** The only thread of the pool is busy when the attempt's time ends. */
    @Test
    void a_call_given_up_before_its_thread_came_to_it_is_never_made_and_has_no_effect() {
        AtomicInteger calls = new AtomicInteger();
        ExecutorService one = Executors.newFixedThreadPool(1);
        CountDownLatch release = new CountDownLatch(1);
        try (Counterfoil runtime = Counterfoil.settings().threads(one).open(directory.resolve("j.db"))) {
            one.execute(() -> await(release));
            InvocationResult result = runtime.run(invocation(dispatch -> Answer.completed("call " + calls.incrementAndGet()))
                            .attemptTimeout(Duration.ofMillis(50))
                            .limit(Dimension.MAX_RETRIES, 0)
                            .build())
                    .result();
            assertEquals(InvocationResult.Status.STOPPED, result.status());
            assertEquals(OutcomeClass.NOT_DISPATCHED, outcome(runtime).outcomeClass());
            release.countDown();
        }
        assertTrue(one.isShutdown());
        assertEquals(0, calls.get());
    }

    static Stream<Dispatcher> withoutAnAnswer() {
        return Stream.of(
                dispatch -> {
                    throw new IOException("reset");
                },
                dispatch -> {
                    throw new IllegalStateException("bug");
                },
                DispatcherFaultsTest::nothing,
                dispatch -> DispatcherFaultsTest.<RuntimeException>sneaky(new Throwable("no exception, no error")));
    }

    /** Throws what no signature admits, as compiled code of other languages may. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> Answer sneaky(Throwable any) throws T {
        throw (T) any;
    }

    @Test
    void a_hint_longer_than_any_number_is_the_greatest_number_and_loses_no_answer() {
        assertEquals(Bounds.INTEGER, Answer.completed("x").retryAfter(Duration.ofSeconds(Long.MAX_VALUE)).retryAfterMillis().orElseThrow());
        assertEquals(Bounds.INTEGER, Answer.retryable().retryAfter(Duration.ofMillis(Bounds.INTEGER + 1)).retryAfterMillis().orElseThrow());
        assertEquals(7, Answer.retryable().retryAfter(Duration.ofMillis(7)).retryAfterMillis().orElseThrow());
    }

    @SuppressWarnings("NullAway")
    private static Answer nothing(Dispatch dispatch) {
        return null;
    }

    @ParameterizedTest
    @MethodSource("withoutAnAnswer")
    void one_that_throws_or_gives_no_answer_is_uncertain_and_is_not_called_again(Dispatcher broken) {
        AtomicInteger calls = new AtomicInteger();
        Invocation invocation = invocation(dispatch -> {
            calls.incrementAndGet();
            return broken.dispatch(dispatch);
        }).build();
        try (Counterfoil runtime = runtime()) {
            assertEquals("uncertain_outcome", runtime.run(invocation).result().reason());
            assertEquals(Optional.of(OutcomeReason.EXCEPTION), outcome(runtime).reason());
            assertEquals("uncertain_outcome", runtime.run(invocation).result().reason());
        }
        assertEquals(1, calls.get());
    }

    static Stream<Error> errors() {
        return Stream.of(new NoClassDefFoundError("missing"), new StackOverflowError("deep"), new AssertionError("wrong"));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void an_error_is_thrown_to_the_caller_after_its_outcome_is_recorded_and_the_invocation_is_free(Error error) {
        AtomicInteger calls = new AtomicInteger();
        Invocation invocation = invocation(dispatch -> {
            calls.incrementAndGet();
            throw error;
        }).build();
        try (Counterfoil runtime = runtime()) {
            assertSame(error, assertThrows(Error.class, () -> runtime.run(invocation)));
            assertEquals(Optional.of(OutcomeReason.EXCEPTION), outcome(runtime).reason());
            assertEquals(
                    Optional.empty(),
                    runtime.journal().read(new InvocationId("d")).orElseThrow().row().holder().owner());
            InvocationResult later = runtime.run(invocation).result();
            assertEquals("uncertain_outcome", later.reason());
            assertEquals(1, later.totals().calls());
        }
        assertEquals(1, calls.get());
    }

    @Test
    void an_error_completes_the_future_exceptionally() {
        try (Counterfoil runtime = runtime()) {
            Throwable thrown = assertThrows(CompletionException.class, () -> runtime.submit(invocation(dispatch -> {
                        throw new StackOverflowError("deep");
                    }).build())
                    .join());
            assertEquals(StackOverflowError.class, thrown.getCause().getClass());
        }
    }

    /** Redelivery would be lawful here; after an error it is left to another run. */
    @Test
    void after_an_error_nothing_more_starts_in_this_run() {
        AtomicInteger calls = new AtomicInteger();
        Invocation invocation = invocation(dispatch -> {
                    if (calls.incrementAndGet() == 1) {
                        throw new StackOverflowError("deep");
                    }
                    return Answer.completed("redelivered");
                })
                .operation(new Operation(Contract.RECEIVER_IDEMPOTENT, Optional.of("s"), Optional.of("k")))
                .doubt(DoubtProfile.REDELIVER)
                .build();
        try (Counterfoil runtime = runtime()) {
            assertThrows(StackOverflowError.class, () -> runtime.run(invocation));
            assertEquals(1, calls.get());
            assertEquals("redelivered", runtime.run(invocation).result().response().orElseThrow().utf8());
        }
        assertEquals(2, calls.get());
    }

    @Test
    void a_listener_that_throws_changes_nothing() {
        try (Counterfoil runtime = Counterfoil.settings()
                .listener(step -> {
                    throw new NoClassDefFoundError("listener");
                })
                .open(directory.resolve("j.db"))) {
            assertEquals("ok", runtime.run(invocation(dispatch -> Answer.completed("ok")).build())
                    .result().response().orElseThrow().utf8());
        }
    }

    @Test
    void an_action_on_cancellation_that_throws_disturbs_neither_the_others_nor_the_run() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("x"));
        try (Counterfoil runtime = runtime()) {
            InvocationResult result = runtime.run(invocation(dispatch -> {
                        dispatch.cancellation().onRequest(() -> {
                            throw new IllegalStateException("bug");
                        });
                        return gate.dispatch(dispatch);
                    })
                    .attemptTimeout(Duration.ofMillis(50))
                    .build())
                    .result();
            assertEquals(InvocationResult.Status.UNCERTAIN, result.status());
            assertEquals(List.of(Cancellation.Cause.TIMEOUT), gate.asked());
        }
    }

    @Test
    void a_response_one_byte_over_its_bound_is_uncertain_kept_as_digest_and_not_retried() {
        AtomicInteger calls = new AtomicInteger();
        try (Counterfoil runtime = runtime()) {
            InvocationResult result = runtime.run(invocation(dispatch -> {
                        calls.incrementAndGet();
                        return Answer.completed("12345");
                    })
                    .limit(Dimension.MAX_RESPONSE_BYTES, 4)
                    .build())
                    .result();
            assertEquals(InvocationResult.Status.UNCERTAIN, result.status());
            assertEquals(Optional.empty(), result.response());
            assertEquals(Optional.of(OutcomeReason.RESPONSE_TOO_LARGE), outcome(runtime).reason());
            assertEquals(EvidenceKind.UNUSABLE_RESPONSE, Read.only(runtime, "d", Evidence.class).what());
        }
        assertEquals(1, calls.get());
    }

    @Test
    void a_response_of_exactly_its_bound_settles() {
        try (Counterfoil runtime = runtime()) {
            assertEquals(InvocationResult.Status.SETTLED, runtime.run(invocation(dispatch -> Answer.completed("1234"))
                            .limit(Dimension.MAX_RESPONSE_BYTES, 4)
                            .build())
                    .result().status());
        }
    }

    @Test
    void a_finding_over_its_bound_is_cut_and_more_than_may_be_kept_are_dropped() {
        Bytes large = Bytes.of(new byte[Bounds.EVIDENCE_BYTES + 1]);
        try (Counterfoil runtime = runtime()) {
            runtime.run(invocation(dispatch -> {
                Answer answer = Answer.completed("ok");
                for (int i = 0; i < Bounds.EVIDENCE_PER_ATTEMPT + 1; i++) {
                    answer = answer.keeping(EvidenceKind.MALFORMED_REPORT, i == 0 ? large : Bytes.utf8("small"));
                }
                return answer;
            }).build()).result();
            List<Evidence> kept = Read.records(runtime, "d").stream()
                    .filter(Evidence.class::isInstance)
                    .map(Evidence.class::cast)
                    .toList();
            assertEquals(Bounds.EVIDENCE_PER_ATTEMPT - 1, kept.size(), "the last place is a restoration's");
            assertEquals(Bounds.EVIDENCE_BYTES, kept.get(0).content().bytes());
        }
    }

    @Test
    void an_attempt_may_take_the_smaller_of_its_timeout_and_what_remains_to_the_deadline() {
        assertTrue(remaining(Duration.ofSeconds(5), Duration.ofHours(1)).compareTo(Duration.ofSeconds(5)) == 0);
        Duration left = remaining(Duration.ofHours(1), Duration.ofSeconds(50));
        assertTrue(left.compareTo(Duration.ofSeconds(50)) <= 0 && left.compareTo(Duration.ofSeconds(10)) > 0, left.toString());
    }

    private Duration remaining(Duration timeout, Duration deadline) {
        Duration[] seen = new Duration[1];
        try (Counterfoil runtime = runtime()) {
            runtime.run(Invocation.of("timeout " + timeout)
                    .limit(Dimension.MAX_CALLS, 1)
                    .attemptTimeout(timeout)
                    .deadline(deadline)
                    .provider("p", dispatch -> {
                        seen[0] = dispatch.bounds().remaining().orElseThrow();
                        return Answer.completed("ok");
                    })
                    .build()).result();
        }
        return seen[0];
    }

    @Test
    void a_deadline_before_the_timeout_ends_the_attempt() {
        Gate gate = Gate.answering(Answer.completed("x"));
        try (Counterfoil runtime = runtime()) {
            InvocationResult result = runtime.run(invocation(gate)
                    .attemptTimeout(Duration.ofHours(1))
                    .deadline(Duration.ofSeconds(3))
                    .build()).result();
            assertEquals(InvocationResult.Status.UNCERTAIN, result.status());
            assertEquals(List.of(Cancellation.Cause.TIMEOUT), gate.asked());
        }
        assertEquals(1, gate.calls());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
