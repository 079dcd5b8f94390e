// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.scheduler.plan.RetryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Units of a shared budget: spent once, never back, and nobody is refused for one that is only held. */
@Timeout(120)
final class SharedRetriesTest {
    private static final int SEEDS = 400;
    private static final int THREADS = 8;

    @Test
    void a_snapshot_is_what_the_planner_takes() {
        SharedRetries budget = SharedRetries.of("b", 3);
        assertEquals(new RetryBudget("b", 0, 3), budget.snapshot());
        SharedRetries.Unit unit = budget.take().orElseThrow();
        assertEquals(new RetryBudget("b", 0, 3), budget.snapshot(), "held is not spent");
        unit.spend();
        assertEquals(new RetryBudget("b", 1, 3), budget.snapshot());
        assertEquals(2, budget.left());
        assertEquals("SharedRetries[b, 2 left of 3]", budget.toString());
    }

    @Test
    void a_unit_is_settled_once_by_whichever_end_comes_first() {
        SharedRetries budget = SharedRetries.of("b", 2);
        SharedRetries.Unit spent = budget.take().orElseThrow();
        spent.spend();
        spent.giveBack();
        spent.spend();
        assertEquals(1, budget.left());
        SharedRetries.Unit back = budget.take().orElseThrow();
        back.giveBack();
        back.spend();
        back.giveBack();
        assertEquals(1, budget.left());
        budget.take().orElseThrow().spend();
        assertEquals(Optional.empty(), budget.take());
    }

    @Test
    void a_budget_has_a_name_and_a_limit_in_range() {
        assertEquals(Optional.empty(), SharedRetries.of("none", 0).take());
        assertEquals(Bounds.INTEGER, SharedRetries.of("most", Bounds.INTEGER).left());
        assertThrows(IllegalArgumentException.class, () -> SharedRetries.of("b", -1));
        assertThrows(IllegalArgumentException.class, () -> SharedRetries.of("b", Bounds.INTEGER + 1));
        assertThrows(IllegalArgumentException.class, () -> SharedRetries.of("", 1));
    }

    /** Every order of takes and ends that a seed gives, beside a model. */
    @Test
    void whatever_the_order_no_more_is_spent_than_the_limit_and_what_is_left_never_grows() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            long limit = random.nextInt(6);
            SharedRetries budget = SharedRetries.of("b", limit);
            List<SharedRetries.Unit> held = new ArrayList<>();
            long spent = 0;
            for (int step = 0; step < 60; step++) {
                boolean wouldWait = spent < limit && spent + held.size() == limit;
                if (!wouldWait && (held.isEmpty() || random.nextBoolean())) {
                    Optional<SharedRetries.Unit> unit = budget.take();
                    assertEquals(spent < limit, unit.isPresent(), "seed " + seed + ", step " + step);
                    unit.ifPresent(held::add);
                } else {
                    SharedRetries.Unit unit = held.remove(random.nextInt(held.size()));
                    if (random.nextInt(3) == 0) {
                        unit.giveBack();
                    } else {
                        unit.spend();
                        spent++;
                    }
                }
                assertEquals(limit - spent, budget.left(), "seed " + seed + ", step " + step);
            }
        }
    }

    /** Threads take until they are refused, and give half of it back: exactly the limit is spent, and each thread is refused at last. */
    @Test
    void racing_threads_spend_exactly_the_limit_whatever_is_given_back_meanwhile() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (long seed = 1; seed <= SEEDS / 4; seed++) {
                SharedRetries budget = SharedRetries.of("b", 10);
                List<Callable<Integer>> tasks = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    Random random = new Random(seed * THREADS + i);
                    tasks.add(() -> spendUntilRefused(budget, random));
                }
                int spent = 0;
                for (Future<Integer> each : threads.invokeAll(tasks)) {
                    spent += each.get();
                }
                assertEquals(10, spent, "seed " + seed);
                assertEquals(new RetryBudget("b", 10, 10), budget.snapshot());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static int spendUntilRefused(SharedRetries budget, Random random) {
        int spent = 0;
        for (Optional<SharedRetries.Unit> unit = budget.take(); unit.isPresent(); unit = budget.take()) {
            if (random.nextBoolean()) {
                Thread.yield();
                unit.get().giveBack();
            } else {
                unit.get().spend();
                spent++;
            }
        }
        return spent;
    }

    @Test
    void whoever_asks_for_the_last_unit_while_it_is_held_is_answered_when_it_is_settled() throws Exception {
        SharedRetries budget = SharedRetries.of("b", 1);
        SharedRetries.Unit held = budget.take().orElseThrow();
        CompletableFuture<Thread> asking = new CompletableFuture<>();
        CompletableFuture<Optional<SharedRetries.Unit>> asked = CompletableFuture.supplyAsync(() -> {
            asking.complete(Thread.currentThread());
            return budget.take();
        });
        Thread asker = asking.get(60, TimeUnit.SECONDS);
        while (asker.getState() != Thread.State.WAITING) {
            assertFalse(asked.isDone(), "it did not wait");
        }
        asker.interrupt();
        assertFalse(asked.isDone(), "waits, and an interrupt changes nothing");
        held.giveBack();
        asked.get(60, TimeUnit.SECONDS).orElseThrow().spend();
        assertTrue(budget.take().isEmpty());
    }
}
