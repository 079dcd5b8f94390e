// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationResult;
import dev.counterfoil.scheduler.runner.Means;
import dev.counterfoil.scheduler.runner.Provider;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The runtime whole, as a host embeds it. After a crash it reports what has an intent and no outcome, and sends none of it. Thread-safe.
 */
final class CounterfoilPeer implements Peer {
    private static final Bytes REQUEST = Bytes.utf8("{\"quantity\":1,\"sku\":\"P7\"}");
    private static final Bytes RESPONSE = Bytes.utf8("{\"order\":4711}");

    private final Counterfoil runtime;
    private final Effect effect;

    CounterfoilPeer(Place place, Effect effect) {
        Path journal = place.directory().resolve("journal.db");
        this.effect = effect;
        this.runtime = Counterfoil.settings().over(place.forceDelay().isZero()
                ? SqliteCheckpointStore.openOrCreate(journal) : SqliteCheckpointStore.slowed(journal, place.forceDelay()));
    }

    @Override
    public void run(long number) {
        RunOutcome outcome = runtime.run(Invocation.of(Long.toString(number)).request(REQUEST)
                .limit(Dimension.MAX_CALLS, 1)
                .provider("bench", dispatcher(number))
                .build());
        if (!(outcome instanceof RunOutcome.Concluded done && done.result().status() == InvocationResult.Status.SETTLED)) {
            throw new IllegalStateException("was not settled: " + outcome);
        }
    }

    private Dispatcher dispatcher(long number) {
        return dispatch -> {
            effect.happen(number);
            return Answer.completed(RESPONSE);
        };
    }

    @Override
    public List<Long> recover() {
        List<Long> uncertain = new ArrayList<>();
        for (InvocationId id : runtime.openInvocations()) {
            Means means = new Means(List.of(Provider.of("bench", dispatcher(Long.parseLong(id.value())))), Backoff.STANDARD,
                    Optional.empty());
            RunOutcome outcome = runtime.resume(id, (invocation, opening, configuration) -> Optional.of(means));
            if (outcome instanceof RunOutcome.Concluded done && done.result().status() == InvocationResult.Status.UNCERTAIN) {
                uncertain.add(Long.valueOf(id.value()));
            }
        }
        return uncertain;
    }

    @Override
    public void close() {
        runtime.close();
    }
}
