// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.wire.Conflict;
import java.util.Optional;

/**
 * How a run of one invocation ended. All but {@link Concluded} are noes that say exactly what did not happen. Immutable.
 */
public sealed interface RunOutcome {
    /**
     * The invocation.
     *
     * @return its name
     */
    InvocationId invocation();

    /**
     * It has a result.
     *
     * @param result the result
     */
    record Concluded(InvocationResult result) implements RunOutcome {
        @Override
        public InvocationId invocation() {
            return result.invocation();
        }
    }

    /**
     * The id was opened with other content; nothing was built, nothing sent.
     *
     * @param invocation its name
     * @param conflict the first difference
     */
    record Conflicting(InvocationId invocation, Conflict conflict) implements RunOutcome {}

    /**
     * The id is unknown and was to be resumed; nothing sent.
     *
     * @param invocation its name
     */
    record Unknown(InvocationId invocation) implements RunOutcome {}

    /**
     * The invocation was closed and pruned since: the id stays taken, its answer is gone. Nothing was compared, built or sent.
     *
     * @param tombstone what is kept of it
     */
    record Pruned(Tombstone tombstone) implements RunOutcome {
        @Override
        public InvocationId invocation() {
            return tombstone.id();
        }
    }

    /**
     * A living runtime owns it; this run sent nothing, or nothing more.
     *
     * @param invocation its name
     * @param owner who owns it, where that is known
     * @param response what the provider answered in this run, where it completed and the journal was another's by then
     */
    record OwnedElsewhere(InvocationId invocation, Optional<OwnerBeat> owner, Optional<Bytes> response) implements RunOutcome {}

    /**
     * Its next step needs a provider and none is known; nothing sent.
     *
     * @param invocation its name
     */
    record ProvidersUnknown(InvocationId invocation) implements RunOutcome {}

    /**
     * The process is stopping: the invocation stays open as it is and goes on when it is run again.
     *
     * @param invocation its name
     */
    record LeftOpen(InvocationId invocation) implements RunOutcome {}

    /**
     * An intent could not be made durable; it is not in the journal and was not dispatched.
     *
     * @param invocation its name
     * @param cause what failed, in one line
     */
    record NotStarted(InvocationId invocation, String cause) implements RunOutcome {}

    /**
     * The provider answered and the outcome could not be made durable: it is not in the journal, and the attempt is in doubt there.
     *
     * @param invocation its name
     * @param response what the provider answered, where it completed
     * @param cause what failed, in one line
     */
    record OutcomeNotDurable(InvocationId invocation, Optional<Bytes> response, String cause) implements RunOutcome {}

    /**
     * Something else could not be written or read, or its fate is not known; what the journal holds stands, and running again goes on
     * from there.
     *
     * @param invocation its name
     * @param response what the provider answered in this run, where it completed and the outcome's fate is not known, or the attempt was
     *     decided elsewhere meanwhile
     * @param cause what failed, in one line
     */
    record Unavailable(InvocationId invocation, Optional<Bytes> response, String cause) implements RunOutcome {}

    /**
     * The result.
     *
     * @return what became of the invocation
     * @throws RunException where this run has none
     */
    default InvocationResult result() {
        if (this instanceof Concluded concluded) {
            return concluded.result();
        }
        throw new RunException(this);
    }
}
