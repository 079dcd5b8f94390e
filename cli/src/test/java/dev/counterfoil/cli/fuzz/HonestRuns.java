// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.machine.Finding;
import dev.counterfoil.scheduler.runner.Invocation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Invocations of every ending, with the canary in request, key, response and evidence. Pure. */
final class HonestRuns {
    static final List<String> IDS = List.of("retried", "failed over", "doubt", "stopped", "settled", "found", "redelivered");

    private HonestRuns() {}

    static void into(Counterfoil runtime) {
        run(runtime, "retried", DoubtProfile.STRICT, Answer.retryable(), Answer.completed(Canary.VALUE));
        run(runtime, "failed over", DoubtProfile.STRICT, Answer.notDispatched(), Answer.rejected(), Answer.completed(Canary.VALUE));
        run(runtime, "doubt", DoubtProfile.STRICT, Answer.uncertain());
        run(runtime, "stopped", DoubtProfile.STRICT, Answer.permanentlyRejected());
        run(runtime, "settled", DoubtProfile.STRICT, Answer.completed(Canary.VALUE));
        run(runtime, "found", DoubtProfile.STRICT, Answer.uncertain());
        reconcile(runtime, "found", VerdictKind.COMPLETED, Optional.of(Bytes.utf8(Canary.VALUE)));
        run(runtime, "redelivered", DoubtProfile.REDELIVER, Answer.uncertain(), Answer.completed(Canary.VALUE));
        run(runtime, "cancelled", DoubtProfile.STRICT, Answer.uncertain());
        runtime.cancel(new InvocationId("cancelled"), "somebody");
    }

    private static void reconcile(Counterfoil runtime, String id, VerdictKind verdict, Optional<Bytes> response) {
        runtime.reconcile(new InvocationId(id), 0, new Finding(verdict, Bytes.utf8(Canary.VALUE), response, Optional.of("a person")));
    }

    private static void run(Counterfoil runtime, String id, DoubtProfile doubt, Answer... answers) {
        runtime.run(invocation(id, doubt, answers));
    }

    static Invocation invocation(String id, DoubtProfile doubt, Answer... answers) {
        AtomicInteger calls = new AtomicInteger();
        return Invocation.of(id)
                .request(Canary.VALUE)
                .operation(new Operation(Contract.RECEIVER_IDEMPOTENT, Optional.of("acme/orders"), Optional.of(Canary.VALUE)))
                .doubt(doubt)
                .limit(Dimension.MAX_CALLS, 4)
                .limit(Dimension.MAX_COST_MICROS, 50_000)
                .quote(new Quote(800, 200, 1_200))
                .accounts(List.of(new Account("acme")))
                .provider("primary", dispatch -> answers[Math.min(calls.getAndIncrement(), answers.length - 1)])
                .provider("fallback", dispatch -> answers[Math.min(calls.getAndIncrement(), answers.length - 1)])
                .configuration(Bytes.of(GoodInput.CONFIGURATIONS.get(1)))
                .build();
    }
}
