// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * What we know of an attempt's effect. Only trusted host code makes one; nothing decodes one from response bytes. Immutable.
 */
public enum OutcomeClass implements Coded {
    /** The provider was never contacted. Safe. */
    NOT_DISPATCHED,
    /** It was turned away before any work. Safe. */
    REJECTED_BEFORE_PROCESSING,
    /** The provider says that it did nothing and that another try may help. Safe. */
    PROVIDER_REPORTED_RETRYABLE,
    /** Known not to have happened; repeating is useless. */
    REJECTED_PERMANENTLY,
    /** It happened, and here is the response. */
    COMPLETED_WITH_RESPONSE,
    /** Unknown. Only a verdict leads on from here. */
    UNCERTAIN;

    /**
     * Whether retry and failover are permitted after it: the attempt is known to have had no effect and another may do better.
     *
     * @return true for the three safe classes
     */
    public boolean isSafe() {
        return this == NOT_DISPATCHED || this == REJECTED_BEFORE_PROCESSING || this == PROVIDER_REPORTED_RETRYABLE;
    }
}
