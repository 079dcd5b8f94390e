// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Ends connections on which no request was answered for a while, however busily bytes come in: an idle timeout alone begins anew with each
 * of them. Thread-safe.
 */
final class Lifespan implements Connection.Listener {
    private static final Scheduler.Task NONE = () -> false;

    private final Scheduler scheduler;
    private final long millis;
    private final Map<Connection, Scheduler.Task> ends = new ConcurrentHashMap<>();

    Lifespan(Scheduler scheduler, long millis) {
        this.scheduler = scheduler;
        this.millis = millis;
    }

    @Override
    public void onOpened(Connection connection) {
        ends.put(connection, end(connection));
    }

    @Override
    public void onClosed(Connection connection) {
        Optional.ofNullable(ends.remove(connection)).ifPresent(Scheduler.Task::cancel);
    }

    /** A request came whole: how long its answer takes is not its client's doing. */
    void suspend(Connection connection) {
        ends.computeIfPresent(connection, (same, end) -> {
            end.cancel();
            return NONE;
        });
    }

    /** A request was answered: the next has as long again. */
    void extend(Connection connection) {
        ends.computeIfPresent(connection, (same, end) -> {
            end.cancel();
            return end(same);
        });
    }

    private Scheduler.Task end(Connection connection) {
        return scheduler.schedule(() -> connection.getEndPoint().close(), millis, TimeUnit.MILLISECONDS);
    }
}
