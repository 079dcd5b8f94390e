// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.fixtures.world.SimulatedTime;
import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.time.Waiter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A small journal with a doubt, a failover, a stop and a settlement, at simulated instants, under names that the test chooses. */
final class ShownJournal {
    private static final Duration CALL = Duration.ofMillis(40);

    private static final Duration BETWEEN = Duration.ofMillis(250);

    private ShownJournal() {}

    static Path make(Path file, String id, String provider, String scope) {
        SimulatedTime time = new SimulatedTime(Instant.parse("2026-03-01T23:59:59Z"));
        try (Counterfoil runtime = Counterfoil.settings().ownerWait(Duration.ZERO).time(time.wall(), time.ticker(), waiter(time))
                .open(file)) {
            runtime.run(invocation(time, "failed over", provider, scope, dispatch -> {
                time.advance(CALL);
                return Answer.retryable();
            }, 3));
            runtime.run(invocation(time, id, provider, scope, dispatch -> {
                time.advance(CALL);
                return Answer.uncertain();
            }, 4));
            runtime.run(invocation(time, "stopped", provider, scope, dispatch -> Answer.permanentlyRejected(), 1));
        }
        return file;
    }

    /** Only the waits between attempts pass, at once; what waits for anything else waits for as long as this takes. */
    private static Waiter waiter(SimulatedTime time) {
        Waiter patient = time.patient();
        return (wait, wake) -> {
            if (!wait.equals(BETWEEN)) {
                return patient.await(wait, wake);
            }
            time.advance(BETWEEN);
            return false;
        };
    }

    private static Invocation invocation(SimulatedTime time, String id, String provider, String scope, Dispatcher first, int maxCalls) {
        return Invocation.of(id)
                .request("{\"text\":\"</pre><script>alert(1)</script>\"}")
                .operation(new Operation(Contract.NON_IDEMPOTENT, Optional.of(scope), Optional.of("key")))
                .limit(Dimension.MAX_CALLS, maxCalls)
                .limit(Dimension.MAX_RETRIES, 1)
                .limit(Dimension.MAX_CONTEXT_TOKENS, 2_000)
                .limit(Dimension.MAX_COST_MICROS, 50_000)
                .deadline(Duration.ofSeconds(20))
                .backoff(Backoff.fixed(BETWEEN))
                .quote(new Quote(800, 200, 1_200))
                .accounts(List.of(new Account("acme")))
                .provider(provider, first)
                .provider("fallback", dispatch -> {
                    time.advance(CALL);
                    return Answer.completed("done </pre><script>alert(2)</script>");
                })
                .build();
    }
}
