// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An invocation that runs within another's call, and one within that: what they inherit. */
@Timeout(240)
final class WithinTest {
    @TempDir
    private Path directory;

    private final Told told = new Told();
    private final Map<String, Dispatch> calls = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<RunOutcome>> ended = new ConcurrentHashMap<>();

    private Counterfoil runtime() {
        return Counterfoil.settings().listener(told).open(directory.resolve("j.db"));
    }

    private static Invocation.Builder named(String id, Dispatcher provider) {
        return Invocation.of(id).limit(Dimension.MAX_CALLS, 3).backoff(Backoff.NONE).provider("p", provider);
    }

    /** A dispatcher that runs another invocation within its call, and answers as that ended. */
    private Dispatcher around(Counterfoil runtime, String id, Dispatcher inner, UnaryOperator<Invocation.Builder> terms) {
        return dispatch -> {
            calls.put(dispatch.invocation().value(), dispatch);
            RunOutcome outcome = runtime.run(terms.apply(named(id, inner)).within(dispatch).build());
            CompletableFuture<RunOutcome> future = ended.computeIfAbsent(id, any -> new CompletableFuture<>());
            future.complete(outcome);
            return outcome instanceof RunOutcome.Concluded done && done.result().response().isPresent()
                    ? Answer.completed(done.result().response().get()) : Answer.uncertain();
        };
    }

    private Answer last(Dispatch dispatch) {
        calls.put(dispatch.invocation().value(), dispatch);
        return Answer.completed("done");
    }

    private static Binding bound(Counterfoil runtime, String id) {
        return Read.only(runtime, id, Opening.class).binding();
    }

    @Test
    void each_level_has_the_earliest_deadline_of_those_around_it_and_its_parents_name() {
        Instant late = Instant.parse("2100-01-01T00:00:00Z");
        Instant early = Instant.parse("2099-01-01T00:00:00Z");
        try (Counterfoil runtime = runtime()) {
            Dispatcher middle = around(runtime, "inner", this::last, terms -> terms);
            Dispatcher outer = around(runtime, "middle", middle, terms -> terms.deadlineAt(late));
            assertEquals("done", runtime.run(named("outer", outer).deadlineAt(early).build()).result().response().orElseThrow().utf8());
            for (String id : List.of("outer", "middle", "inner")) {
                assertEquals(Deadline.absolute(early), bound(runtime, id).deadline(), id);
                assertEquals(Optional.of(early), calls.get(id).bounds().deadline(), id);
            }
            assertEquals(Optional.of(new InvocationId("outer")), bound(runtime, "middle").parent());
            assertEquals(Optional.of(new InvocationId("middle")), bound(runtime, "inner").parent());
        }
    }

    @Test
    void a_deadline_of_its_own_that_is_earlier_stays_in_the_form_in_which_it_was_given() {
        Instant late = Instant.parse("2100-01-01T00:00:00Z");
        try (Counterfoil runtime = runtime()) {
            Dispatcher outer = around(runtime, "child", this::last, terms -> terms.deadline(Duration.ofHours(1)));
            runtime.run(named("whole", outer).deadlineAt(late).build());
            Opening opening = Read.only(runtime, "child", Opening.class);
            assertEquals(Deadline.after(3_600_000, opening.stamp().at()), opening.binding().deadline());
        }
    }

    @Test
    void the_same_child_within_a_later_call_of_the_same_parent_is_no_conflict_whichever_deadline_was_earlier() {
        for (Duration own : List.of(Duration.ofMillis(1), Duration.ofMinutes(59), Duration.ofMinutes(61))) {
            AtomicInteger times = new AtomicInteger();
            String whole = "whole-" + own;
            String child = "child-" + own;
            try (Counterfoil runtime = runtime()) {
                Dispatcher twice = dispatch -> {
                    RunOutcome outcome = runtime.run(named(child, this::last).deadline(own).within(dispatch).build());
                    assertInstanceOf(RunOutcome.Concluded.class, outcome);
                    return times.incrementAndGet() < 2 ? Answer.retryable() : Answer.completed("twice");
                };
                InvocationResult result = runtime.run(named(whole, twice).deadline(Duration.ofHours(1)).build()).result();
                assertEquals("twice", result.response().orElseThrow().utf8(), own::toString);
            }
        }
    }

    /** Asked for again, its own relative deadline would end behind its parent's: it was the earlier one when it was opened. */
    @Test
    void a_childs_own_deadline_that_was_the_earlier_one_stays_it_however_late_it_is_asked_for_again() {
        try (Counterfoil runtime = runtime()) {
            CompletableFuture<Duration> own = new CompletableFuture<>();
            Dispatcher twice = dispatch -> {
                own.complete(dispatch.remaining().orElseThrow().minusMillis(500));
                RunOutcome outcome = runtime.run(named("child", this::last).deadline(own.join()).within(dispatch).build());
                assertInstanceOf(RunOutcome.Concluded.class, outcome);
                return dispatch.ordinal() == 0 ? Answer.retryable() : Answer.completed("twice");
            };
            Invocation whole = named("whole", twice).deadline(Duration.ofHours(1)).backoff(Backoff.fixed(Duration.ofMillis(600))).build();
            assertEquals("twice", runtime.run(whole).result().response().orElseThrow().utf8());
        }
    }

