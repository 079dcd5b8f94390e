// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import dev.counterfoil.fixtures.world.SimulatedTime;
import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A journal that the runtime itself wrote, at simulated instants, with a canary in every place that is not for showing. */
final class InspectedJournal {
    static final String CANARY = "canary";
    static final String RESPONSE = CANARY + "-response";

    private InspectedJournal() {}

    static Counterfoil runtime(Path file) {
        SimulatedTime time = new SimulatedTime(Instant.parse("2026-03-01T23:59:59Z"));
        return Counterfoil.settings().ownerWait(Duration.ZERO).time(time.wall(), time.ticker(), time.jumping()).open(file);
    }

    static Invocation invocation(String id, long maxCalls, Dispatcher first) {
        return Invocation.of(id)
                .request(CANARY + "-request")
                .operation(new Operation(Contract.NON_IDEMPOTENT, Optional.of("acme/orders"), Optional.of(CANARY + "-key")))
                .doubt(DoubtProfile.STRICT)
                .limit(Dimension.MAX_CALLS, maxCalls)
                .quote(new Quote(800, 200, 1_200))
                .accounts(List.of(new Account("acme")))
                .provider("primary", first)
                .provider("fallback", dispatch -> Answer.completed(RESPONSE))
                .build();
    }

    /** One that answers the first call in one way, and every other one in another. */
    static Dispatcher first(Answer first, Answer others) {
        AtomicInteger calls = new AtomicInteger();
        return dispatch -> calls.getAndIncrement() == 0 ? first : others;
    }

    /** A doubt about attempt 0, with so many calls allowed. */
    static void doubt(Path file, String id, long maxCalls) {
        run(file, invocation(id, maxCalls, dispatch -> Answer.uncertain()));
    }

    static RunOutcome run(Path file, Invocation invocation) {
        try (Counterfoil runtime = runtime(file)) {
            return runtime.run(invocation);
        }
    }

    /** Settled after a retry, uncertain, stopped, settled at once. */
    static void make(Path file) {
        try (Counterfoil runtime = runtime(file)) {
            runtime.run(invocation("retried", 3, first(Answer.retryable(), Answer.completed(RESPONSE))));
            runtime.run(invocation("doubt", 1, dispatch -> Answer.uncertain()));
            runtime.run(invocation("stopped", 1, dispatch -> Answer.permanentlyRejected()));
            runtime.run(invocation("settled", 1, dispatch -> Answer.completed(RESPONSE)));
        }
    }

    static void tamper(Path file, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
            statement.execute("pragma wal_checkpoint(truncate)");
        }
    }
}
