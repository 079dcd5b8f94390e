// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.fixtures.store.InMemoryCheckpointStore;
import dev.counterfoil.fixtures.world.CallingThread;
import dev.counterfoil.fixtures.world.ProviderStep;
import dev.counterfoil.fixtures.world.ScriptedProvider;
import dev.counterfoil.fixtures.world.SimulatedTime;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How a host tests its own code: scripted providers, a journal in memory, and time that passes at once. */
final class HostTest {
    private final SimulatedTime time = new SimulatedTime(Instant.parse("2026-01-01T00:00:00Z"));

    private Counterfoil runtime() {
        return Counterfoil.settings()
                .time(time.wall(), time.ticker(), time.jumping())
                .threads(new CallingThread())
                .over(new InMemoryCheckpointStore());
    }

    @Test
    void a_bank_that_is_busy_is_asked_again_after_the_backoff_and_nobody_waits() {
        ScriptedProvider bank = ScriptedProvider.answering(Answer.retryable(), Answer.completed("receipt 1"));
        try (Counterfoil runtime = runtime()) {
            assertEquals("paid", new Checkout(runtime, bank).pay("a"));
        }
        bank.verify();
        assertEquals(Duration.ofSeconds(50), time.elapsed());
    }

    @Test
    void a_lost_answer_is_never_paid_twice_however_often_the_customer_asks() {
        ScriptedProvider bank = ScriptedProvider.of(ProviderStep.failure(new IOException("reset")));
        try (Counterfoil runtime = runtime()) {
            Checkout checkout = new Checkout(runtime, bank);
            String said = "we are asking the bank; you will not be charged twice";
            assertEquals(said, checkout.pay("b"));
            assertEquals(said, checkout.pay("b"));
        }
        bank.verify();
    }

    @Test
    void what_does_not_fit_before_the_deadline_is_not_tried() {
        ScriptedProvider bank = ScriptedProvider.of(
                ProviderStep.answer(Answer.retryable()).taking(time, Duration.ofSeconds(100)));
        try (Counterfoil runtime = runtime()) {
            assertEquals("not paid: delay_exceeds_deadline", new Checkout(runtime, bank).pay("c"));
        }
        bank.verify();
    }
}
