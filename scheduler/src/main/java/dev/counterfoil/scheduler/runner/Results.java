// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import java.util.Optional;

/** Reads a result off what the records say. Pure. */
final class Results {
    private Results() {}

    /**
     * The result.
     *
     * @param id the invocation
     * @param state what its records say
     * @param response the bytes of the response that the state speaks of
     * @param reason the stable word
     * @param attemptsOfThisRun how many attempts this run made
     */
    static InvocationResult of(
            InvocationId id, InvocationState state, Optional<Bytes> response, String reason, int attemptsOfThisRun) {
        boolean replayed = attemptsOfThisRun == 0 && state.tail().isClosed();
        return new InvocationResult(
                id,
                status(state.tail()),
                reason,
                state.businessState(),
                replayed ? InvocationResult.Origin.REPLAYED : InvocationResult.Origin.THIS_RUN,
                state.lateness().isPresent() ? InvocationResult.Timeliness.LATE : InvocationResult.Timeliness.IN_TIME,
                state.attempts().count(),
                state.attempts().newest().map(attempt -> attempt.intent().provider()),
                state.attempts().newest().flatMap(Attempt::outcome),
                state.responseDigest(),
                state.responseDigest().isPresent() ? response : Optional.empty(),
                state.totals());
    }

    private static InvocationResult.Status status(Tail tail) {
        return switch (tail) {
            case SETTLED -> InvocationResult.Status.SETTLED;
            case STOPPED -> InvocationResult.Status.STOPPED;
            default -> InvocationResult.Status.UNCERTAIN;
        };
    }
}
