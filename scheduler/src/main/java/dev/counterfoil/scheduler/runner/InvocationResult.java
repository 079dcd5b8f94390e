// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.fold.BusinessState;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Sha256;
import java.util.Optional;

/**
 * What became of an invocation: how it was controlled and, apart from it, what is known of the effect. Immutable.
 *
 * @param invocation its name
 * @param status settled, stopped or uncertain
 * @param reason the stable word: {@code completed}, {@code permanent}, {@code abandoned}, a refusal's code, or for an uncertain one
 *     {@code open_intent}, {@code uncertain_outcome}, {@code receipt_pending}, {@code receipt_conflict} or a refusal's code
 * @param businessState what is known of the effect
 * @param origin whether this run made it or only reports it
 * @param late whether the response came too late: it is here all the same
 * @param attempts number of attempts
 * @param provider the provider of the newest attempt
 * @param lastOutcome what was told of the newest attempt: its class, and the reason behind it; empty where there is no attempt, or its
 *     outcome is not recorded
 * @param responseSha256 digest of the response
 * @param response the response; empty where there is none, or where it was erased and only its digest is left
 * @param totals what the attempts add up to
 */
public record InvocationResult(
        InvocationId invocation,
        Status status,
        String reason,
        BusinessState businessState,
        Origin origin,
        Timeliness late,
        int attempts,
        Optional<ProviderId> provider,
        Optional<Outcome> lastOutcome,
        Optional<Sha256> responseSha256,
        Optional<Bytes> response,
        Totals totals) {
    /** How it was controlled. */
    public enum Status implements Coded {
        /** It has its response. */
        SETTLED,
        /** It ended without going on. */
        STOPPED,
        /** It may have had its effect or not: it stays open until a verdict is given. */
        UNCERTAIN
    }

    /** Where a result comes from. */
    public enum Origin implements Coded {
        /** From attempts or decisions of this run. */
        THIS_RUN,
        /** From the journal alone: it was closed, and nothing was sent. */
        REPLAYED
    }

    /** When a response came. */
    public enum Timeliness implements Coded {
        /** In time, or there is none. */
        IN_TIME,
        /** At or after the deadline, or after the cancellation. */
        LATE
    }

    /**
     * Whether the response was erased: its digest is known and its bytes are gone.
     *
     * @return true where that is so
     */
    public boolean isResponseErased() {
        return responseSha256.isPresent() && response.isEmpty();
    }
}
