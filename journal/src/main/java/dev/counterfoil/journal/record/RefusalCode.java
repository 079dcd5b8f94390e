// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * Every no of our own, in order of precedence: when several apply, the first is given. Immutable.
 */
public enum RefusalCode implements ClosingReason {
    /** The invocation was cancelled. */
    CANCELLED,
    /** The deadline's own instant is already too late. */
    DEADLINE_EXCEEDED,
    /** {@code max_calls} attempts were made, or the 1,024 that an invocation may hold. */
    CALLS_EXHAUSTED,
    /** The last attempt may have had an effect, or no verdict permits going on. */
    PRIOR_OUTCOME_NOT_RETRYABLE,
    /** {@code max_retries} over all providers. */
    RETRIES_EXHAUSTED,
    /** The provider's own {@code max_retries}. */
    PROVIDER_RETRIES_EXHAUSTED,
    /** The shared budget of retries is empty. */
    RETRY_BUDGET_EXHAUSTED,
    /** {@code max_failovers}. */
    FAILOVERS_EXHAUSTED,
    /** There is no next provider. */
    ALTERNATIVES_EXHAUSTED,
    /** Another provider than the next in order was asked for. */
    PROVIDER_OUT_OF_ORDER,
    /** The next provider is not cleared; it is never skipped. */
    PROVIDER_NOT_CLEARED,
    /** The wait would end after the deadline. */
    DELAY_EXCEEDS_DEADLINE,
    /** One attempt's context tokens. */
    CONTEXT_TOKENS_EXCEEDED,
    /** One attempt's output tokens. */
    OUTPUT_TOKENS_EXCEEDED,
    /** The invocation's tokens. */
    AGGREGATE_TOKENS_EXHAUSTED,
    /** The invocation's cost. */
    COST_EXHAUSTED,
    /** One attempt's request bytes. */
    REQUEST_BYTES_EXCEEDED,
    /** One attempt's response bytes. */
    RESPONSE_BYTES_EXCEEDED,
    /** The invocation's request bytes. */
    TOTAL_INPUT_BYTES_EXHAUSTED,
    /** The invocation's reserved response bytes. */
    TOTAL_OUTPUT_BYTES_EXHAUSTED,
    /** A shared account. */
    ACCOUNT_EXHAUSTED
}
