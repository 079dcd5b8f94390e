// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.ListWorkflowsInput;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowState;
import java.util.List;

/**
 * DBOS Transact on PostgreSQL: a workflow of one step that has the effect, called in the caller's thread. After a crash it goes on with
 * every workflow that was under way; a step whose result was not recorded happens again, as its documentation says. Thread-safe.
 */
final class DbosPeer implements Peer {
    private static final int CONNECTIONS = 32;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final long LOOK_MILLIS = 50;

    private final DBOS dbos;
    private final HikariDataSource connections;
    private final Orders orders;
    private final ServerTime server;

    /** The workflow, as a caller sees it. Thread-safe. */
    public interface Orders {
        /**
         * Makes an order.
         *
         * @param number its number
         * @return the order
         */
        String order(String number);
    }

    /** The workflow itself. */
    private record Workflows(DBOS dbos, Effect effect) implements Orders {
        @Override
        @Workflow(name = "order")
        public String order(String number) {
            return dbos.runStep(() -> step(number), "effect");
        }

        private String step(String number) {
            effect.happen(Long.parseLong(number));
            return "{\"order\":4711}";
        }
    }

    DbosPeer(Place place, Effect effect) {
        connections = new HikariDataSource();
        connections.setJdbcUrl(place.database().orElseThrow());
        connections.setMaximumPoolSize(CONNECTIONS);
        server = new ServerTime(place.server());
        dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(connections).withAppVersion("1").withExecutorId("bench")
                .withUseListenNotify(false));
        orders = dbos.registerProxy(Orders.class, new Workflows(dbos, effect));
        dbos.launch();
    }

    @Override
    public void run(long number) {
        orders.order(Long.toString(number));
    }

    /** It began by itself when it was launched: this waits until nothing is under way any more. */
    @Override
    public List<Long> recover() throws InterruptedException {
        long start = System.nanoTime();
        while (!dbos.listWorkflows(new ListWorkflowsInput().withStatus(WorkflowState.PENDING, WorkflowState.ENQUEUED)).isEmpty()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IllegalStateException("workflows are still under way");
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return List.of();
    }

    @Override
    public long serverNanos() {
        return server.nanos();
    }

    @Override
    public void close() {
        dbos.shutdown();
        connections.close();
    }
}
