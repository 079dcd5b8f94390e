// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SystemTimeTest {
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);
    private final Waiter waiter = SystemTime.waiter();

    @Test
    void a_wait_lasts_at_least_as_long_as_asked() throws InterruptedException {
        for (int millis = 0; millis < 8; millis++) {
            long start = SystemTime.ticker().nanos();
            assertFalse(waiter.await(Duration.ofMillis(millis), new Signal()));
            assertTrue(SystemTime.ticker().nanos() - start >= Duration.ofMillis(millis).toNanos());
        }
    }

    @Test
    void a_wait_of_nothing_or_less_returns_at_once() throws InterruptedException {
        assertFalse(waiter.await(Duration.ZERO, new Signal()));
        assertFalse(waiter.await(Duration.ofSeconds(Long.MIN_VALUE), new Signal()));
    }

    @Test
    void a_raised_signal_ends_every_wait_before_it_starts() throws InterruptedException {
        Signal signal = new Signal();
        assertFalse(signal.isRaised());
        signal.raise();
        signal.raise();
        assertTrue(signal.isRaised());
        assertTrue(waiter.await(EVER, signal));
        assertTrue(waiter.await(Duration.ZERO, signal));
    }

    @Test
    void a_signal_wakes_who_waits() throws InterruptedException, ExecutionException {
        Signal signal = new Signal();
        CompletableFuture<Void> raised = CompletableFuture.runAsync(signal::raise);
        assertTrue(waiter.await(EVER, signal));
        raised.get();
    }

    @Test
    void an_interrupted_thread_stops_waiting() {
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> waiter.await(EVER, new Signal()));
    }

    @Test
    void the_wall_clock_has_whole_milliseconds() {
        Instant now = SystemTime.wall().instant();
        assertEquals(0, now.getNano() % 1_000_000);
        assertTrue(now.isAfter(Instant.EPOCH));
    }
}