    @Test
    void the_time_of_a_call_is_never_more_than_what_is_left_to_the_call_around_it() {
        try (Counterfoil runtime = runtime()) {
            Dispatcher middle = around(runtime, "inner", this::last, terms -> terms.attemptTimeout(Duration.ofHours(3)));
            Dispatcher outer = around(runtime, "middle", middle, terms -> terms);
            runtime.run(named("outer", outer).attemptTimeout(Duration.ofHours(1)).build());
            Duration most = calls.get("outer").bounds().remaining().orElseThrow();
            for (String id : List.of("middle", "inner")) {
                Duration own = calls.get(id).bounds().remaining().orElseThrow();
                assertTrue(own.compareTo(most) <= 0 && own.compareTo(Duration.ofMinutes(50)) > 0, id + ": " + own + " of " + most);
                most = own;
            }
            assertTrue(calls.get("inner").remaining().orElseThrow().compareTo(most) < 0, "it passes");
        }
    }

    @Test
    void cancelling_the_outermost_cancels_all_durably_and_asks_the_innermost_call_to_end() throws InterruptedException {
        Gate gate = Gate.stubborn(Answer.completed("late"));
        try (Counterfoil runtime = runtime()) {
            ended.put("inner", new CompletableFuture<>());
            ended.put("middle", new CompletableFuture<>());
            Dispatcher middle = around(runtime, "inner", gate, terms -> terms);
            Dispatcher outer = around(runtime, "middle", middle, terms -> terms);
            CompletableFuture<RunOutcome> whole = runtime.submit(named("outer", outer).build());
            gate.awaitCall();
            runtime.cancel(new InvocationId("outer"), "a person");
            for (String id : List.of("inner", "middle")) {
                InvocationResult result = Caller.soon(ended.get(id)).result();
                assertEquals(InvocationResult.Status.UNCERTAIN, result.status(), id);
                assertEquals(Optional.of("parent"), Read.cancelledBy(runtime, id), id);
            }
            gate.release();
            assertEquals(InvocationResult.Status.UNCERTAIN, Caller.soon(whole).result().status());
            assertEquals(List.of(Cancellation.Cause.CANCELLED), gate.asked());
            assertEquals(Optional.of("a person"), Read.cancelledBy(runtime, "outer"));
        }
    }

    /** A call that is asked to end before its dispatcher begins another invocation. */
    private RunOutcome withinAnEnded(Counterfoil runtime, Cancellation.Cause cause) throws InterruptedException {
        CompletableFuture<RunOutcome> child = new CompletableFuture<>();
        Dispatcher outer = dispatch -> {
            dispatch.cancellation().request(cause);
            child.complete(runtime.run(named("child", this::last).within(dispatch).build()));
            return Answer.uncertain();
        };
        runtime.run(named("whole", outer).build());
        return Caller.soon(child);
    }

    @Test
    void a_child_of_a_cancelled_call_is_opened_cancelled_and_calls_nobody() throws InterruptedException {
        try (Counterfoil runtime = runtime()) {
            assertEquals("cancelled", withinAnEnded(runtime, Cancellation.Cause.CANCELLED).result().reason());
            assertEquals("opening cancellation closing", Read.story(runtime, "child"));
            assertEquals(Optional.of("parent"), Read.cancelledBy(runtime, "child"));
            assertEquals(Map.of(), calls);
        }
    }

    /** Where the parent's call is over and its invocation is not cancelled, the child may be wanted again. */
    @Test
    void a_call_whose_time_is_over_leaves_its_child_open_to_go_on_in_the_next() throws InterruptedException {
        Gate gate = Gate.answering(Answer.completed("never"));
        AtomicInteger inner = new AtomicInteger();
        Dispatcher provider = dispatch -> {
            dispatch.cancellation().onRequest(() -> inner.incrementAndGet());
            return dispatch.ordinal() == 0 ? Answer.retryable() : gate.dispatch(dispatch);
        };
        try (Counterfoil runtime = runtime()) {
            ended.put("child", new CompletableFuture<>());
            Dispatcher outer = around(runtime, "child", provider, terms -> terms);
            Invocation whole = named("whole", outer).attemptTimeout(Duration.ofSeconds(1)).build();
            assertEquals("uncertain_outcome", runtime.run(whole).result().reason());
            Caller.soon(ended.get("child"));
            assertEquals("opening intent outcome intent outcome", Read.story(runtime, "child"), "neither cancelled nor closed");
            assertEquals(1, inner.get());
            assertTrue(told.heard(Outcome.class) >= 3);
        }
    }

    @Test
    void a_child_that_waits_when_its_parents_call_is_over_is_left_open_and_not_cancelled() throws InterruptedException {
        try (Counterfoil runtime = runtime()) {
            ended.put("child", new CompletableFuture<>());
            Dispatcher outer = around(runtime, "child", dispatch -> Answer.retryable(),
                    terms -> terms.backoff(Backoff.fixed(Duration.ofHours(1))));
            runtime.run(named("whole", outer).attemptTimeout(Duration.ofSeconds(1)).build());
            assertInstanceOf(RunOutcome.LeftOpen.class, Caller.soon(ended.get("child")));
            assertEquals("opening intent outcome", Read.story(runtime, "child"));
        }
    }

    @Test
    void a_call_that_is_over_starts_nothing_within_it() throws InterruptedException {
        try (Counterfoil runtime = runtime()) {
            assertInstanceOf(RunOutcome.LeftOpen.class, withinAnEnded(runtime, Cancellation.Cause.TIMEOUT));
            assertEquals(Optional.empty(), runtime.journal().read(new InvocationId("child")));
        }
    }

    @Test
    void neither_another_parent_nor_itself_can_be_around_it() {
        try (Counterfoil runtime = runtime()) {
            Dispatcher outer = dispatch -> {
                assertThrows(IllegalArgumentException.class, () -> named("whole", this::last).within(dispatch).build());
                assertThrows(IllegalArgumentException.class,
                        () -> named("child", this::last).within(dispatch).parent(new InvocationId("other")).build());
                return Answer.completed("told");
            };
            assertEquals("told", runtime.run(named("whole", outer).build()).result().response().orElseThrow().utf8());
        }
    }
}
