// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import java.util.Optional;

/**
 * The rule {@code may_retry}: what may be sent again after a failure, by what was declared of it and by nothing that is on record. A
 * transient label does not make a mutation safe; neither does a key without the declaration, nor the declaration without a key. Pure: one
 * rule for the recovery decision, which then looks at receipts, attempts and time, and for the experiment. Immutable and thread-safe.
 */
public final class RetryRule {
    private RetryRule() {}

    /**
     * Whether it may be sent again.
     *
     * @param outcome what the last attempt looked like
     * @param contract what the receiver promises; that it can be asked counts for nothing here
     * @param operation what is to be done
     * @return whether the failure may pass or is unknown, and doing it twice does no harm
     */
    public static boolean mayRetry(Outcome outcome, RecoveryInput.Contract contract, RecoveryInput.Operation operation) {
        return (outcome == Outcome.TRANSIENT || outcome == Outcome.UNKNOWN) && ground(contract, operation).isPresent();
    }

    /** Why doing it twice does no harm; empty where nothing declared says so. */
    static Optional<Reason> ground(RecoveryInput.Contract contract, RecoveryInput.Operation operation) {
        if (contract.readOnly()) {
            return Optional.of(Reason.SAFE_READ_ONLY);
        }
        return contract.idempotent() && operation.isKeyed() ? Optional.of(Reason.SAFE_IDEMPOTENT) : Optional.empty();
    }
}
