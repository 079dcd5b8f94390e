// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * What is kept of a closed invocation whose records were pruned: that it was, how it ended, and the digests by which an archived copy can
 * be recognised, and a fact that comes late can be matched. No payload, no key in clear, no provider. Immutable.
 *
 * @param id its name, which stays taken
 * @param binding digest of what was bound
 * @param request digest of the request
 * @param effect the effect it may have had
 * @param records number of its records
 * @param last digest of the last one, where its chain ended
 * @param digestSum sum of the digests of all of them modulo 2^256, the highest byte first
 * @param status settled or stopped
 * @param reason why
 * @param businessState what is known of the effect
 * @param openedAt the opening's instant, in whole milliseconds
 * @param closedAt the closing's instant, in whole milliseconds
 * @param response digest of the response; empty where there was none
 * @param totals what its attempts added up to
 */
public record Tombstone(
        InvocationId id,
        Sha256 binding,
        Sha256 request,
        Effect effect,
        long records,
        Sha256 last,
        Sha256 digestSum,
        ClosingStatus status,
        ClosingReason reason,
        BusinessState businessState,
        Instant openedAt,
        Instant closedAt,
        Optional<Sha256> response,
        Totals totals) {
    /**
     * What an operation was called by its receiver. Immutable.
     *
     * @param contract what the receiver promised
     * @param scope where the key meant something
     * @param key digest of the key's bytes in UTF-8
     */
    public record Effect(Contract contract, Optional<String> scope, Optional<Sha256> key) {
        /**
         * Checks that there may have been such an operation.
         *
         * @throws IllegalArgumentException where the scope is not a name, or a receiver-idempotent operation has no key
         */
        public Effect {
            scope.ifPresent(value -> Bounds.name("scope", value));
            if (contract == Contract.RECEIVER_IDEMPOTENT && key.isEmpty()) {
                throw new IllegalArgumentException("a receiver_idempotent operation needs a key");
            }
        }

        /**
         * The same without the key itself.
         *
         * @param operation as it was bound
         * @return what is kept of it
         */
        public static Effect of(Operation operation) {
            return new Effect(operation.contract(), operation.scope(),
                    operation.key().map(key -> Sha256.of(key.getBytes(StandardCharsets.UTF_8))));
        }
    }

    /** An opening and a closing. */
    private static final long FEWEST = 2;

    /**
     * Checks that such an invocation may have been.
     *
     * @throws IllegalArgumentException where status and reason do not agree, it was closed before it was opened, an instant is no
     *     record's, or there are too few records
     */
    public Tombstone {
        Stamp opening = new Stamp(0, openedAt, 1);
        Closing closing = new Closing(new Stamp(Bounds.amount("records", records), closedAt, 1), status, reason);
        if (records < FEWEST) {
            throw new IllegalArgumentException("records is " + records + ", a closed invocation has at least " + FEWEST);
        }
        if (closing.stamp().at().isBefore(opening.at())) {
            throw new IllegalArgumentException("it is closed before it is opened");
        }
    }

    /**
     * The tombstone of an invocation.
     *
     * @param id its name
     * @param binding digest of what is bound
     * @param last digest of its last record
     * @param digestSum sum of the digests of all of them
     * @param state what its records say
     * @return what is kept of it
     * @throws IllegalArgumentException where it is open
     */
    public static Tombstone of(InvocationId id, Sha256 binding, Sha256 last, Sha256 digestSum, InvocationState state) {
        Closing closing = state.closing().orElseThrow(() -> new IllegalArgumentException("an open invocation has no tombstone"));
        Binding bound = state.opening().binding();
        return new Tombstone(id, binding, bound.request().sha256(), Effect.of(bound.operation()), state.last().sequence() + 1, last,
                digestSum, closing.status(), closing.reason(), state.businessState(), state.opening().stamp().at(),
                closing.stamp().at(), state.responseDigest(), state.totals());
    }
}
