// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each example runs and says what it says it says. */
final class ExamplesTest {
    @TempDir
    private Path directory;

    @Test
    void the_second_order_of_the_same_id_is_the_recorded_one() {
        Path journal = directory.resolve("orders.journal");
        assertEquals("SETTLED after 3 attempts, THIS_RUN", OrderOnce.order(journal));
        assertEquals("SETTLED after 3 attempts, REPLAYED", OrderOnce.order(journal));
    }

    @Test
    void after_a_crash_in_the_middle_of_a_call_nothing_is_sent_again_and_the_charge_stands() throws IOException, InterruptedException {
        assertEquals(
                List.of(
                        "the first process ended with 42",
                        "the second is told: UNCERTAIN, open_intent, UNKNOWN",
                        "attempts so far: 2, calls charged: 2, cost in micros: 2400",
                        "effects in the world: 1"),
                CrashAndRunAgain.story(directory));
    }

    @Test
    void a_stopped_process_leaves_the_rest_open_and_the_next_one_finishes_it() throws InterruptedException {
        assertEquals(
                List.of(
                        "finished before the process stopped: 16",
                        "left open: 16",
                        "finished by the next process: 16",
                        "calls made: 48"),
                ManyThreadsAndShutdown.story(directory.resolve("many.journal")));
    }

    @Test
    void a_shop_takes_an_order_once_and_one_that_it_turned_away_leaves_nothing() throws SQLException {
        assertEquals(
                List.of(
                        "taken as purchase 1",
                        "had been taken as purchase 1",
                        "not taken: the key belongs to another order",
                        "not taken: a quantity is 1 or more",
                        "taken as purchase 2",
                        "in the shop's books: 2"),
                ShopTakesAnOrderOnce.story(directory.resolve("shop.db")));
    }
}
