// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.Test;

/** The lifespan of connections, with time that passes by hand. */
final class LifespanTest {
    private static final long LIFESPAN = 30_000;

    private final HandScheduler scheduler = new HandScheduler();
    private final Lifespan lifespan = new Lifespan(scheduler, LIFESPAN);
    private final IdleConnection connection = new IdleConnection();

    /** Runs what is due when the test says that time has passed. */
    private static final class HandScheduler extends AbstractLifeCycle implements Scheduler {
        private final List<Due> waiting = new ArrayList<>();
        private long nowMillis;

        private record Due(Runnable task, long atMillis) {}

        @Override
        public Task schedule(Runnable task, long delay, TimeUnit unit) {
            Due due = new Due(task, nowMillis + unit.toMillis(delay));
            waiting.add(due);
            return () -> waiting.remove(due);
        }

        void pass(long millis) {
            nowMillis += millis;
            List<Due> overdue = waiting.stream().filter(due -> due.atMillis() <= nowMillis).toList();
            waiting.removeAll(overdue);
            overdue.forEach(due -> due.task().run());
        }
    }

    /** A connection over bytes in memory. */
    private static final class IdleConnection extends AbstractConnection {
        IdleConnection() {
            super(new ByteArrayEndPoint(), Runnable::run);
        }

        @Override
        public void onFillable() {}

        boolean isOpen() {
            return getEndPoint().isOpen();
        }
    }

    @Test
    void a_connection_on_which_nothing_is_answered_ends_with_its_lifespan_and_not_before() {
        lifespan.onOpened(connection);
        scheduler.pass(LIFESPAN - 1);
        assertTrue(connection.isOpen());
        scheduler.pass(1);
        assertFalse(connection.isOpen());
    }

    @Test
    void each_answer_gives_the_next_request_as_long_again() {
        lifespan.onOpened(connection);
        for (int answers = 0; answers < 5; answers++) {
            scheduler.pass(LIFESPAN - 1);
            assertTrue(connection.isOpen(), "behind " + answers + " answers");
            lifespan.extend(connection);
        }
        scheduler.pass(LIFESPAN - 1);
        assertTrue(connection.isOpen());
        scheduler.pass(1);
        assertFalse(connection.isOpen());
    }

    @Test
    void while_a_request_is_answered_its_connection_stays_however_long_that_takes() {
        lifespan.onOpened(connection);
        scheduler.pass(LIFESPAN - 1);
        lifespan.suspend(connection);
        scheduler.pass(10 * LIFESPAN);
        assertTrue(connection.isOpen());
        lifespan.extend(connection);
        scheduler.pass(LIFESPAN);
        assertFalse(connection.isOpen());
    }

    @Test
    void another_connections_answer_extends_nothing() {
        IdleConnection other = new IdleConnection();
        lifespan.onOpened(connection);
        lifespan.onOpened(other);
        scheduler.pass(LIFESPAN - 1);
        lifespan.extend(other);
        scheduler.pass(1);
        assertFalse(connection.isOpen());
        assertTrue(other.isOpen());
    }

    @Test
    void a_connection_that_is_closed_is_forgotten_and_a_late_answer_on_it_brings_nothing_back() {
        lifespan.onOpened(connection);
        lifespan.onClosed(connection);
        lifespan.suspend(connection);
        lifespan.extend(connection);
        assertEquals(List.of(), scheduler.waiting);
    }
}
